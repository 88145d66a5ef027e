# A compiler cache, when there is one: the sanitizer builds and a fresh clone then start warm.
find_program(CONJAC_CCACHE ccache)
if(CONJAC_CCACHE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_C_COMPILER_LAUNCHER ${CONJAC_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CONJAC_CCACHE})
endif()
