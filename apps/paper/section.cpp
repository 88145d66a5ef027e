#include "paper/section.h"

#include <cstdarg>
#include <cstdio>

namespace conjac::paper {

bool Study::have(std::initializer_list<const char*> names) const {
  for (const char* name : names)
    if (!(*this)[name].complete()) return false;
  return true;
}

void Study::add_picture(Section& section, const std::string& file, const draw::Image& image,
                        const std::string& caption) const {
  record::create_folder(pictures_);
  draw::write_png(pictures_ / file, image);
  section.pictures.push_back({file, caption});
}

std::string text(const char* format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  std::string result(static_cast<std::size_t>(length) + 1, '\0');
  std::vsnprintf(result.data(), result.size(), format, again);
  va_end(again);
  result.pop_back();
  return result;
}

std::string verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::in_part:
      return "holds in part";
    case Verdict::fails:
      return "does not hold";
    default:
      return "not run";
  }
}

std::string page_text(const std::vector<Section>& sections) {
  std::string page =
      "# The paper's scenes, reproduced\n\n"
      "*Condensation Jacobian with Adaptivity* (N. J. Weidner, T. Kim, S. Sueda), scene by scene: "
      "what the paper says, what comes out here, and whether it holds. Written by\n\n"
      "```sh slow\n./conjac reproduce\n```\n\n"
      "which runs every case of `scenes/paper/cases.json` (some ten minutes on two idle cores; "
      "stop "
      "it at any time, it goes on where it was) and measures the results; no number below was "
      "typed in. [The scenes](../scenes/README.md) says what was chosen where the paper is "
      "silent: it gives meshes, laws and moduli, but hardly any size, load or timing, so numbers "
      "can agree in kind only. Times are processor time, which does not depend on what else the "
      "machine did.\n\n"
      "Scenes with contact and cuts (BUNNY, BARCUT) are not part of this page.\n\n";
  page += "| scene | the paper | here | |\n|---|---|---|---|\n";
  for (const Section& section : sections)
    for (const Claim& claim : section.claims)
      page += "| " + section.title + " | " + claim.paper + " | " + claim.ours + " | **" +
              verdict_text(claim.verdict) + "** |\n";
  for (const Section& section : sections) {
    page += "\n## " + section.title + "\n\n" + section.text + "\n";
    for (const Picture& picture : section.pictures)
      page += "\n![" + picture.caption + "](pictures/" + picture.file + ")\n\n*" + picture.caption +
              "*\n";
    if (!section.table.empty()) page += "\n" + section.table;
  }
  return page;
}

}  // namespace conjac::paper
