# cmake -D BUILD=... -D WORK=... -P run_consumer.cmake
# Installs BUILD to a new prefix, then configures, builds and runs the consumer against that alone.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
# Moved, because a prefix baked into the package would go unnoticed otherwise.
file(RENAME ${WORK}/prefix ${WORK}/moved)
run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK}/build
  -D CMAKE_PREFIX_PATH=${WORK}/moved -D CMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
# The installed program finds the installed scenes.
if(EXISTS ${WORK}/moved/bin/conjac)
  run(${WORK}/moved/bin/conjac run hang --steps 2 -o ${WORK}/out)
endif()
