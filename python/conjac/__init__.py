"""ConJac: lively deformable bodies through a handful of dynamic nodes.

    import conjac
    sim = conjac.Simulation("hang")
    sim.step(100)
    print(sim.time, sim.energy().total)

docs/python.md is the tutorial.
"""
try:
    from ._conjac import (
        Books,
        ContactTotals,
        CutReport,
        Energies,
        Error,
        RestReport,
        RunResult,
        StageTimes,
        StepReport,
        __version__,
        machine,
    )
except ModuleNotFoundError as missing:
    if missing.name != "conjac._conjac":
        raise
    raise ModuleNotFoundError(
        "conjac: the extension is not built beside this file; run your program with "
        "`./conjac python FILE`, or put build/release/python first on PYTHONPATH",
        name=missing.name,
    ) from None

from ._options import Options
from ._scenes import load_scene, scenes, schema
from ._simulation import Role, Simulation
from ._threads import threads

__all__ = [
    "Books",
    "ContactTotals",
    "CutReport",
    "Energies",
    "Error",
    "Options",
    "RestReport",
    "Role",
    "RunResult",
    "Simulation",
    "StageTimes",
    "StepReport",
    "load_scene",
    "machine",
    "scenes",
    "schema",
    "threads",
]
