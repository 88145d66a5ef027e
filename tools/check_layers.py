#!/usr/bin/env python3
"""Proves that the arrows between rooms point one way.

    tools/check_layers.py [ROOT]

Reads the room from every include line under src/ and compares it with ROOMS below; the USES lists of
src/CMakeLists.txt must say the same. Programs (apps/, python/) may include public headers and their
own only, and what PROGRAM_ROOMS says. Files stay short, and none speaks of the machine it was written on. A class is explicitly
instantiated in one file (a program may hold one such line; members of a class that is defined in
several files are instantiated one by one in the others).
Prints one line per fault and exits 1 when there is any; warnings alone exit 0.
"""
import re
import subprocess
import sys
from pathlib import Path

# Room -> rooms it may include (itself and the vocabulary headers always). Later steps of the
# project add rooms (contact, rigid); a room without a line here may not exist.
ROOMS = {
    "core": set(),
    "linalg": {"core"},
    "mesh": {"core"},
    "material": {"core"},
    "record": {"core"},
    "draw": {"core", "record"},
    "system": {"core", "linalg"},
    "fem": {"core", "linalg", "mesh", "material", "system"},
    "solid": {"core"},
    "contact": {"core", "system", "solid"},
    "rigid": {"core", "system", "solid"},
    "reduce": {"core", "linalg", "system"},
    "dist": {"core", "linalg", "reduce"},
    "step": {"core", "linalg", "system", "reduce"},
    "scene": {"core", "linalg", "mesh", "material", "system", "solid", "fem", "contact", "rigid", "reduce", "dist", "step"},
    "scenefile": {"core", "material"},  # scene files as data; a scene is built without them
}
ROOMS["api"] = set(ROOMS)  # the rooms above: all of scene's, scenefile, record and draw
ROOMS["serve"] = {"core", "record", "api", "material"}

# Rooms that may use the doors: they are made of whole runs.
THROUGH_DOORS = {"api", "serve"}

# Folders of apps/ that are libraries of programs -> rooms they may include beside the public headers.
# The page about the paper measures what runs have left in their folders and draws it. It is built
# with the rooms from one tree and never installed, so reading and drawing need no promise to others.
PROGRAM_ROOMS = {"paper": {"core", "record", "draw"}}

# Public headers any room may include; the others are doors, for api and for programs.
VOCABULARY = {"solid_view.h", "skin_spec.h", "skin_view.h", "option_field.h", "scene_spec.h", "step_options.h", "step_report.h", "step_watch.h", "cut_report.h", "error.h", "machine.h",
              "method_in_effect.h"}

# Third-party headers that must stay in the files named (a back end is swapped in one place).
CONFINED = {
    "cholmod.h": {"linalg"},
    "cblas.h": {"linalg"},
    "metis.h": {"linalg"},
    "omp.h": {"linalg"},
    "mpi.h": {"dist"},
    "petscksp.h": {"dist"},
    "petscmat.h": {"dist"},
    "petscsys.h": {"dist"},
    "nlohmann/": {"scenefile", "record", "draw", "api", "serve"},
    "png.h": {"draw"},
    "boost/": {"serve"},
    "CLI/": set(),
    "spdlog/": set(),
}

SOFT_LIMIT, HARD_LIMIT = 300, 450
SOURCE = {".h", ".cpp", ".py", ".sh", ".ts"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# `template class World<2>;` but not `extern template ...` and not members or functions.
INSTANTIATION = re.compile(r"^\s*template\s+(?:class|struct)\s+([\w:]+\s*<[^;{]*>)\s*;", re.M)
# Home folders and work folders of one machine; system folders (/usr, /proc, /tmp) are everybody's.
MACHINE_PATH = re.compile(r'(?<![\w./}~$-])/(?:home|root|work|Users|mnt|workspace)/[\w.-]+')


class Report:
    def __init__(self):
        self.errors, self.warnings = [], []

    def error(self, where, text):
        self.errors.append(f"{where}: {text}")

    def warning(self, where, text):
        self.warnings.append(f"{where}: warning: {text}")


def files_of(root):
    """Tracked and not ignored files when root is a git checkout, all of them otherwise."""
    listing = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, text=True,
    ) if (root / ".git").exists() else None
    if listing is not None and listing.returncode == 0:
        paths = [root / name for name in listing.stdout.split("\0") if name]
    else:
        paths = [p for p in root.rglob("*") if ".git" not in p.parts]
    return sorted(p for p in paths if p.is_file())


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1], match[2]


def check_room_file(report, root, path, room):
    allowed = ROOMS[room] | {room}
    for number, quote, name in includes(path):
        where = f"{path.relative_to(root)}:{number}"
        first = name.split("/")[0]
        if first == "conjac":
            if room not in THROUGH_DOORS and name.split("/", 1)[1] not in VOCABULARY:
                report.error(where, f"{name} is a door, for api, serve and programs; rooms include "
                                    f"{', '.join(sorted(VOCABULARY))} only")
        elif quote == '"':
            if "/" not in name:
                report.error(where, f'"{name}" hides its room; write "{room}/{name}"')
            elif first not in ROOMS:
                report.error(where, f'"{name}": there is no room "{first}"')
            elif first not in allowed:
                report.error(where, f"{room} may not include {first} "
                                    f"(it may: {', '.join(sorted(ROOMS[room])) or 'nothing'})")
        for header, rooms in CONFINED.items():
            if (name == header or name.endswith("/" + header) or
                    (header.endswith("/") and name.startswith(header))) and room not in rooms:
                report.error(where, f"{name} belongs to {' and '.join(sorted(rooms)) or 'apps'}, not to {room}")


def check_program_file(report, root, path):
    rooms = PROGRAM_ROOMS.get(path.relative_to(root).parts[1], set())
    for number, quote, name in includes(path):
        first = name.split("/")[0]
        own = (path.parent / name).is_file() or (first in PROGRAM_ROOMS and (root / "apps" / name).is_file())
        if quote == '"' and first != "conjac" and first not in rooms and not own:
            report.error(f"{path.relative_to(root)}:{number}",
                         f'"{name}": programs include public headers ("conjac/...") and their own only')


def cmake_uses(text):
    """Room -> USES list of every conjac_room() call."""
    uses = {}
    for call in re.findall(r"^\s*conjac_room\(([^)]*)\)", text, re.M):
        words = call.split()
        used, keyword = set(), None
        for word in words[1:]:
            if word in ("USES", "LIBS", "SOURCES"):
                keyword = word
            elif keyword == "USES":
                used.add(word)
        uses[words[0]] = used
    return uses


def closure(rooms, direct):
    reached = set()
    todo = list(rooms)
    while todo:
        room = todo.pop()
        if room not in reached:
            reached.add(room)
            todo.extend(direct.get(room, ()))
    return reached


def check_cmake(report, root, included):
    path = root / "src" / "CMakeLists.txt"
    if not path.is_file():
        return
    uses = cmake_uses(path.read_text())
    for room, used in uses.items():
        if room not in ROOMS:
            report.error("src/CMakeLists.txt", f'room "{room}" is not in tools/check_layers.py')
            continue
        for other in sorted(used - ROOMS[room]):
            report.error("src/CMakeLists.txt", f"{room} USES {other}, which its includes may not")
    for room, others in included.items():
        for other in sorted(others - closure(uses.get(room, ()), uses) - {room}):
            report.error("src/CMakeLists.txt", f"{room} includes {other} but does not say USES {other}")


def check_instantiations(report, root, sources):
    """Two explicit instantiations of one class are an error that no compiler need tell."""
    files = {}
    for path in sources:
        for name in INSTANTIATION.findall(path.read_text(encoding="utf-8", errors="replace")):
            files.setdefault(re.sub(r"\s+", "", name), []).append(str(path.relative_to(root)))
    for name, places in files.items():
        if len(places) > 1:
            report.error(places[0], f"{name} is explicitly instantiated {len(places)} times "
                                    f"({', '.join(places)}); once is allowed")


def check_text(report, root, path):
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    relative = path.relative_to(root)
    lines = text.splitlines()
    if path.suffix in SOURCE and len(lines) > HARD_LIMIT:
        report.error(relative, f"{len(lines)} lines; the limit is {HARD_LIMIT}: split it by what it holds")
    elif path.suffix in SOURCE and len(lines) > SOFT_LIMIT:
        report.warning(relative, f"{len(lines)} lines; more than {SOFT_LIMIT} usually hold two things")
    for number, line in enumerate(lines, 1):
        found = MACHINE_PATH.search(line)
        if found:
            report.error(f"{relative}:{number}", f"{found[0]} is a path of one machine")


def check(root):
    report = Report()
    included, sources = {}, []
    for path in files_of(root):
        parts = path.relative_to(root).parts
        if parts[0] in ("build", "out"):
            continue
        check_text(report, root, path)
        if path.suffix not in (".h", ".cpp"):
            continue
        sources.append(path)
        if parts[0] == "src":
            room = parts[1]
            if room not in ROOMS:
                report.error("/".join(parts), f'room "{room}" is not in tools/check_layers.py')
                continue
            check_room_file(report, root, path, room)
            others = {name.split("/")[0] for _, quote, name in includes(path) if quote == '"'}
            included.setdefault(room, set()).update(others & set(ROOMS))
        elif parts[0] in ("apps", "python"):
            check_program_file(report, root, path)
        elif parts[0] == "include":
            for number, quote, name in includes(path):
                if quote == '"' and not name.startswith("conjac/"):
                    report.error(f"{'/'.join(parts)}:{number}", f'"{name}": public headers include public ones only')
    check_cmake(report, root, included)
    check_instantiations(report, root, sources)
    return report


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    report = check(root.resolve())
    for line in report.warnings + report.errors:
        print(line, file=sys.stderr)
    return 1 if report.errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
