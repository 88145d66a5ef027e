#!/usr/bin/env bash
# Draws docs/pictures/skin.png: the scene pumpkin while it is pressed flat, with its skin and without.
#   tools/draw_skin.sh [PROGRAM]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${1:-$root/build/release/apps/conjac/conjac}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
look=(--size 480x400 --time 0.1 --no-dots)
"$program" run "$root/scenes/pumpkin.json" --duration 0.2 -o "$folder/skin" --quiet
sed -e '/"skin"/d' -e "s|shapes/|$root/scenes/shapes/|" "$root/scenes/pumpkin.json" > "$folder/body.json"
"$program" run "$folder/body.json" --duration 0.2 -o "$folder/body" --quiet
for run in skin body; do "$program" render "$folder/$run" -o "$folder/$run.png" "${look[@]}" --quiet; done
ffmpeg -v error -y -i "$folder/skin.png" -i "$folder/body.png" -filter_complex hstack "$root/docs/pictures/skin.png"
