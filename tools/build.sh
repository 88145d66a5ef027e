# shellcheck shell=bash disable=SC2154
# Sourced by ./conjac and ./test: configure and build quietly, loudly only when something fails.
# Needs `root`, the folder of the checkout.

# A fresh clone finds what another folder has compiled: paths below the checkout count as relative.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

say() { printf 'ConJac: %s\n' "$*" >&2; }

# Two of us in one build folder would spoil it; the second waits. Held while building only, so that
# tests may call ./conjac themselves.
lock_build() {
  mkdir -p "$root/build"
  exec 9>"$root/build/.lock"
  flock 9
}
unlock_build() { exec 9>&-; }

# One job per core, but not more than memory allows: Eigen-heavy files take about 1 GB each.
build_jobs() {
  local jobs available
  jobs=$(nproc)
  available=$(awk '/^MemAvailable/ {print int($2 / 1000000)}' /proc/meminfo 2>/dev/null || echo "$jobs")
  ((available >= jobs)) || jobs=$available
  ((jobs >= 1)) || jobs=1
  echo "$jobs"
}

# Compiler seconds of one file, on average, as tools/measure_build.py prints them over the files of src and apps:
# 252 files, eight together, took 577 s on a busy machine, so an idle one is done sooner.
seconds_per_file=2.3

# estimate FILES : how long they take to compile, in words for people.
estimate() {
  local jobs seconds
  jobs=$(build_jobs)
  seconds=$(awk -v files="$1" -v each="$seconds_per_file" -v jobs="$jobs" \
    'BEGIN {printf "%d", files * each / jobs + 1}')
  local time="$seconds s"
  ((seconds < 90)) || time="$(((seconds + 30) / 60)) minutes"
  ((jobs == 1)) && printf 'about %s on 1 core' "$time" || printf 'about %s on %d cores' "$time" "$jobs"
}

# announce_first_build FOLDER... : before anything is installed or compiled, what is ahead.
announce_first_build() {
  local files
  [[ ! -f $root/build/release/build.ninja ]] || return 0
  files=$(cd "$root" && { find "$@" -name '*.cpp' 2>/dev/null || true; } | wc -l)
  ((files > 0)) || return 0
  say "first use: $files files are compiled, $(estimate "$files"); later runs start at once"
}

# A build folder that came from elsewhere (a moved checkout, another processor under -march=native)
# holds the wrong paths or the wrong instructions: it is built anew.
drop_foreign_build() {
  local build=$1 origin
  origin="$root $(grep -m 1 -e '^flags' -e '^Features' /proc/cpuinfo | cksum)"
  if [[ -f $build/.origin && $(<"$build/.origin") != "$origin" ]]; then
    rm -rf "$build"
  fi
  mkdir -p "$build"
  printf '%s\n' "$origin" >"$build/.origin"
}

# configure PRESET OPTION... : when there is no build folder yet, when the presets changed, or when
# an option in it differs from what is asked for.
configure() {
  local preset=$1 build=$root/build/$1 option fresh=no
  shift
  drop_foreign_build "$build"
  [[ -f $build/build.ninja && $build/build.ninja -nt $root/CMakePresets.json ]] && fresh=yes
  for option in "$@"; do
    [[ $fresh == yes ]] || break
    grep -q "^${option#-D}\$" <<<"$(sed -n 's/^\(CONJAC_[A-Z]*\):BOOL=/\1=/p' "$build/CMakeCache.txt")" ||
      fresh=no
  done
  [[ $fresh == yes ]] && return 0
  say "configuring build/$preset"
  if ! (cd "$root" && cmake --preset "$preset" "$@") >"$build/configure.log" 2>&1; then
    cat "$build/configure.log" >&2
    say "configuring failed; the output above says why"
    return 5
  fi
}

# build PRESET TARGET... : silent when there is nothing to do. A terminal sees a counter that
# rewrites its line; a file gets a line at the start, one for each tenth of a long build, one at the end.
build() {
  local preset=$1 build=$root/build/$1 line announced=no terminal=no status start=$SECONDS
  local done_steps steps tenth=0
  shift
  [[ -t 2 ]] && terminal=yes
  local log=$build/build.log
  : >"$log"
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*) ]]; then
      case ${BASH_REMATCH[3]} in
        Re-checking*) continue ;;
        Re-running*) continue ;;
      esac
      done_steps=${BASH_REMATCH[1]} steps=${BASH_REMATCH[2]}
      if [[ $announced == no ]]; then
        announced=yes
        [[ $terminal == yes ]] || say "building build/$preset ($*), $steps steps, $(estimate "$steps")"
      fi
      if [[ $terminal == yes ]]; then
        printf '\r\033[KConJac: building build/%s [%s/%s] %s' "$preset" "$done_steps" "$steps" \
          "${line##*/}" >&2
      elif ((steps >= 20 && 10 * done_steps / steps > tenth)); then
        tenth=$((10 * done_steps / steps))
        say "building build/$preset, $done_steps of $steps steps, $((SECONDS - start)) s"
      fi
    fi
    printf '%s\n' "$line" >>"$log"
  done < <(NINJA_STATUS='[%f/%t] ' ninja -C "$build" -j "$(build_jobs)" "$@" 2>&1; echo "exit $?")
  [[ $announced == yes && $terminal == yes ]] && printf '\r\033[K' >&2
  status=$(tail -n 1 "$log")
  if [[ $status != 'exit 0' ]]; then
    grep -v -e '^\[[0-9]*/[0-9]*\] ' -e '^exit [0-9]*$' "$log" >&2
    say "the build failed; the output above is also in build/$preset/build.log"
    return 5
  fi
  [[ $announced == no ]] || say "built build/$preset in $((SECONDS - start)) s"
}
