# Flags every target of ours is compiled with.
add_library(conjac_flags INTERFACE)
target_compile_features(conjac_flags INTERFACE cxx_std_20)
target_compile_options(conjac_flags INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor
  -Woverloaded-virtual -Wnull-dereference -Wno-psabi -Wno-maybe-uninitialized
  -ffp-contract=fast)
# g++ 12 sees overlapping copies in "text" + std::string that are not there, and uninitialised values
# in its own AVX-512 header.
target_compile_options(conjac_flags INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>)
# Eigen must not start OpenMP threads of its own: the last bits would depend on their number.
target_compile_definitions(conjac_flags INTERFACE EIGEN_DONT_PARALLELIZE)

# Errors only for the compiler the project is tested with: a new compiler's new warning should not
# stop somebody who only wants to run a scene.
if(CONJAC_WERROR)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
    target_compile_options(conjac_flags INTERFACE -Werror)
  else()
    message(STATUS "CONJAC_WERROR has no effect: warnings are errors with g++ 12 only")
  endif()
endif()
if(CONJAC_NATIVE)
  target_compile_options(conjac_flags INTERFACE -march=native)
endif()
if(CONJAC_SANITIZE)
  # Instrumented code draws warnings about things that are not there; the plain builds warn for real.
  target_compile_options(conjac_flags INTERFACE -fsanitize=${CONJAC_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer -w)
  if(CONJAC_SANITIZE MATCHES undefined)
    # A third of the compile time, for faults that AddressSanitizer or the processor report anyway.
    target_compile_options(conjac_flags INTERFACE -fno-sanitize=null,alignment,object-size)
  endif()
  target_link_options(conjac_flags INTERFACE -fsanitize=${CONJAC_SANITIZE})
endif()
