"""Random scenes for tools/soak.sh. The same dice give the same scene."""
import json



def log_uniform(dice, low, high):
    return float(f"{10 ** dice.uniform(low, high):.3g}")


def near(dice, value, spread):
    return round(value + dice.uniform(-spread, spread), 4)


def body(dice, flat):
    """A mesh and its size."""
    size = [round(dice.uniform(0.03, 0.12), 3) for _ in range(2 if flat else 3)]
    cells = [dice.randint(1, 6 if flat else 4) for _ in size]
    origin = [round(-s / 2, 4) for s in size]
    origin[1] = 0
    kind = "rectangle" if flat else "box"
    return {kind: {"cells": cells, "size": size, "origin": origin}}, size


def material(dice):
    laws = [{"law": "SNH", "young": log_uniform(dice, 3.5, 6), "poisson": round(dice.uniform(0.1, 0.48), 2)}]
    return {"density": log_uniform(dice, 2.3, 3.7), "laws": laws}


def events(dice, size, flat, duration):
    """Cuts, pulls and moves."""
    made = []
    for _ in range(dice.choice([0, 0, 1, 1, 2])):
        normal = [round(dice.uniform(-1, 1), 2) for _ in range(3)]
        if flat:
            normal[2] = 0
        if max(map(abs, normal)) < 0.1:
            normal = [1, 0, 0]
        point = [near(dice, 0, 0.3 * size[0]), near(dice, 0.5 * size[1], 0.3 * size[1]), 0]
        made.append({"cut": {"time": round(dice.uniform(0, 0.8 * duration), 3),
                             "plane": {"point": point, "normal": normal}}})
    if dice.random() < 0.4:
        force = [round(dice.uniform(-0.5, 0.5), 3) for _ in range(3)]
        if flat:
            force[2] = 0
        start = round(dice.uniform(0, 0.5 * duration), 3)
        made.append({"load": {"select": {"nearest": {"point": [0, size[1], 0], "count": 2}}, "start": start,
                              "end": round(start + 0.3 * duration, 3), "force": force}})
    return made


def random_scene(dice):
    """A scene of a few dozen nodes that takes well below a second to run."""
    flat = dice.random() < 0.3
    mesh, size = body(dice, flat)
    step = dice.choice([0.002, 0.005, 0.01, 0.0166])
    steps = dice.randint(15, 60)
    scene = {"name": "soak", "mesh": mesh, "materials": [material(dice)], "roles": [],
             "time": {"step": step, "duration": round(steps * step, 6)},
             "output": {"frame_interval": round(dice.choice([1, 3, 7]) * step, 6)}}
    falls = dice.random() < 0.5
    if falls:
        scene["mesh"]["translate"] = [0, round(dice.uniform(0, 0.05), 3), 0]
        scene["placement"] = {"dynamic": dice.randint(1, 6)}
        scene["obstacles"] = [{"half_space": {"point": [0, 0, 0], "normal": [near(dice, 0, 0.3), 1, 0]}}]
        if dice.random() < 0.4:
            centre = [near(dice, 0, 0.05), -0.03, 0]
            scene["obstacles"].append({"sphere": {"center": centre, "radius": 0.03}})
        scene["contact"] = {"friction": round(dice.uniform(0, 1), 2)}
    else:
        scene["roles"].append({"role": "fixed", "select": {"slice": {"axis": "y", "at": 0}}})
        scene["roles"].append({"role": "dynamic", "select": {"nearest": {
            "point": [near(dice, 0, size[0] / 2), size[1], 0], "count": dice.randint(1, 3)}}})
    scene["timeline"] = events(dice, size, flat, steps * step)
    method = {}
    if dice.random() < 0.25:
        method["name"] = "vanilla"
        method["integrator"] = dice.choice(["linear-implicit", "trapezoidal"])
    elif dice.random() < 0.5:
        method["integrator"] = dice.choice(["modal", "trapezoidal", "linear-implicit"])
    if dice.random() < 0.3:
        method["damping"] = round(dice.uniform(0, 2), 2)
    if dice.random() < 0.3 and "name" not in method:
        method["adaptive"] = True
    if method:
        scene["method"] = method
    return scene


def simpler(scene):
    """Scenes with one thing less, the most promising first."""
    def changed(change):
        other = json.loads(json.dumps(scene))
        change(other)
        return other

    for key in ("method", "contact", "output", "placement"):
        if key in scene:
            yield changed(lambda s: s.pop(key))
    for key in ("timeline", "obstacles", "roles"):
        for i in range(len(scene.get(key, []))):
            yield changed(lambda s: s[key].pop(i))
    if scene["time"]["duration"] > 4 * scene["time"]["step"]:
        yield changed(lambda s: s["time"].update(duration=round(s["time"]["duration"] / 2, 6)))
    kind = next((k for k in ("box", "rectangle") if k in scene["mesh"]), None)
    for i, count in enumerate(scene["mesh"][kind]["cells"] if kind else []):
        if count > 1:
            yield changed(lambda s: s["mesh"][kind]["cells"].__setitem__(i, count // 2))
