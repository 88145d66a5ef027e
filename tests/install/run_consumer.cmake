# cmake -D BUILD=... -D WORK=... -P run_consumer.cmake
# Installs BUILD to a new prefix, then configures, builds and runs the consumer against that alone:
# main.cpp, and the program in the README, taken from the text there.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
# Moved, because a prefix baked into the package would go unnoticed otherwise.
file(RENAME ${WORK}/prefix ${WORK}/moved)

# The one block of C++ in the README.
file(READ ${CMAKE_CURRENT_LIST_DIR}/../../README.md text)
string(FIND "${text}" "\n```cpp\n" begin)
if(begin EQUAL -1)
  message(FATAL_ERROR "README.md has no block of C++")
endif()
math(EXPR begin "${begin} + 8")
string(SUBSTRING "${text}" ${begin} -1 text)
string(FIND "${text}" "\n```\n" end)
string(SUBSTRING "${text}" 0 ${end} program)
file(WRITE ${WORK}/readme.cpp "${program}\n")

run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK}/build
  -D CMAKE_PREFIX_PATH=${WORK}/moved -D CMAKE_BUILD_TYPE=Release -D README_PROGRAM=${WORK}/readme.cpp)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)

# It speaks of scenes/hang.json, so it is run beside the installed scenes. After fifteen
# steps a corner of its lower end, at y = -0.09 at rest, begins its second fall (the first ended
# 2.6 mm lower, at 0.033 s).
execute_process(COMMAND ${WORK}/build/readme WORKING_DIRECTORY ${WORK}/moved/share/conjac
  OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "README.md prints\n${printed}")
string(REGEX MATCHALL "a corner is at" lines "${printed}")
list(LENGTH lines count)
if(NOT count EQUAL 15)
  message(FATAL_ERROR "the program in README.md printed ${count} lines, not 15")
endif()
if(NOT printed MATCHES "\n0\\.075 s: a corner is at \\(-0\\.01[0-9]+, (-0\\.[0-9]+), -0\\.01[0-9]+\\) m\n$"
   OR NOT CMAKE_MATCH_1 LESS -0.0901 OR NOT CMAKE_MATCH_1 GREATER -0.0912)
  message(FATAL_ERROR "the last line is not where a corner should be after 0.075 s")
endif()
# The installed program finds the installed scenes.
if(EXISTS ${WORK}/moved/bin/conjac)
  run(${WORK}/moved/bin/conjac run hang --steps 2 -o ${WORK}/out)
endif()
