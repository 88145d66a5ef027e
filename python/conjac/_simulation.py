"""A scene that runs."""
from __future__ import annotations

import difflib
import json
import os
import webbrowser
from collections.abc import Callable, Mapping
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _conjac
from ._options import Options
from ._arrays import mesh_text
from ._scenes import Overrides, SceneLike, checked, finite_json

if TYPE_CHECKING:
    import scipy.sparse


class Role(IntEnum):
    """What a node is to the method; the numbers of `role` in recorded frames."""

    QUASISTATIC = 0
    DYNAMIC = 1
    ASLEEP = 2
    FIXED = 3
    SCRIPTED = 4
    ATTACHED = 5


class Simulation(_conjac.Simulation):
    """A scene that runs, 2D or 3D.

    `scene` is the name of a scene, the path of a file or a dict of what a file would hold (files
    it names are then found relative to the working directory). `overrides` changes keys of it:
    texts as `"time.step=0.002"` or a dict of paths and values. SI units, Y up.
    """

    def __init__(self, scene: SceneLike, overrides: Overrides = ()) -> None:
        super().__init__(checked(scene, overrides))

    @classmethod
    def from_arrays(
        cls,
        vertices: Any,
        elements: Any,
        materials: Any,
        *,
        regions: Optional[Any] = None,
        fixed: Optional[Any] = None,
        dynamic: Optional[Any] = None,
        overrides: Overrides = (),
        **scene: Any,
    ) -> Simulation:
        """A body given by its mesh: vertices (nodes, 2 or 3) m, elements (elements, 3 or 4).

        `materials` is a list as in scene files, or one dict of numbers as
        `{"young": 1e5, "poisson": 0.4, "density": 1000}`. `regions` (elements,) are labels that
        selections name; `fixed` and `dynamic` are numbers (or masks) of nodes, a whole number for
        `dynamic` lets the program place so many. Everything else is a key of scene files:
        `gravity=[0, 0, 0]`, `time={"step": 0.01}`, `obstacles=[...]`.
        """
        for key in ("mesh", "bodies"):
            if key in scene:
                raise TypeError(f"from_arrays: {key}: the mesh is given by vertices and elements already")
        scene = {"name": "arrays", **scene}
        scene["mesh"] = {"file": mesh_text(vertices, elements, regions)}
        scene["materials"] = _materials(materials)
        roles = list(scene.get("roles", []))
        if isinstance(dynamic, (int, np.integer)) and not isinstance(dynamic, bool):
            scene["placement"] = {**scene.get("placement", {}), "dynamic": int(dynamic)}
        elif dynamic is not None:
            roles.append({"role": "dynamic", "select": {"index": _nodes("dynamic", dynamic, len(vertices))}})
        if fixed is not None:
            roles.append({"role": "fixed", "select": {"index": _nodes("fixed", fixed, len(vertices))}})
        if roles:
            scene["roles"] = roles
        return cls(scene, overrides)

    def __setattr__(self, name: str, value: Any) -> None:
        if type(self) is Simulation and not hasattr(Simulation, name):
            near = difflib.get_close_matches(name, [n for n in dir(Simulation) if not n.startswith("_")], 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise AttributeError(f"a Simulation has no attribute {name!r}{hint}", name=name, obj=self)
        super().__setattr__(name, value)

    @property
    def options(self) -> Options:
        """Step options; `sim.options.beta = 0.7` counts from the next step on."""
        return Options(self)

    @property
    def scene(self) -> dict[str, Any]:
        """The scene as Python data, defaults written out and options as they are now."""
        return json.loads(self._scene())

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.masses)

    @property
    def dynamic_nodes(self) -> np.ndarray:
        """Numbers of the dynamic nodes in the order of the Jacobian's columns."""
        representatives = self.representatives
        return representatives[self.roles[representatives] == Role.DYNAMIC]

    def stiffness(self, project: bool = True) -> scipy.sparse.csc_matrix:
        """K = df/dx at the current positions, whole and symmetric; negative where stable.

        With `project` the tangent of each element is made negative semidefinite, as in steps.
        """
        from scipy import sparse

        size = self.nodes * self.dimension
        lower = sparse.csc_matrix(self._stiffness(project), shape=(size, size))
        return (lower + sparse.tril(lower, -1).T).tocsc()

    def cut(self, cut: Optional[dict[str, Any]] = None, **keys: Any) -> _conjac.CutReport:
        """Parts the body along a surface, as it is now.

        What to give is what a `cut` event of a scene file holds, without `time`, as keywords or as
        a dict: `sim.cut(plane={"point": [0.05, 0, 0], "normal": [1, 0, 0]}, snap=False)`. Nodes
        keep their numbers and copies come behind them, unless crumbs are removed.
        """
        if cut is not None and not isinstance(cut, Mapping):
            raise TypeError(f"cut: give keywords or a dict, e.g. plane={{...}}, not a {type(cut).__name__}")
        return self._cut(finite_json({**(cut or {}), **keys}, "cut"), os.getcwd())

    def run(
        self,
        folder: Union[str, os.PathLike[str], None] = None,
        steps: Optional[int] = None,
        check_rest: bool = False,
        checkpoint: float = 60.0,
        progress: Optional[Callable[[int, int, _conjac.StepReport], Any]] = None,
    ) -> _conjac.RunResult:
        """Runs to the end of the scene, or `steps` steps, and records it in `folder` if given.

        Ctrl-C ends the run in order: what there is has been written when KeyboardInterrupt comes.
        Every `checkpoint` seconds (0: never) and at the end a checkpoint is written there too, from
        which `conjac resume FOLDER` goes on.
        """
        return self._run(
            "" if folder is None else os.fspath(folder), steps, check_rest, checkpoint, progress
        )

    @classmethod
    def from_state(cls, state: bytes) -> Simulation:
        """A simulation that goes on from what `state()` gave, here or in another process."""
        simulation = cls.__new__(cls)
        _conjac.Simulation.__init__(simulation, bytes(state))
        return simulation

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes state() to a file, whole or not at all."""
        path = Path(path)
        part = path.with_name(path.name + ".part")
        part.write_bytes(self.state())
        os.replace(part, path)

    def view(
        self,
        *,
        take: bool = False,
        open_page: bool = True,
        port: int = 0,
        ready: Optional[Callable[[str], object]] = None,
    ) -> None:
        """Shows the simulation as it is now on the page of `conjac view`, and waits until that was closed.

        The page runs a copy: pull it, cut it, change its options, as docs/viewer.md says. With `take` the simulation goes on
        from where the page left it; else it is untouched. `open_page` opens the browser where there is a desktop, and the
        address is printed; `ready`, if given, is called with the address instead. Ends three seconds after the last page was
        closed, or by Ctrl-C. Only this machine can reach the page.
        """

        def announce(address: str) -> None:
            print(f"The page is at {address} (close it, or press Ctrl-C, to go on)", flush=True)
            if open_page:
                webbrowser.open(address)

        left = self._view(ready=ready or announce, port=port, leave_after=3.0)
        if take:
            self.set_state(left)

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> Simulation:
        """A simulation that goes on from what save() wrote."""
        try:
            return cls.from_state(Path(path).read_bytes())
        except _conjac.Error as error:
            named = _conjac.Error(f"{os.fspath(path)}: {error}")
            named.kind, named.exit_code = error.kind, error.exit_code
            raise named from None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied by its state."""
        return (type(self).from_state, (self.state(),))

    def __repr__(self) -> str:
        return (
            f"<conjac.Simulation {self.name!r}: {self.nodes} nodes ({len(self.dynamic_nodes)} dynamic), "
            f"{len(self.elements)} elements, t = {self.time:g} s>"
        )


def _nodes(name: str, given: Any, count: int) -> list[int]:
    """Numbers of nodes, from numbers or from a mask."""
    array = np.asarray(given)
    if array.dtype == bool:
        if array.shape != (count,):
            raise ValueError(f"{name}: a mask needs the shape ({count},), not {array.shape}")
        array = np.flatnonzero(array)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: need numbers of nodes, not {array.dtype}")
    return [int(node) for node in np.atleast_1d(array)]


def _materials(given: Any) -> list[Any]:
    """A list as in scene files; numbers alone are one stable neo-Hookean material."""
    if not isinstance(given, Mapping):
        return list(given)
    if "laws" in given:
        return [dict(given)]
    law = {"law": "SNH", **{key: value for key, value in given.items() if key not in ("density", "select")}}
    outer = {key: given[key] for key in ("density", "select") if key in given}
    return [{**outer, "laws": [law]}]
