#pragma once

#include <gtest/gtest.h>

#include <string>

#include "conjac/error.h"

namespace conjac::testing {

/// The action must throw an Error of this kind whose text holds `part`.
template <class Action>
void expect_error(ErrorKind kind, const std::string& part, Action action) {
  try {
    action();
    ADD_FAILURE() << "no error, but one was expected with the text '" << part << "'";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
        << "'" << part << "' is not in: " << error.what();
  }
}

}  // namespace conjac::testing
