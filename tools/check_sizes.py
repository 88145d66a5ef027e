#!/usr/bin/env python3
"""Proves that functions and classes stay small where the method lives.

    tools/check_sizes.py [ROOT] [--rooms scene,step,...]

No function of these rooms is longer than 60 lines, from the line of its opening brace to that of its
closing one; no class has more than 30 data members, those of structs inside it not counted. A lambda
counts with the function it stands in, for that is how it is read. Enums, aliases, static constants
and friends are no data members.
Prints one line per fault and exits 1 when there is any.
"""
import re
import sys
from pathlib import Path

# scenefile came out of scene, solid out of contact.
ROOMS = ("scene", "scenefile", "step", "reduce", "contact", "solid")
MOST_LINES, MOST_MEMBERS = 60, 30

TOKEN = re.compile(r"""
    (?P<skip>//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*|R"(?P<mark>[^\s()\\]*)\(.*?\)(?P=mark)"
            |"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+')
  | (?P<word>[A-Za-z_]\w*|\d[\w.']*)
  | (?P<mark2>::|->|[^\s\w])
""", re.X | re.S | re.M)


def tokens(text):
    """(text, line) of every token but comments, preprocessor lines; literals become one token."""
    line, last = 1, 0
    for match in TOKEN.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        found = match[0]
        if match["skip"] is None:
            yield found, line
        elif found[0] in "\"'R":
            yield '""', line


def matching(stream, begin, opening, closing):
    """Index of the token that closes the one at `begin`."""
    depth = 0
    for i in range(begin, len(stream)):
        if stream[i][0] == opening:
            depth += 1
        elif stream[i][0] == closing:
            depth -= 1
            if depth == 0:
                return i
    return len(stream) - 1


def without_templates(words):
    """The words outside of <...>, which after `template` and names of types hold commas and ()."""
    kept, depth = [], 0
    for i, word in enumerate(words):
        if word == "<" and i > 0 and re.match(r"[A-Za-z_]", words[i - 1]) and words[i - 1] != "operator":
            depth += 1
        elif word == ">" and depth > 0:
            depth -= 1
        elif depth == 0:
            kept.append(word)
    return kept


def class_name(head):
    """Name of the class that `head {` begins, or None."""
    words = without_templates(head)
    if words[:1] == ["template"]:
        words = words[1:]
    while words[:1] == ["["]:
        words = words[words.index("]") + 1:]
    if not words or words[0] not in ("class", "struct", "union") or "(" in words:
        return None
    names = [w for w in words[1:] if re.match(r"[A-Za-z_]", w) and w not in ("final", "alignas")]
    return names[0] if names else "(unnamed)"


def function_name(head):
    """Name of the function that `head {` begins, or None."""
    words = without_templates(head)
    if "(" not in words or "=" in words[:words.index("(")] and "operator" not in words:
        return None
    at = words.index("(")
    if "operator" in words[:at + 1]:
        begin = words.index("operator")
        at = at if at > begin + 1 else at + 2  # operator() has two pairs of parentheses
    else:
        name = words[at - 1] if at > 0 else ""
        if not re.match(r"[A-Za-z_~]", name) or name in ("requires", "decltype", "alignas"):
            return None
        begin = at - 1
    while begin > 1 and words[begin - 1] in ("::", "~"):
        begin -= 2 if words[begin - 1] == "::" else 1
    return "".join(words[max(begin, 0):at])


def data_members(words):
    """How many data members a statement of a class declares."""
    words = without_templates(words)
    while len(words) > 1 and words[1] == ":" and words[0] in ("public", "private", "protected"):
        words = words[2:]
    if not words or words[0] in ("using", "typedef", "friend", "enum", "template", "static_assert", "class", "struct",
                                 "union") or "static" in words:
        return 0
    count, depth, initial = 1, 0, False
    for i, word in enumerate(words):
        if word == "(" and depth == 0 and not initial:
            return 0  # a function
        if word in "([{":
            depth += 1
        elif word in ")]}":
            depth -= 1
        elif depth == 0 and word == "=":
            initial = True
        elif depth == 0 and word == ",":
            count += 1
            initial = False
    return count if len(words) > 1 else 0


class Walk:
    """Walks over the declarations of one file."""

    def __init__(self, stream):
        self.stream = stream
        self.functions = []  # name, first line, lines
        self.classes = []  # name, line, members
        self.scope(0, len(stream), None)

    def scope(self, begin, end, owner):
        """A namespace (owner None) or a class; returns how many data members it has."""
        members, head, i = 0, [], begin
        while i < end:
            word, line = self.stream[i]
            if word == ";":
                members += data_members(head) if owner else 0
                head = []
            elif word == "{":
                close = matching(self.stream, i, "{", "}")
                members, head, i = self.braces(head, i, close, owner, members)
                continue
            elif word == "(":  # braces in arguments are neither bodies nor scopes
                close = matching(self.stream, i, "(", ")")
                head += [token for token, _ in self.stream[i:close + 1]]
                i = close
            elif word == ":" and head and head[-1] in ("public", "private", "protected"):
                head = []
            else:
                head.append(word)
            i += 1
        return members

    def braces(self, head, i, close, owner, members):
        """What a pair of braces holds; returns the members so far, the head and where to go on."""
        line = self.stream[i][1]
        if not head or head[0] in ("namespace", "extern") or head[:2] == ["inline", "namespace"]:
            self.scope(i + 1, close, None)
            return members, [], close + 1
        if head[0] == "enum":
            return members, ["enum"], close + 1
        name = class_name(head)
        if name:
            inner = f"{owner}::{name}" if owner else name
            self.classes.append((inner, line, self.scope(i + 1, close, inner)))
            after = self.stream[close + 1][0] if close + 1 < len(self.stream) else ";"
            # struct { ... } name; declares a member of the class around it.
            return members, [] if after == ";" else [name], close + 1
        name = function_name(head)
        follows = self.stream[close + 1][0] if close + 1 < len(self.stream) else ""
        if (name and ":" in head and re.match(r"\w|>", head[-1]) and
                head[-1] not in ("const", "override", "final", "noexcept")):
            return members, head + ["()"], close + 1  # member{value} of a constructor
        if name and follows != ",":
            self.functions.append((name, line, self.stream[close][1] - line + 1))
            return members, [], close + 1
        return members, head + ["{", "}"], close + 1  # an initial value


def faults(root, rooms):
    for room in rooms:
        for path in sorted((root / "src" / room).glob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            walk = Walk(list(tokens(path.read_text(encoding="utf-8"))))
            where = path.relative_to(root)
            for name, line, lines in walk.functions:
                if lines > MOST_LINES:
                    yield f"{where}:{line}: {name} has {lines} lines; at most {MOST_LINES}: give its parts names"
            for name, line, members in walk.classes:
                if members > MOST_MEMBERS:
                    yield (f"{where}:{line}: {name} has {members} data members; at most {MOST_MEMBERS}: "
                           "those that are used together are a class of their own")


def main(arguments):
    rooms = ROOMS
    if "--rooms" in arguments:
        at = arguments.index("--rooms")
        rooms = arguments[at + 1].split(",")
        arguments = arguments[:at] + arguments[at + 2:]
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    found = list(faults(root.resolve(), rooms))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
