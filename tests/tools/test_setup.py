"""tools/setup.sh against a pretended package system: stand-ins for dpkg-query, apt-cache and apt-get
are first on the path and keep the installed and the known packages in plain files."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STAND_INS = {
    "dpkg-query": """while read -r name; do echo "$name installed"; done <"$STATE/installed" """,
    "apt-cache": """if grep -qx "$2" "$STATE/known"; then echo "Candidate: 1.0"; else echo "Candidate: (none)"; fi""",
    "apt-get": """echo "$*" >>"$STATE/calls"
if [[ -e $STATE/broken ]]; then echo "mirror on fire" >&2; exit 100; fi
for word in "$@"; do
  if [[ $word == update ]]; then cp "$STATE/all" "$STATE/known"; fi
done""",
    "cmake": "", "ninja": "", "g++": "",
}


class SetUp(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.addCleanup(self.holder.cleanup)
        base = Path(self.holder.name)
        self.tree, self.state, self.path = base / "tree", base / "state", base / "bin"
        for folder in (self.tree / "tools", self.state, self.path):
            folder.mkdir(parents=True)
        shutil.copy(ROOT / "tools/setup.sh", self.tree / "tools")
        for name, body in STAND_INS.items():
            (self.path / name).write_text("#!/usr/bin/env bash\n" + body + "\n")
            (self.path / name).chmod(0o755)
        self.write("known", [])
        self.write("all", self.wanted())

    def wanted(self):
        """The run group, as the script itself names it on a machine without Debian's tools."""
        done = self.run_setup(path=self.bare_path())
        self.assertEqual(done.returncode, 5)
        return [line.strip() for line in done.stderr.splitlines() if line.startswith("  ")]

    def bare_path(self):
        bare = Path(self.holder.name) / "bare"
        if not bare.exists():
            bare.mkdir()
            for name in ("bash", "env", "dirname"):
                (bare / name).symlink_to(shutil.which(name))
        return str(bare)

    def write(self, name, lines):
        (self.state / name).write_text("".join(line + "\n" for line in lines))

    def run_setup(self, *groups, path=None):
        environment = {"PATH": path or f"{self.path}:/usr/bin:/bin", "STATE": str(self.state)}
        return subprocess.run([shutil.which("bash"), str(self.tree / "tools/setup.sh"), *groups],
                              env=environment, capture_output=True, text=True)

    def calls(self):
        path = self.state / "calls"
        return path.read_text().splitlines() if path.exists() else []

    def test_everything_there(self):
        self.write("installed", self.wanted())
        done = self.run_setup("run")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.calls(), [])
        self.assertTrue((self.tree / "build/.setup-run").exists())

    def test_without_debian_the_packages_are_named(self):
        self.assertIn("g++", self.wanted())
        self.assertIn("libsuitesparse-dev", self.wanted())

    def test_unknown_group(self):
        self.assertEqual(self.run_setup("rum").returncode, 2)

    @unittest.skipIf(os.geteuid() != 0, "needs root")
    def test_installs_only_what_is_missing(self):
        everything = self.wanted()
        self.write("installed", [name for name in everything if name not in ("cmake", "libtbb-dev")])
        self.write("known", everything)
        done = self.run_setup("run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.calls()), 1)  # the lists are good, so no update
        self.assertTrue(self.calls()[0].endswith("install --no-install-recommends cmake libtbb-dev"))

    @unittest.skipIf(os.geteuid() != 0, "needs root")
    def test_refreshes_lists_that_do_not_know_the_package(self):
        self.write("installed", [])
        done = self.run_setup("run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([call.split()[6] for call in self.calls()], ["update", "install"])

    @unittest.skipIf(os.geteuid() != 0, "needs root")
    def test_failure_shows_what_apt_said(self):
        self.write("installed", [])
        (self.state / "broken").touch()
        done = self.run_setup("run")
        self.assertEqual(done.returncode, 5)
        self.assertIn("mirror on fire", done.stderr)
        self.assertFalse((self.tree / "build/.setup-run").exists())


if __name__ == "__main__":
    unittest.main()
