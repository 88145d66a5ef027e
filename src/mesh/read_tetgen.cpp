#include <cmath>
#include <filesystem>

#include "mesh/formats.h"
#include "mesh/tetgen_lists.h"

namespace conjac {

RawMesh read_tetgen(const std::string& path) {
  namespace fs = std::filesystem;
  // The partner keeps the case of the extension that was given.
  const fs::path given(path);
  const std::string extension = given.extension().string();
  const bool upper = extension == ".NODE" || extension == ".ELE";
  const std::string nodes = fs::path(given).replace_extension(upper ? ".NODE" : ".node").string();
  const std::string elements = fs::path(given).replace_extension(upper ? ".ELE" : ".ele").string();

  const std::string node_content = file_content(nodes);
  const std::string element_content = file_content(elements);
  RawMesh raw;
  raw.files = {nodes, elements};
  Scanner node_scan(node_content, nodes, {.comment = '#', .file = 0});
  const int dimension = read_node_list(node_scan, raw);
  if (!node_scan.at_end())
    node_scan.word("line"), node_scan.fail("more lines than the header counts. Correct the count.");
  Scanner element_scan(element_content, elements, {.comment = '#', .file = 1});
  read_element_list(element_scan, dimension, raw);
  if (!element_scan.at_end())
    element_scan.word("line"),
        element_scan.fail("more lines than the header counts. Correct the count.");
  return raw;
}

}  // namespace conjac
