#!/usr/bin/env bash
# Feeds made-up bytes to everything that reads from outside, with libFuzzer under AddressSanitizer and UBSan (clang).
#   tools/fuzz.sh                     every target of tests/fuzz/targets.h, five minutes each
#   tools/fuzz.sh 60                  a minute each
#   tools/fuzz.sh 60 scene mesh_vtu   these two
# Inputs that reach something new are kept in build/fuzz/corpus, findings in build/fuzz/findings. The last lines are a table
# for docs/reliability.md; the exit code is 0 only when nothing was found. A finding becomes a test by its input, which goes
# into tests/fuzz/corpus/<target>.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
seconds=300
if [[ ${1-} == -h || ${1-} == --help ]]; then
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
  exit 0
fi
if [[ ${1-} =~ ^[0-9]+$ ]]; then
  seconds=$1
  shift
fi

tools/setup.sh run test fuzz
build=$root/build/fuzz
cmake -S . -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug \
  "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" -DCONJAC_SANITIZE=address,undefined -DCONJAC_FUZZ=ON -DCONJAC_CHOLMOD=OFF \
  -DCONJAC_PRECOMPILED=OFF -DCONJAC_APPS=OFF -DCONJAC_BENCH=OFF -DCONJAC_INSTALL=OFF >"$build.log" 2>&1 ||
  { cat "$build.log" >&2; exit 5; }
cmake --build "$build" --target conjac_fuzz

program=$build/tests/fuzz/conjac_fuzz
targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
  for folder in tests/fuzz/corpus/*/; do targets+=("$(basename "$folder")"); done
fi

table=()
found=0
for target in "${targets[@]}"; do
  kept=$build/corpus/$target findings=$build/findings/$target log=$build/$target.log
  mkdir -p "$kept" "$findings"
  echo "$target: $seconds s"
  CONJAC_FUZZ=$target "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 \
    -print_final_stats=1 -artifact_prefix="$findings/" "$kept" "tests/fuzz/corpus/$target" >"$log" 2>&1 || true
  runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$log")
  count=$(find "$findings" -type f | wc -l)
  found=$((found + count))
  table+=("| \`$target\` | ${runs:-0} | $count |")
  ((count == 0)) || { tail -40 "$log"; echo "again with: CONJAC_FUZZ=$target $program $findings/..."; }
done

echo "| target | executions | findings |"
echo "|---|---|---|"
printf '%s\n' "${table[@]}"
((found == 0))
