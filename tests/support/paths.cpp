#include "support/paths.h"

namespace conjac::test {

std::string source_dir() {
  return CONJAC_SOURCE_DIR;
}

}  // namespace conjac::test
