#!/usr/bin/env python3
"""Writes the type stubs of the Python package from the module itself.

    PYTHONPATH=build/release/python tools/make_stubs.py [--check]

Signatures and docstrings stand once, in python/src/*.cpp and in the program's table of options; this
reads them back from the built module and writes python/conjac/_conjac.pyi and _options.pyi. With
--check nothing is written, and the exit code is 1 where the files differ from what would be.
"""
from __future__ import annotations

import inspect
import re
import sys
import textwrap
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "python" / "conjac"
HEAD = '''"""Made by tools/make_stubs.py from the module; not to be edited."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Optional

import numpy
from numpy.typing import ArrayLike, NDArray

'''
NUMPY = {"numpy.float64": "numpy.float64", "numpy.int32": "numpy.int32", "numpy.uint8": "numpy.uint8",
         "bool": "numpy.bool_"}


def type_of(text: str, returned: bool) -> str:
    """A type as pybind11 writes it, as Python does."""
    text = text.strip().replace("conjac._conjac.", "")
    array = re.fullmatch(r"numpy\.ndarray\[(.*)\]", text)
    if array:
        return f"NDArray[{NUMPY[array[1]]}]" if returned else "ArrayLike"
    for plain, python in (("List", "list"), ("Tuple", "tuple"), ("Dict", "dict")):
        text = re.sub(rf"\b{plain}\[", f"{python}[", text)
    return {"object": "Any", "handle": "Any"}.get(text, text)


def arguments(text: str) -> list[str]:
    """Splits at commas outside of brackets."""
    parts, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "[({") - (c in "])}")
        if c == "," and depth == 0:
            parts.append(text[last:i])
            last = i + 1
    return [part.strip() for part in [*parts, text[last:]] if part.strip()]


def signature(name: str, line: str) -> str:
    """`name(...) -> type:` from the line pybind11 puts first in a docstring."""
    match = re.fullmatch(r"\w*\((.*)\)(?: -> (.*))?", line)
    if match is None:
        raise ValueError(f"{name}: no signature in {line!r}")
    made = []
    for i, argument in enumerate(arguments(match[1])):
        label, _, rest = argument.partition(":")
        kind, _, default = rest.partition(" = ")
        if i == 0 and (label == "self" or kind.strip() == f"{OWNER[-1]}"):
            made.append("self")
            continue
        made.append(f"{label}: {type_of(kind, False)}" + (f" = {default}" if default else ""))
    return f"def {name}({', '.join(made)}) -> {type_of(match[2] or 'None', True)}:"


OWNER = [""]


def body(doc: str, indent: str) -> str:
    """The docstring, or dots where there is none."""
    doc = textwrap.fill(" ".join(doc.split()), 96 - len(indent), break_long_words=False)
    if not doc:
        return f"{indent}...\n"
    quoted = doc.replace("\\", "\\\\").replace("\n", "\n" + indent)
    closing = f"\n{indent}" if "\n" in quoted else ""
    return f'{indent}"""{quoted}{closing}"""\n'


def function(name: str, doc: str, indent: str) -> str:
    """One signature, or as many as pybind11 lists."""
    lines = (doc or "").splitlines()
    if len(lines) > 1 and lines[1].startswith("Overloaded"):
        made = ""
        for found in re.finditer(r"^\d+\. (.*)$", doc, flags=re.M):
            made += f"{indent}@overload\n{indent}{signature(name, found[1])} ...\n"
        return made
    return f"{indent}{signature(name, lines[0])}\n" + body("\n".join(lines[1:]), indent + "    ")


def described(name: str, prop: property) -> str:
    lines = (prop.fget.__doc__ or "").splitlines()
    match = re.search(r"-> (.*)$", lines[0]) if lines else None
    kind = match[1] if match else "Any"
    made = f"    @property\n    def {name}(self) -> {type_of(kind, True)}:\n"
    made += body(prop.__doc__ or "", "        ")
    if prop.fset:
        given = type_of(arguments(re.search(r"\((.*)\)", prop.fset.__doc__)[1])[1].partition(":")[2], False)
        made += f"    @{name}.setter\n    def {name}(self, value: {given}) -> None: ...\n"
    return made


def class_stub(name: str, kind: type) -> str:
    OWNER[-1] = name
    base = "RuntimeError" if issubclass(kind, RuntimeError) else ""
    made = f"class {name}({base}):\n" if base else f"class {name}:\n"
    made += body(kind.__doc__ or "", "    ") if kind.__doc__ else ""
    if base:
        return made + "    kind: Optional[str]\n    exit_code: Optional[int]\n"
    for member, value in sorted(vars(kind).items()):
        if isinstance(value, property):
            made += described(member, value)
        elif isinstance(value, tuple) and member == "fields":
            made += "    fields: tuple[str, ...]\n"
        elif callable(value) and (value.__doc__ or "").startswith(f"{member}(") and (
                member == "__init__" or not member.startswith("__")):
            made += function(member, value.__doc__ or "", "    ")
    return made


def module_stub() -> str:
    from conjac import _conjac

    classes, functions = "", ""
    for name, value in sorted(vars(_conjac).items()):
        if name.startswith("__") and name != "__version__":
            continue
        if inspect.isclass(value):
            classes += class_stub(name, value) + "\n"
        elif callable(value):
            OWNER[-1] = ""
            functions += function(name, value.__doc__ or "", "") + "\n"
        else:
            functions += f"{name}: {type(value).__name__}\n"
    text = HEAD + classes + functions
    return text.replace("from typing import Any, Optional", "from typing import Any, Optional, overload")


def options_stub() -> str:
    from conjac import _options

    kinds = {"switch": "bool", "whole": "int", "number": "float", "choice": "str"}
    made = HEAD.replace("from collections.abc import Callable, Iterator", "from collections.abc import Iterator")
    made = made.replace("import numpy\nfrom numpy.typing import ArrayLike, NDArray\n\n", "from . import _conjac\n\n")
    made += "class Options:\n" + body(_options.Options.__doc__.split("\n\n")[0], "    ")
    made += "    def __init__(self, simulation: _conjac.Simulation) -> None: ...\n"
    for name in ("as_dict", "update", "__iter__"):
        made += f"    def {name}{inspect.signature(getattr(_options.Options, name))}: ...\n".replace("'", "")
    for name, row in _options._TABLE.items():
        kind = f"Optional[{kinds.get(row['kind'], 'Any')}]"
        made += f"    @property\n    def {name}(self) -> {kind}:\n" + body(getattr(_options.Options, name).__doc__, "        ")
        made += f"    @{name}.setter\n    def {name}(self, value: {kind}) -> None: ...\n"
    return made


def main() -> int:
    differing = []
    for file, text in (("_conjac.pyi", module_stub()), ("_options.pyi", options_stub())):
        path = PACKAGE / file
        if path.is_file() and path.read_text() == text:
            continue
        differing.append(file)
        if "--check" not in sys.argv:
            path.write_text(text)
    if differing and "--check" in sys.argv:
        print(f"python/conjac: {', '.join(differing)}: not what the module says; run tools/make_stubs.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
