#!/usr/bin/env bash
# Checks the page of `conjac view`.
#   tools/check_viewer.sh code        types and format
#   tools/check_viewer.sh unit        unit tests, in node
#   tools/check_viewer.sh bundle      viewer/dist is what the sources give (--fix builds it)
#   tools/check_viewer.sh browser     in chromium, against PROGRAM=build/release/apps/conjac/conjac
#   tools/check_viewer.sh pictures    the pictures of the read-me, made by those tests
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root/viewer"

# The packages of the lock file, once per lock file.
if [[ ! node_modules/.stamp -nt package-lock.json ]]; then
  npm ci --ignore-scripts --no-audit --no-fund --loglevel error
  touch node_modules/.stamp
fi
run() { npm run --silent "$@"; }

export CONJAC_PROGRAM=${CONJAC_PROGRAM:-$root/build/release/apps/conjac/conjac}
case ${1-} in
  code) run check ;;
  unit) run unit ;;
  bundle)
    if [[ ${2-} == --fix ]]; then
      run build -- --logLevel warn
    else
      fresh=$(mktemp -d)
      trap 'rm -rf "$fresh"' EXIT
      run build -- --logLevel warn --outDir "$fresh" --emptyOutDir
      if ! cmp "$fresh/index.html" dist/index.html; then
        echo "viewer/dist/index.html is not what viewer/src gives: tools/check_viewer.sh bundle --fix" >&2
        exit 1
      fi
    fi ;;
  browser | pictures)
    if [[ ! -x $CONJAC_PROGRAM ]]; then
      echo "tools/check_viewer.sh: there is no program at $CONJAC_PROGRAM; build it first, with ./conjac" >&2
      exit 1
    fi
    run "$1" ;;
  *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"; exit 2 ;;
esac
