# Flags every target of ours is compiled with.
add_library(conjac_flags INTERFACE)
target_compile_features(conjac_flags INTERFACE cxx_std_20)
target_compile_options(conjac_flags INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor
  -Woverloaded-virtual -Wnull-dereference -Wno-psabi -Wno-maybe-uninitialized
  -ffp-contract=fast)
# Programs too, where CMake alone would say -fPIE: one precompiled header then serves all.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
target_compile_options(conjac_flags INTERFACE -fPIC)
# g++ 12 sees overlapping copies and overruns in "text" + std::string that are not there (the latter once
# <string> comes precompiled), and uninitialised values in its own AVX-512 header.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(conjac_flags INTERFACE -Wno-restrict -Wno-uninitialized
    -Wno-stringop-overflow -Wno-array-bounds)
endif()
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
if(CONJAC_FUZZ)
  target_compile_options(conjac_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
