#!/usr/bin/env bash
# Installs the Debian packages ConJac needs, once. Instant and silent when they are all there.
#   tools/setup.sh [run] [python] [mesh] [viewer] [test] [petsc] [fuzz]     default: run
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

packages_of() {
  case $1 in
    run)
      echo g++ cmake ninja-build libeigen3-dev libsuitesparse-dev libmetis-dev \
        libopenblas-pthread-dev libtbb-dev nlohmann-json3-dev libcli11-dev libspdlog-dev \
        zlib1g-dev libpng-dev libboost-dev ;;
    python)
      echo python3 python3-dev python3-numpy python3-scipy pybind11-dev ;;
    mesh)
      echo libcgal-dev libgmp-dev libmpfr-dev ;;
    viewer)
      # Node may have come from elsewhere than Debian: the command counts, not the package.
      have node || echo nodejs
      have npm || echo npm
      have chromium || echo chromium
      echo fonts-dejavu-core ;;
    test)
      echo git ccache clang-format libgtest-dev libbenchmark-dev libmujoco-dev python3 \
        python3-meshio python3-numpy python3-scipy python3-jsonschema ffmpeg dpkg-dev ;;
    petsc)
      # With MUMPS, hypre and PT-Scotch; Debian builds it with OpenMPI.
      echo libpetsc-real-dev openmpi-bin libopenmpi-dev ;;
    fuzz)
      # libFuzzer and the sanitizers come in a package of their own.
      echo clang libclang-rt-dev ;;
    *)
      echo "tools/setup.sh: unknown group '$1' (run, python, mesh, viewer, test, petsc or fuzz)" >&2
      exit 2 ;;
  esac
}

have() {
  local name
  for name in "$@"; do command -v "$name" >/dev/null || return 1; done
}

groups=("$@")
[[ ${#groups[@]} -gt 0 ]] || groups=(run)

# The stamp is good until a package comes or goes, or the lists above change.
stamp=$root/build/.setup-$(IFS=-; echo "${groups[*]}")
status=/var/lib/dpkg/status
if [[ $stamp -nt ${BASH_SOURCE[0]} && $stamp -nt $status ]] && have cmake ninja g++; then
  exit 0
fi

wanted=()
for group in "${groups[@]}"; do
  names=$(packages_of "$group") || exit 2
  read -ra list <<<"${names//$'\n'/ }"
  wanted+=("${list[@]}")
done

if ! have dpkg-query apt-get; then
  # Another system. If the tools are there, CMake will say what else is missing.
  have cmake ninja g++ && exit 0
  {
    echo "ConJac installs its own dependencies on Debian and Ubuntu only."
    echo "On this system please install the equivalents of these Debian packages, then try again:"
    printf '  %s\n' "${wanted[@]}"
  } >&2
  exit 5
fi

missing=()
installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null || true)
for name in "${wanted[@]}"; do
  [[ $'\n'$installed$'\n' == *$'\n'"$name installed"$'\n'* ]] || missing+=("$name")
done

if [[ ${#missing[@]} -gt 0 ]]; then
  as_root=()
  if [[ $EUID -ne 0 ]]; then
    if ! have sudo; then
      {
        echo "ConJac needs these packages, and installing them takes root (there is no sudo here)."
        echo "Please ask an administrator to run:"
        echo "  apt-get install --no-install-recommends ${missing[*]}"
      } >&2
      exit 5
    fi
    as_root=(sudo)
  fi

  mkdir -p "$root/build"
  log=$root/build/setup.log
  : >"$log"
  echo "ConJac: installing ${#missing[@]} missing packages, once: ${missing[*]}" >&2
  apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q \
      -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1
  }
  install() { apt install --no-install-recommends "${missing[@]}"; }
  known() {
    local name
    for name in "${missing[@]}"; do
      [[ $(apt-cache policy "$name" 2>/dev/null) == *Candidate:\ [0-9]* ]] || return 1
    done
  }
  # Lists that are there may still name versions the mirror has dropped: then refresh and try again.
  if ! { known && install; }; then
    if ! { apt update && install; }; then
      cat "$log" >&2
      {
        echo "ConJac: the packages could not be installed (apt's own words are above)."
        echo "Check the network, then try again, or run by hand:"
        echo "  apt-get update && apt-get install --no-install-recommends ${missing[*]}"
      } >&2
      exit 5
    fi
  fi
fi

# A checkout somebody else owns may be read-only; then the check simply runs again next time.
{ mkdir -p "$root/build" && touch "$stamp"; } 2>/dev/null || true
