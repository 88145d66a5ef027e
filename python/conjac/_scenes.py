"""Scenes by name, by path and as Python data."""
from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Union

from . import _conjac
from ._arrays import with_mesh_texts

SceneLike = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Overrides = Union[Iterable[str], Mapping[str, Any]]


def folders() -> list[str]:
    """Where scenes are found by name: scenes/ here, an installation's, those of the checkout."""
    package = Path(__file__).parent
    candidates = [Path("scenes")]
    candidates += [parent / "share" / "conjac" / "scenes" for parent in package.parents]
    candidates.append(Path(_conjac.scenes_of_checkout))
    return [str(folder) for folder in candidates if folder.is_dir()]


def scenes() -> list[str]:
    """Names of the scenes that can be given by name."""
    return sorted({name for folder in folders() for name in _conjac.scene_names(folder)})


def schema() -> dict[str, Any]:
    """The JSON Schema of scenes."""
    return json.loads(_conjac.scene_json_schema())


def load_scene(scene: SceneLike, overrides: Overrides = ()) -> dict[str, Any]:
    """A scene as Python data, checked, with every default written out."""
    return json.loads(checked(scene, overrides).to_json())


def checked(scene: SceneLike, overrides: Overrides = ()) -> _conjac.Scene:
    """Reads a scene given as a name, a path or a mapping."""
    texts = override_texts(overrides)
    if isinstance(scene, Mapping):
        text = json.dumps(with_mesh_texts(scene), indent=2, ensure_ascii=False, default=plain)
        return _conjac.scene_from_json(text, "scene", os.getcwd(), texts)
    return _conjac.load_scene(os.fspath(scene), texts, folders())


def override_texts(overrides: Overrides) -> list[str]:
    """`path=value` texts as they are; a mapping of paths to values as such texts."""
    if isinstance(overrides, str):
        raise TypeError("overrides: give a list of 'path=value' texts or a dict, not one text")
    if isinstance(overrides, Mapping):
        return [f"{path}={json_value(value)}" for path, value in overrides.items()]
    return list(overrides)


def json_value(value: Any) -> str:
    """A Python or numpy value as JSON."""
    return json.dumps(value, ensure_ascii=False, default=plain)


def finite_json(value: Any, path: str) -> str:
    """As `json_value`, but a number that is not finite is named by its path."""
    text = json_value(value)
    for where, number in numbers(json.loads(text), path):
        if not math.isfinite(number):
            error = _conjac.Error(f"{where}: {number} is not a finite number")
            error.kind, error.exit_code = "bad_input", 3
            raise error
    return text


def numbers(value: Any, path: str) -> Iterator[tuple[str, float]]:
    """All numbers in JSON data, with their paths."""
    if isinstance(value, float):
        yield path, value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from numbers(entry, f"{path}.{key}")
    elif isinstance(value, list):
        for i, entry in enumerate(value):
            yield from numbers(entry, f"{path}[{i}]")


def plain(value: Any) -> Any:
    """What json does not know: numpy's arrays and numbers, paths, other mappings."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a scene cannot hold a {type(value).__name__}")
