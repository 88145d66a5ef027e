"""Made by tools/make_stubs.py from the module; not to be edited."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Optional, overload

import numpy
from numpy.typing import ArrayLike, NDArray

class Books:
    """What balances the energies of a step with those before it: the change of kinetic + elastic +
    gravity + contact - relief + owed is scripted_work - dissipated + imbalance, J.
    """
    def as_dict(self) -> dict:
        """The same as a dict, records inside it too."""
    @property
    def dissipated(self) -> float:
        """taken by damping, friction, joints, and motion that followers cannot have"""
    fields: tuple[str, ...]
    @property
    def imbalance(self) -> float:
        """what the integrator made or lost in this step"""
    @property
    def impact(self) -> float:
        """part of dissipated: by linear-implicit steps in touch"""
    @property
    def owed(self) -> float:
        """after the step: lost by the integrator, to be put back"""
    @property
    def relief(self) -> float:
        """after the step: bend that the inertia of followers holds"""
    @property
    def viscous(self) -> float:
        """part of dissipated: by the viscosity of materials"""

class ContactTotals:
    """All contacts at one moment."""
    def as_dict(self) -> dict:
        """The same as a dict, records inside it too."""
    @property
    def count(self) -> int:
        """contacts"""
    fields: tuple[str, ...]
    @property
    def friction_force(self) -> float:
        """sum of the frictions' sizes, N"""
    @property
    def normal_force(self) -> float:
        """sum of the normal forces' sizes, N"""
    @property
    def penetration(self) -> float:
        """the deepest, m"""

class CutReport:
    """What a cut did."""
    def as_dict(self) -> dict:
        """The same as a dict, records inside it too."""
    @property
    def crumbs(self) -> int:
        """pieces below the limit"""
    @property
    def elements_removed(self) -> int:
        """with the crumbs"""
    @property
    def faces(self) -> int:
        """sides of elements that came apart"""
    fields: tuple[str, ...]
    @property
    def mass_removed(self) -> float:
        """with the crumbs, kg"""
    @property
    def nodes_added(self) -> int:
        """copies of nodes"""
    @property
    def nodes_moved(self) -> int:
        """nodes moved onto the surface"""
    @property
    def nodes_promoted(self) -> int:
        """nodes of loose pieces that became dynamic"""
    @property
    def pieces_after(self) -> int:
        """pieces after it"""
    @property
    def pieces_before(self) -> int:
        """pieces before the cut"""
    @property
    def pieces_rigid(self) -> int:
        """loose pieces that keep their shape from now on, for they are small"""
    @property
    def seconds(self) -> float:
        """wall clock until the next step can begin"""
    @property
    def separated(self) -> bool:
        """whether anything came apart"""
    @property
    def text(self) -> str:
        """the same in a sentence"""
    @property
    def time(self) -> float:
        """simulated time, s"""
    @property
    def touched(self) -> int:
        """elements the surface passes through"""

class Energies:
    """Where the energy of the body is, J."""
    def as_dict(self) -> dict:
        """The same as a dict, records inside it too."""
    @property
    def contact(self) -> float:
        """of contact"""
    @property
    def elastic(self) -> float:
        """of deformation"""
    fields: tuple[str, ...]
    @property
    def gravity(self) -> float:
        """of height; zero at the origin"""
    @property
    def kinetic(self) -> float:
        """of motion"""
    @property
    def total(self) -> float:
        """their sum"""

class Error(RuntimeError):
    """What went wrong, with file, place, cause and remedy. kind: 'usage', 'bad_input', 'diverged'
    or 'io'; exit_code: what the command line would return.
    """
    kind: Optional[str]
    exit_code: Optional[int]

class RestReport:
    """What a Newton solve for the static state came to."""
    def as_dict(self) -> dict:
        """The same as a dict, records inside it too."""
    @property
    def converged(self) -> bool:
        """whether the static state was found"""
    @property
    def distance(self) -> float:
        """largest distance of a node from its place, m"""
    fields: tuple[str, ...]
    @property
    def iterations(self) -> int:
        """Newton steps"""
    @property
    def message(self) -> str:
        """where it did not converge: how far it came, where, and what to do"""
    @property
    def relative(self) -> float:
        """the same over the size of the body"""
    @property
    def residual(self) -> float:
        """largest net force on a free node over the load the body carries"""
    @property
    def round_off(self) -> float:
        """what rounding may leave there, over the same load"""

class RunResult:
    """A whole run in numbers."""
    def as_dict(self) -> dict:
        """The same as a dict, records inside it too."""
    @property
    def cuts(self) -> list[CutReport]:
        """cuts the timeline made"""
    @property
    def energy(self) -> Energies:
        """at the end"""
    @property
    def factorizations(self) -> int:
        """numeric factorizations, all steps"""
    fields: tuple[str, ...]
    @property
    def mean_stages(self) -> StageTimes:
        """s per step"""
    @property
    def rest(self) -> Optional[RestReport]:
        """distance to the static state, with check_rest"""
    @property
    def status(self) -> str:
        """'ok'"""
    @property
    def steps(self) -> int:
        """steps taken"""
    @property
    def substeps(self) -> int:
        """accepted parts, all steps"""
    @property
    def undone(self) -> int:
        """tries the guard threw away, all steps"""
    @property
    def wall_time(self) -> float:
        """s"""

class Scene:
    """A scene that was read and checked."""
    def to_json(self) -> str:
        """The whole scene as JSON, defaults written out."""

class Simulation:
    @overload
    def __init__(self, scene: Scene) -> None: ...
    @overload
    def __init__(self, state: bytes) -> None: ...
    def _cut(self, arg0: str, arg1: str) -> CutReport:
        ...
    def _options(self) -> str:
        ...
    def _run(self, folder: str, steps: Optional[int], check_rest: bool, checkpoint: float, progress: Any) -> RunResult:
        ...
    def _scene(self) -> str:
        ...
    def _set_option(self, arg0: str, arg1: str) -> None:
        ...
    def _stiffness(self, project: bool) -> tuple:
        ...
    def _view(self, ready: Callable[[str], None], port: int, leave_after: float) -> bytes:
        """What view() is made of: returns the state that the page left."""
    @property
    def activations(self) -> NDArray[numpy.float64]:
        """(elements,) activation of the fibres, 0..1."""
    def apply_force(self, nodes: Any, force: ArrayLike) -> None:
        """Adds to external_forces: one force, N in total, shared equally by these nodes as a
        `load` of the timeline is, or a row for each. It acts until external_forces is changed.
        """
    @property
    def awake(self) -> NDArray[numpy.bool_]:
        """Whether each of the representatives is awake."""
    @property
    def body_names(self) -> list[str]:
        """Names of the bodies; one for a scene of one body."""
    def contact_forces(self) -> NDArray[numpy.float64]:
        """(nodes, dimension) N: normal forces and friction of all contacts."""
    def contacts(self) -> dict:
        """What touches now, as a dict of arrays with a row per contact: node, obstacle (its number
        in the scene, -1 for a face of a body), depth (m), point (m), normal (unit, towards the
        node), force on the node (N), friction (the part of it along the surface).
        """
    def deformation_gradients(self) -> NDArray[numpy.float64]:
        """(elements, dimension, dimension) F of each element. A new array."""
    @property
    def dimension(self) -> int:
        """2 or 3."""
    def distance_to_rest(self) -> RestReport:
        """How far the body is from its static state; does not move it. Where none is found the
        report says so (converged, message).
        """
    @property
    def element_bodies(self) -> Any:
        """(elements,) index into body_names. Shared until a cut: no copy."""
    @property
    def element_materials(self) -> Any:
        """(elements,) place in the scene's materials. Shared until a cut: no copy."""
    @property
    def element_regions(self) -> Any:
        """(elements,) labels of the mesh. Shared until a cut: no copy."""
    @property
    def elements(self) -> Any:
        """(elements, dimension + 1) node numbers. Shared until a cut: no copy."""
    def energy(self) -> Energies:
        """Energies now, J."""
    def equilibrate(self) -> RestReport:
        """Moves the body to its static state, at rest. Raises conjac.Error where none is found;
        the body is then where it was.
        """
    @property
    def external_forces(self) -> NDArray[numpy.float64]:
        """(nodes, dimension) N, beside the loads of the timeline and exactly as these, until
        changed. A copy that cannot be written to; assign a whole array, or None for none.
        """
    @external_forces.setter
    def external_forces(self, value: Any) -> None: ...
    @property
    def factorizations(self) -> int:
        """Numeric factorizations so far."""
    def forces(self) -> NDArray[numpy.float64]:
        """(nodes, dimension) N: elastic, gravity and loads; what holds held nodes is not in it."""
    @property
    def gravity(self) -> NDArray[numpy.float64]:
        """(3,) m/s^2; in 2D two numbers may be given."""
    @gravity.setter
    def gravity(self, value: ArrayLike) -> None: ...
    @property
    def held_nodes(self) -> NDArray[numpy.int32]:
        """Numbers of the nodes that are held now."""
    @property
    def held_positions(self) -> NDArray[numpy.float64]:
        """(held_nodes, dimension) m, where they are held. A node that is put elsewhere goes there
        within the next step and stays; moves of the timeline that began before no longer move
        it. A copy that cannot be written to; assign a whole array.
        """
    @held_positions.setter
    def held_positions(self, value: ArrayLike) -> None: ...
    def jacobian(self) -> NDArray[numpy.float64]:
        """(nodes * dimension, unknowns): velocities of all nodes from those of the dynamic ones.
        Column k * dimension + c is component c of dynamic_nodes[k].
        """
    def jacobian_gradient(self, by_jacobian: ArrayLike) -> dict:
        """The same for a number given by its derivative in each entry of jacobian()."""
    @property
    def joint_names(self) -> list[str]:
        """Names of the joint coordinates, as in history.csv."""
    @property
    def joint_positions(self) -> NDArray[numpy.float64]:
        """(coordinates,) rad or m; four numbers (w, x, y, z) for a ball."""
    @property
    def joint_velocities(self) -> NDArray[numpy.float64]:
        """(unknowns,) rad/s or m/s."""
    def liveliness(self) -> NDArray[numpy.float64]:
        """Of the region of each representative, mean over the window, 1/s."""
    @property
    def masses(self) -> Any:
        """(nodes,) kg. Shared until a cut or another density: no copy."""
    def material_values(self, name: str, law: int = -1) -> NDArray[numpy.float64]:
        """(elements,) 'density' (kg/m^3), 'young' (Pa), 'poisson', or 'stiffness' (Pa, of fibres)
        of each element; nan where it has none. `law` is a place among the element's laws, for
        elements where several have such a number.
        """
    @property
    def name(self) -> str:
        """Name of the scene."""
    @property
    def notices(self) -> list[str]:
        """What the scene's author should know."""
    @property
    def positions(self) -> NDArray[numpy.float64]:
        """(nodes, dimension) m. A copy that cannot be written to; assign a whole array."""
    @positions.setter
    def positions(self, value: ArrayLike) -> None: ...
    @property
    def probes(self) -> dict[str, float]:
        """What the scene's probes see now: the columns they have in history.csv, by name."""
    def render(self, width: int = 1280, height: int = 720, colour: str = 'von_mises', edges: bool = True, dots: bool = True, shadow: bool = True, labels: bool = True) -> NDArray[numpy.uint8]:
        """A picture of the body as it is now: (height, width, 3) numbers 0..255 (uint8), red,
        green, blue. Needs no desktop.
        """
    @property
    def representative_regions(self) -> NDArray[numpy.int32]:
        """(elements,) whose region an element is in: an index of representatives."""
    @property
    def representatives(self) -> NDArray[numpy.int32]:
        """Node numbers of those that are or may become dynamic."""
    def reset(self) -> None:
        """Back to the start: the scene as it was given, at time 0. Of a simulation that was loaded
        the scene is that of the state, with the options it had then.
        """
    def rest_gradient(self, by_positions: ArrayLike) -> dict:
        """For a number g of the static state, given by its derivative in the positions (nodes,
        dimension): a dict with its derivatives by the force on every node ('forces', (nodes,
        dimension)) and by the material of every element ('young', 'poisson', 'stiffness',
        'density', (elements,), as far as there are such). One solve, by the adjoint method.
        Raises conjac.Error where the body is not in equilibrium, or something touches.
        """
    @property
    def rest_positions(self) -> Any:
        """(nodes, dimension) m, undeformed. Shared until a cut: no copy."""
    @property
    def roles(self) -> NDArray[numpy.int32]:
        """(nodes,) numbers of conjac.Role."""
    def set_activation(self, value: float, elements: Any = None) -> None:
        """Activation 0..1 of these elements' fibres (all without a list), from now on instead of
        the timeline's. Raises conjac.Error where none of them has fibres.
        """
    def set_friction(self, friction: float, obstacle: int = -1) -> None:
        """Coefficient of friction of an obstacle (its number in the scene), or, -1, that of the
        contact, which all have that have none of their own.
        """
    def set_joint_torques(self, torques: ArrayLike) -> None:
        """(unknowns,) N m or N, beside those of the timeline, until set anew."""
    def set_joints(self, positions: ArrayLike, velocities: ArrayLike) -> None:
        """Moves the bones; nodes that ride on them move along."""
    def set_material_values(self, name: str, values: ArrayLike, elements: Any = None, law: int = -1) -> None:
        """Gives these elements (numbers or a mask; all without) other values of the same law, one
        for all or one each. `scene` keeps what the scene says.
        """
    def set_state(self, state: bytes) -> None:
        """Becomes what was saved, scene and options too. Raises conjac.Error for bytes that are
        damaged or of another version; then nothing has changed.
        """
    @property
    def size(self) -> float:
        """Diagonal of the rest shape's box, m."""
    def state(self) -> bytes:
        """All that the next step depends on, as bytes. What goes on from them gives what this
        simulation would give, to the bit.
        """
    def step(self, n: int = 1) -> StepReport:
        """Takes n steps and returns the report of the last. Raises conjac.Error when a step
        diverges; the state is then the last good one.
        """
    def stresses(self) -> NDArray[numpy.float64]:
        """(elements, 3, 3) Cauchy stress, Pa; a body in 2D is in plane strain. A new array."""
    @property
    def surface_faces(self) -> Any:
        """(faces, dimension) node numbers of the boundary's triangles (2D: edges), normals
        outwards. Shared until a cut: no copy.
        """
    @property
    def time(self) -> float:
        """Simulated time, s. The timeline goes on from what is assigned; the body stays as it is."""
    @time.setter
    def time(self, value: float) -> None: ...
    @property
    def time_step(self) -> float:
        """Length of a step, s; counts from the next step on."""
    @time_step.setter
    def time_step(self, value: float) -> None: ...
    @property
    def topology(self) -> int:
        """Grows with every cut that parted anything."""
    @property
    def velocities(self) -> NDArray[numpy.float64]:
        """(nodes, dimension) m/s. A copy that cannot be written to; assign a whole array."""
    @velocities.setter
    def velocities(self, value: ArrayLike) -> None: ...
    def von_mises(self) -> NDArray[numpy.float64]:
        """(elements,) von Mises stress, Pa."""

class StageTimes:
    """Wall-clock time of the stages of a step, s."""
    def as_dict(self) -> dict:
        """The same as a dict, records inside it too."""
    @property
    def factor(self) -> float:
        """numeric factorization"""
    fields: tuple[str, ...]
    @property
    def fill(self) -> float:
        """forces, stiffness, strain rates"""
    @property
    def other(self) -> float:
        """everything else"""
    @property
    def solve(self) -> float:
        """triangular and small dense solves"""
    @property
    def total(self) -> float:
        """their sum"""

class StepReport:
    """What one step did."""
    @property
    def active_nodes(self) -> int:
        """dynamic nodes at the end of the step"""
    def as_dict(self) -> dict:
        """The same as a dict, records inside it too."""
    @property
    def books(self) -> Books:
        """what balances the energies"""
    @property
    def contact(self) -> ContactTotals:
        """contacts after the step"""
    @property
    def cuts(self) -> list[CutReport]:
        """cuts the timeline made before the step"""
    @property
    def energy(self) -> Energies:
        """after the step"""
    @property
    def factorizations(self) -> int:
        """numeric factorizations in this step"""
    fields: tuple[str, ...]
    @property
    def residual(self) -> float:
        """largest net force on a node that is not held, N"""
    @property
    def scripted_work(self) -> float:
        """work done on the body from outside in this step, J"""
    @property
    def stages(self) -> StageTimes:
        """wall clock of the stages"""
    @property
    def substeps(self) -> int:
        """accepted parts the step was taken in"""
    @property
    def time(self) -> float:
        """simulated time after the step, s"""
    @property
    def unbalanced(self) -> float:
        """net force left on nodes that follow, over the load they carry"""
    @property
    def undone(self) -> int:
        """tries the guard threw away"""

class ThreadCount:
    def __init__(self, threads: int) -> None:
        ...
    def close(self) -> None:
        ...
    @property
    def count(self) -> int:
        ...

__version__: str
def load_scene(name_or_path: str, overrides: list[str], folders: list[str]) -> Scene:
    ...

def machine() -> dict:
    """What a run really runs on, asked of the libraries themselves, as a dict."""

def option_table() -> str:
    ...

def scene_from_json(text: str, name: str, base_folder: str, overrides: list[str]) -> Scene:
    ...

def scene_json_schema() -> str:
    ...

def scene_names(folder: str) -> list[str]:
    ...

scenes_of_checkout: str
