// Reads past the end on purpose: the control of the AddressSanitizer run, which must report it.
#include <cstdio>
#include <vector>

int main(int count, char**) {
  const std::vector<int> values(8, 1);
  std::printf("%d\n", values.data()[7 + count]);
}
