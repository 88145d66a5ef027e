// What was done to a run, as lines of a file and back.
#include "serve/inputs.h"

#include <gtest/gtest.h>

#include "conjac/error.h"

namespace conjac::serve {
namespace {

TEST(Inputs, ComeBackToTheBit) {
  Command grab;
  grab.op = Op::grab;
  grab.number = 4000000000u;
  grab.target = {0.1f, -1e-30, 3.0000000000000004};
  Command option;
  option.op = Op::option;
  option.name = "integrator";
  option.text = "\"linear-implicit\"";
  Command cut;
  cut.op = Op::cut;
  cut.stroke = {{1, 2, 3}, {4, 5.5f, 6}};
  cut.target = {0, 0, -1};
  Command slip;
  slip.op = Op::slip;
  std::string text;
  const Command all[] = {grab, option, cut, slip};
  for (int i = 0; i < 4; ++i) text += input_line(10 * i, all[i]);
  const std::vector<Input> read = read_inputs(text, "inputs.jsonl");
  ASSERT_EQ(read.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(read[i].step, 10 * i);
    EXPECT_EQ(read[i].command.op, all[i].op);
    EXPECT_EQ(read[i].command.number, all[i].number);
    EXPECT_EQ(read[i].command.target, all[i].target);
    EXPECT_EQ(read[i].command.stroke, all[i].stroke);
    EXPECT_EQ(read[i].command.name, all[i].name);
    EXPECT_EQ(read[i].command.text, all[i].text);
  }
}

TEST(Inputs, DamageIsSaidWithItsLine) {
  Command command;
  command.op = Op::let_go;
  const std::string good = input_line(3, command);
  const auto problem = [](const std::string& text) {
    try {
      read_inputs(text, "inputs.jsonl");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(problem(good + good), "");
  EXPECT_NE(problem(good + "{\"step\": 4").find("inputs.jsonl:2"), std::string::npos);
  EXPECT_NE(problem(good + input_line(2, command)).find("not in order"), std::string::npos);
  EXPECT_NE(problem("{\"step\":1,\"do\":\"jump\",\"target\":[0,0,0]}"), "");
  EXPECT_NE(problem("[]"), "");
}

}  // namespace
}  // namespace conjac::serve
