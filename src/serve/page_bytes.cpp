// The built page as bytes of the program: the assembler copies the file CONJAC_PAGE
// (src/CMakeLists.txt) into the object, which no generated source does as fast.
#include "serve/page.h"

__asm__(
    ".pushsection .rodata\n"
    ".hidden conjac_page_begin\n"
    ".hidden conjac_page_end\n"
    ".global conjac_page_begin\n"
    ".global conjac_page_end\n"
    "conjac_page_begin:\n"
    ".incbin \"" CONJAC_PAGE
    "\"\n"
    "conjac_page_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char conjac_page_begin[], conjac_page_end[];
}

namespace conjac::serve {

std::string_view embedded_page() {
  return {conjac_page_begin, static_cast<std::size_t>(conjac_page_end - conjac_page_begin)};
}

}  // namespace conjac::serve
