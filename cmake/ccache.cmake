# A compiler cache, when there is one: the sanitizer builds and a fresh clone then start warm.
# The setting is what it asks for before it keeps files compiled with a precompiled header.
find_program(CONJAC_CCACHE ccache)
if(CONJAC_CCACHE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_C_COMPILER_LAUNCHER ${CONJAC_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${CONJAC_CCACHE})
endif()
