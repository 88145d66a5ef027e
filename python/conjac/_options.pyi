"""Made by tools/make_stubs.py from the module; not to be edited."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

from . import _conjac

class Options:
    """The keys of `method` in scene files, by the same names and rules."""
    def __init__(self, simulation: _conjac.Simulation) -> None: ...
    def as_dict(self) -> dict[str, Any]: ...
    def update(self, **changes: Any) -> None: ...
    def __iter__(self) -> Iterator[str]: ...
    @property
    def name(self) -> Optional[str]:
        """`conjac` is the reduced method, `vanilla` (or `full`) full finite elements. one of
        conjac, vanilla; default conjac
        """
    @name.setter
    def name(self, value: Optional[str]) -> None: ...
    @property
    def integrator(self) -> Optional[str]:
        """`trapezoidal` hardly damps, `linear-implicit` is the paper's. Of `conjac` alone:
        `modal`, which moves the lowest modes of the body, exactly in time where it is linear;
        `symplectic`, for one or two dynamic nodes. Of full finite elements alone: `bdf2`;
        `midpoint`, which keeps energy; `verlet`, which is explicit and needs tiny steps. Unset:
        `modal` for `conjac`, or `trapezoidal` with the stabilisation `pre`, contact, cuts or
        bones; `linear-implicit` for full. one of linear-implicit, trapezoidal, symplectic,
        bdf2, midpoint, verlet, modal; default unset
        """
    @integrator.setter
    def integrator(self, value: Optional[str]) -> None: ...
    @property
    def modes(self) -> Optional[int]:
        """Modes of each piece that `modal` keeps, the lowest; 0: as many as the dynamic nodes
        give. whole number at least 0 at most 1000; default 0
        """
    @modes.setter
    def modes(self, value: Optional[int]) -> None: ...
    @property
    def mode_iterations(self) -> Optional[int]:
        """Steps of inverse iteration from the dynamic nodes' shapes to modes. whole number at
        least 1 at most 10; default 2
        """
    @mode_iterations.setter
    def mode_iterations(self, value: Optional[int]) -> None: ...
    @property
    def beta(self) -> Optional[float]:
        """Weight of the implicit stiffness; larger is more stable and more damped. Unset: 0.5 for
        `conjac`, 1 for `vanilla`. number above 0; default unset
        """
    @beta.setter
    def beta(self, value: Optional[float]) -> None: ...
    @property
    def stabilisation(self) -> Optional[str]:
        """`post` corrects the quasistatic nodes after the move, `pre` is the paper's scaled Newton
        step, `none` lets them drift. one of none, pre, post; default post
        """
    @stabilisation.setter
    def stabilisation(self, value: Optional[str]) -> None: ...
    @property
    def gamma(self) -> Optional[float]:
        """Scale of the `pre` correction; larger may overshoot. number at least 0 at most 1;
        default 0.3333333333333333
        """
    @gamma.setter
    def gamma(self, value: Optional[float]) -> None: ...
    @property
    def newton_steps(self) -> Optional[int]:
        """Corrections per step of `post`; 0: as many as `modal` needs, up to three, and one
        otherwise. whole number at least 0 at most 100; default 0
        """
    @newton_steps.setter
    def newton_steps(self, value: Optional[int]) -> None: ...
    @property
    def inertia_relief(self) -> Optional[bool]:
        """Subtract inertia from the force that quasistatic nodes balance, so a falling body does
        not sag. True or False; default True
        """
    @inertia_relief.setter
    def inertia_relief(self, value: Optional[bool]) -> None: ...
    @property
    def conserve_energy(self) -> Optional[bool]:
        """Scale the velocities of `trapezoidal` steps of `conjac` and of `midpoint` so that energy
        is neither made nor lost. True or False; default True
        """
    @conserve_energy.setter
    def conserve_energy(self, value: Optional[bool]) -> None: ...
    @property
    def reuse_tolerance(self) -> Optional[float]:
        """Factor again once some element's deformation gradient moved this far; 0 factors at every
        step. number at least 0 at most 0.5; default 0.12
        """
    @reuse_tolerance.setter
    def reuse_tolerance(self, value: Optional[float]) -> None: ...
    @property
    def solver(self) -> Optional[str]:
        """What solves with the stiffness: `fronts` factors, on all threads; `cholmod` is
        CHOLMOD's, on one, to compare with. In builds with PETSc, for `conjac`, also on many
        ranks: `mumps` factors, `multigrid` iterates, for large bodies with Poisson's ratio up
        to 0.47. `auto` takes `fronts`, with PETSc `multigrid` for large bodies (docs/scale.md).
        one of auto, fronts, cholmod, mumps, multigrid; default auto
        """
    @solver.setter
    def solver(self, value: Optional[str]) -> None: ...
    @property
    def shape_tolerance(self) -> Optional[float]:
        """How near `multigrid` comes with J and modes: relative error in the norm of energy.
        number at least 1e-12 at most 0.1; default 0.0001
        """
    @shape_tolerance.setter
    def shape_tolerance(self, value: Optional[float]) -> None: ...
    @property
    def load_tolerance(self) -> Optional[float]:
        """How near `multigrid` comes with answers to loads. number at least 1e-14 at most 0.1;
        default 1e-08
        """
    @load_tolerance.setter
    def load_tolerance(self, value: Optional[float]) -> None: ...
    @property
    def background_factor(self) -> Optional[bool]:
        """Renew the factor on another core while steps go on with the last one; results then
        depend on how fast the machine is. Unset: only in `conjac view`. True or False; default
        unset
        """
    @background_factor.setter
    def background_factor(self, value: Optional[bool]) -> None: ...
    @property
    def guard(self) -> Optional[bool]:
        """Undo and retake steps that end non-finite or gain energy. Unset: so for `conjac`; full
        finite elements retake only steps that blow up. True or False; default unset
        """
    @guard.setter
    def guard(self, value: Optional[bool]) -> None: ...
    @property
    def guard_levels(self) -> Optional[int]:
        """How often a step may be halved. whole number at least 0 at most 10; default 5"""
    @guard_levels.setter
    def guard_levels(self, value: Optional[int]) -> None: ...
    @property
    def memory(self) -> Optional[float]:
        """How long energy and motion of late are remembered: what a step may gain is measured
        against them. number above 0, s; default 0.3
        """
    @memory.setter
    def memory(self, value: Optional[float]) -> None: ...
    @property
    def damping(self) -> Optional[float]:
        """Mass-proportional damping. number at least 0, 1/s; default 0"""
    @damping.setter
    def damping(self, value: Optional[float]) -> None: ...
    @property
    def project(self) -> Optional[bool]:
        """Make element tangents positive semidefinite. True or False; default True"""
    @project.setter
    def project(self, value: Optional[bool]) -> None: ...
    @property
    def adaptive(self) -> Optional[bool]:
        """Let representative nodes fall asleep and wake. True or False; default False"""
    @adaptive.setter
    def adaptive(self, value: Optional[bool]) -> None: ...
    @property
    def threshold(self) -> Optional[float]:
        """Liveliness below which they sleep. number at least 0, 1/s; default 0.02"""
    @threshold.setter
    def threshold(self, value: Optional[float]) -> None: ...
    @property
    def window(self) -> Optional[float]:
        """Liveliness is averaged over this much past time. number at least 0, s; default 0.1"""
    @window.setter
    def window(self, value: Optional[float]) -> None: ...
    @property
    def dwell(self) -> Optional[float]:
        """Shortest time between two switches of a node. number at least 0, s; default 0.05"""
    @dwell.setter
    def dwell(self, value: Optional[float]) -> None: ...
