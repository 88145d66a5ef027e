#!/usr/bin/env python3
"""Proves that no member is forgotten where the state of a run is listed.

    tools/check_state.py [ROOT]

A class that a step depends on has a describe(Archive& archive), of its own or beside it (core/archive.h).
It names every data member: in archive(...) what is saved and loaded, in archive.leave(...) what is not.
The same holds for the structs inside it that its kept members are made of, unless these have a
describe() themselves, and for the parts of a struct without a name.
Prints one line per fault and exits 1 when there is any.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_sizes  # noqa: E402

LIST = re.compile(
    r"(?:(?P<member>\w+)(?:<\w+>)?::)?describe\(\s*Archive& archive(?:,\s*(?P<free>[\w:]+)(?:<\w+>)?& \w+|[^)]*)\)\s*\{")


class Members(check_sizes.Walk):
    """Names and declarations of the data members of every class."""

    def __init__(self, stream):
        self.found = {}  # class -> {member: words of its declaration}
        super().__init__(stream)

    def braces(self, head, i, close, owner, members):
        words = check_sizes.without_templates(head)
        if words[:1] == ["template"]:
            words = words[1:]
        if words[:1] in (["class"], ["struct"]) and "::" in words[:words.index(":") if ":" in words else None]:
            # struct Outer<Dim>::Inner, defined outside of it
            self.scope(i + 1, close, "".join(words[1:]))
            return members, [], close + 1
        return super().braces(head, i, close, owner, members)

    def scope(self, begin, end, owner):
        members, head, i = 0, [], begin
        while i < end:
            word, _ = self.stream[i]
            if word == ";":
                if owner and "operator" not in head and check_sizes.data_members(head):
                    for name in names(head):
                        self.found.setdefault(owner, {})[name] = head
                head = []
            elif word == "{":
                close = check_sizes.matching(self.stream, i, "{", "}")
                members, head, i = self.braces(head, i, close, owner, members)
                continue
            elif word == "(":
                close = check_sizes.matching(self.stream, i, "(", ")")
                head += [token for token, _ in self.stream[i:close + 1]]
                i = close
            elif word == ":" and head and head[-1] in ("public", "private", "protected"):
                head = []
            else:
                head.append(word)
            i += 1
        return members


def names(words):
    """The names that a statement of a class declares."""
    words = check_sizes.without_templates(words)
    result, depth, initial, last = [], 0, False, None
    for word in words + [","]:
        if depth == 0 and (word in "=,{[") and not initial:
            if last:
                result.append(last)
            last = None
            initial = word in "={["
        if depth == 0 and word == ",":
            initial = False
        if word in "([{":
            depth += 1
        elif word in ")]}":
            depth -= 1
        elif depth == 0 and not initial and re.match(r"[A-Za-z_]\w*$", word):
            last = word
    return result


def body(text, begin):
    """What stands between the braces of which the first is before `begin`."""
    depth = 1
    for i in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[begin:i]
    return text[begin:]


def left_out(text):
    """The words in archive.leave(...)."""
    return set(re.findall(r"\w+", " ".join(re.findall(r"archive\.leave\(([^;]*)\);", text))))


def lists(root):
    """(class, file, line, text) of every describe() with a body."""
    for path in sorted((root / "src").glob("*/*")):
        if path.suffix not in (".h", ".cpp") or path.name.startswith("archive."):
            continue
        text = path.read_text(encoding="utf-8")
        for match in LIST.finditer(text):
            name = match["free"] or match["member"]
            if not name:  # inside its class
                name = re.findall(r"^(?:class|struct) (\w+)[^;{]*\{", text[:match.start()], re.M)[-1]
            yield name, path.relative_to(root), text.count("\n", 0, match.start()) + 1, body(text, match.end())


def classes(root):
    found = {}
    for folder in ("src", "include"):
        for path in sorted((root / folder).glob("*/*")):
            if path.suffix in (".h", ".cpp"):
                text = path.read_text(encoding="utf-8")
                found.update(Members(list(check_sizes.tokens(text))).found)
    return found


def missing(members, text):
    words = set(re.findall(r"\w+", text))
    return [name for name in members if name not in words]


def faults(root):
    known = classes(root)
    listed = list(lists(root))
    described = {name.split("::")[-1] for name, *_ in listed}
    for name, path, line, text in listed:
        full = next((key for key in (name, *sorted(known)) if key in known and
                     (key == name or key.endswith("::" + name))), None)
        if full is None:
            yield f"{path}:{line}: {name} has no members that can be found"
            continue
        for member in missing(known[full], text):
            yield f"{path}:{line}: {member} of {full} is neither in archive(...) nor in archive.leave(...)"
        kept = {member: words for member, words in known[full].items() if member not in left_out(text)}
        used = {word for words in kept.values() for word in words}
        for inner, members in known.items():
            if not inner.startswith(full + "::") or inner.split("::")[-1] in described:
                continue
            if inner.split("::")[-1] in used:
                for member in missing(members, text):
                    yield f"{path}:{line}: {member} of {inner} is neither in archive(...) nor in archive.leave(...)"


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    found = list(faults(root.resolve()))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
