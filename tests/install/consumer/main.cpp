#include <conjac/error.h>
#include <conjac/machine.h>
#include <conjac/scene_spec.h>

#include <cstdio>

int main() {
  const conjac::Machine machine = conjac::this_machine();
  std::printf("%s, %s\n", machine.cpu.c_str(), machine.factorization.c_str());
  const conjac::SceneSpec scene;
  return machine.blas_threads == 1 && scene.time.step > 0 ? 0 : 1;
}
