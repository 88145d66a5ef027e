"""Builds the wheel of the package: what pip calls (PEP 517), with Python's own library alone.

CMake builds the extension in build/wheel of the checkout; CONJAC_BUILD names another folder, whose
options are then left as they are (a build that exists makes the wheel in a second).
"""
from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any, Optional

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
OPTIONS = ["-DCMAKE_BUILD_TYPE=Release", "-DCONJAC_PYTHON=ON", "-DCONJAC_TESTS=OFF", "-DCONJAC_BENCH=OFF",
           "-DCONJAC_MESHER=OFF"]


def _version() -> str:
    found = re.search(r"project\(\s*conjac\s+VERSION\s+([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.I)
    if found is None:
        raise RuntimeError(f"{ROOT / 'CMakeLists.txt'}: no version; build from a checkout of ConJac")
    return found[1]


def _tag() -> str:
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"


def _metadata() -> str:
    return (
        f"Metadata-Version: 2.1\nName: conjac\nVersion: {_version()}\n"
        "Summary: Lively deformable bodies through a handful of dynamic nodes\n"
        "Requires-Python: >=3.9\nRequires-Dist: numpy\nProvides-Extra: sparse\n"
        "Requires-Dist: scipy ; extra == 'sparse'\n"
    )


def _built() -> Path:
    """The folder of the built extension."""
    given = os.environ.get("CONJAC_BUILD")
    folder = Path(given) if given else ROOT / "build" / "wheel"
    if not given:
        ninja = ["-G", "Ninja"] if _has("ninja") else []
        options = [*OPTIONS, f"-DPython_EXECUTABLE={sys.executable}"]
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, *ninja, *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "conjac_python", "--parallel"], check=True)
    return folder / "python" / "conjac"


def _has(program: str) -> bool:
    from shutil import which

    return which(program) is not None


def _scene_files() -> list[Path]:
    """What scenes are found by name, with the meshes they name."""
    folder = ROOT / "scenes"
    return sorted(p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("."))


def get_requires_for_build_wheel(config_settings: Optional[dict[str, Any]] = None) -> list[str]:
    return []


def build_wheel(
    wheel_directory: str,
    config_settings: Optional[dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    """Makes the wheel; returns its name."""
    built, version = _built(), _version()
    info = f"conjac-{version}.dist-info"
    entries: list[tuple[str, bytes]] = []
    for file in sorted((HERE / "conjac").iterdir()):
        if file.suffix in (".py", ".pyi") or file.name == "py.typed":
            entries.append((f"conjac/{file.name}", file.read_bytes()))
    for file in sorted(built.glob("_conjac*" + sysconfig.get_config_var("EXT_SUFFIX"))):
        entries.append((f"conjac/{file.name}", file.read_bytes()))
    if not any(name.endswith(".so") for name, _ in entries):
        raise RuntimeError(f"{built}: holds no extension for this Python ({sysconfig.get_config_var('EXT_SUFFIX')})")
    for file in _scene_files():
        entries.append((f"conjac-{version}.data/data/share/conjac/scenes/{file.relative_to(ROOT / 'scenes').as_posix()}",
                        file.read_bytes()))
    for licence in ("LICENSE", "LICENSE-NOTES.md"):
        if (ROOT / licence).is_file():
            entries.append((f"{info}/{licence}", (ROOT / licence).read_bytes()))
    entries.append((f"{info}/METADATA", _metadata().encode()))
    entries.append((f"{info}/WHEEL",
                    f"Wheel-Version: 1.0\nGenerator: conjac\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode()))
    record = "".join(f"{name},{_digest(data)},{len(data)}\n" for name, data in entries) + f"{info}/RECORD,,\n"
    entries.append((f"{info}/RECORD", record.encode()))
    name = f"conjac-{version}-{_tag()}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in entries:
            # The same files give the same wheel.
            head = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            head.compress_type = zipfile.ZIP_DEFLATED
            head.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
            wheel.writestr(head, data)
    return name


def _digest(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def build_sdist(sdist_directory: str, config_settings: Optional[dict[str, Any]] = None) -> str:
    raise RuntimeError("conjac: the package is built from a checkout of the whole project (pip install ./python)")
