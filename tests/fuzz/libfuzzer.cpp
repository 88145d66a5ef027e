// One program for all targets: CONJAC_FUZZ says which.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  static const conjac::fuzz::Target* const chosen = [] {
    const char* name = std::getenv("CONJAC_FUZZ");
    for (const auto& target : conjac::fuzz::targets())
      if (name != nullptr && std::string_view(target.name) == name) return &target;
    std::fprintf(stderr, "set CONJAC_FUZZ to one of these:");
    for (const auto& target : conjac::fuzz::targets()) std::fprintf(stderr, " %s", target.name);
    std::fprintf(stderr, "\n");
    std::exit(2);
  }();
  chosen->feed({reinterpret_cast<const char*>(bytes), count});
  return 0;
}
