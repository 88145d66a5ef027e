#pragma once

#include <cassert>
#include <string>

#include "conjac/error.h"

namespace conjac {

/// Bad input: throws the public Error. For our own bugs use CONJAC_ASSERT.
inline void require(bool condition, const std::string& message,
                    ErrorKind kind = ErrorKind::bad_input) {
  if (!condition) throw Error(kind, message);
}

#define CONJAC_ASSERT(condition) assert(condition)

}  // namespace conjac
