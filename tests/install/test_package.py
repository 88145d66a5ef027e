"""The Debian package holds everything, and what it holds runs where only it is installed.

    test_package.py BUILD

Needs a build of everything (program, library, Python module). The package is made, unpacked by dpkg into an
empty root (`dpkg --root --unpack`: there is no shell in it to run the call of ldconfig that would follow), and used from there: what it needs of Debian comes from this machine's /usr, nothing
from the checkout, over which an empty folder is mounted where the machine allows that (`unshare`).
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BUILD = Path(sys.argv[1]).resolve()
CHECKOUT = Path(__file__).resolve().parents[2]


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=280, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def package_in(folder):
    """Makes the package; quickly, for what is tested is the content."""
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip",
        "-D", "CPACK_STRIP_FILES=OFF", cwd=BUILD)
    (package,) = folder.glob("*.deb")
    return package


def installed_in(root, package):
    """What dpkg says it put there, as absolute paths of the root."""
    for name in ("info", "updates"):
        (root / "var/lib/dpkg" / name).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()
    # The root is empty: what the package depends on is not there, and is that of this machine.
    dpkg = ["dpkg", f"--root={root}", "--force-depends", "--force-not-root", "--log=/dev/null"]
    run(*dpkg, "--unpack", package, env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"})
    assert run(*dpkg, "--status", "conjac").startswith("Package: conjac\nStatus: install ok unpacked\n")
    return run(*dpkg, "--listfiles", "conjac").split("\n")


class CleanRoom:
    """Runs commands with no environment of ours, and without the checkout."""

    def __init__(self, folder, root):
        self.folder, self.root = folder, root
        self.environment = {"PATH": f"{root}/usr/bin:/usr/bin:/bin", "HOME": str(folder), "LD_LIBRARY_PATH": ":".join(
            {str(library.parent) for library in root.rglob("libconjac.so*")})}
        hide = ["unshare", "-r", "-m", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"', str(CHECKOUT)]
        self.prefix = hide
        if shutil.which("unshare") is None or subprocess.run([*hide, "true"], capture_output=True).returncode:
            self.prefix = []
            print("note: the checkout could not be hidden here")
        elif subprocess.run([*hide, "test", "-e", str(Path(__file__).resolve())]).returncode == 0:
            raise AssertionError("the checkout is hidden, and is there")

    def run(self, *command):
        return run(*self.prefix, *command, cwd=self.folder, env=self.environment)


def check_program(room):
    assert "hang" in room.run("conjac", "scenes")
    room.run("conjac", "run", "hang", "--steps", "2", "-o", "out", "--quiet")
    assert (room.folder / "out" / "summary.json").is_file()
    room.run("conjac", "export", "out", "--html", "out.html")  # the page is in the program
    assert (room.folder / "out.html").stat().st_size > 100_000


def check_shell(room):
    manual = room.run("gzip", "-dc", room.root / "usr/share/man/man1/conjac.1.gz")
    assert ".SS run" in manual and r"\-\-steps" in manual
    completion = room.root / "usr/share/bash-completion/completions/conjac"
    script = (f"source {completion}\n"
              "answer() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _conjac; echo ${COMPREPLY[@]}; }\n"
              "answer conjac expo; answer conjac run --ste; answer conjac run drag; answer conjac --vers")
    assert room.run("bash", "-c", script).split() == ["export", "--steps", "dragon", "--version"]


def check_python(room):
    code = ("import sys, conjac; s = conjac.Simulation('hang'); s.step(2); print(s.time, conjac.__file__)")
    room.environment["PYTHONPATH"] = str(room.root / "usr/lib/python3/dist-packages")
    time, where = room.run("/usr/bin/python3", "-c", code).split()
    assert float(time) > 0 and where.startswith(str(room.root)), where


def main():
    for tool in ("cpack", "dpkg", "dpkg-deb", "dpkg-shlibdeps"):
        assert shutil.which(tool), f"{tool} is missing; tools/setup.sh test installs it"
    with tempfile.TemporaryDirectory() as holder:
        folder = Path(holder)
        package = package_in(folder)
        about = run("dpkg-deb", "--field", package)
        assert re.search(r"^Depends: .*libtbb", about, re.M), about
        root = folder / "root"
        files = installed_in(root, package)
        for part in ("/usr/bin/conjac", "/usr/include/conjac/conjac.h", "/usr/share/conjac/scenes/hang.json",
                     "/usr/share/doc/conjac/copyright", "/usr/lib/python3/dist-packages/conjac/__init__.py"):
            assert part in files, part
        assert any(re.fullmatch(r"/usr/lib/(.*/)?libconjac\.so[.\d]*", name) for name in files), files
        assert any(name.endswith("/conjacConfig.cmake") for name in files)
        (folder / "home").mkdir()
        room = CleanRoom(folder / "home", root)
        check_program(room)
        check_shell(room)
        check_python(room)


main()
