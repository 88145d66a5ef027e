"""The campaign of tools/soak.sh: a short run of it, and that it finds what is wrong."""
import os
import re
import stat
import subprocess
import sys
import unittest
from pathlib import Path

from cli import PROGRAM, CliTest

SOAK = Path(__file__).resolve().parents[2] / "tools" / "soak.py"


class Soak(CliTest):
    def soak(self, *arguments, program=PROGRAM):
        return subprocess.run([sys.executable, str(SOAK), "--program", str(program), "--keep", str(self.folder),
                               *map(str, arguments)], cwd=self.folder, text=True, capture_output=True, timeout=600)

    def test_a_short_campaign_finds_nothing(self):
        cases = os.environ.get("CONJAC_SOAK_CASES", "6")
        done = self.soak("--cases", cases, "--seed", os.environ.get("CONJAC_SOAK_SEED", "18"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        counts = {name: int(count) for count, name in re.findall(r"(\d+) ([a-z]+)", done.stdout.splitlines()[-1])}
        self.assertEqual(counts["cases"], int(cases))
        self.assertEqual(counts["failed"], 0)
        for name in ("runs", "kills", "drags"):
            self.assertGreater(counts[name], 0, done.stdout)

    def test_a_run_that_does_not_go_on_to_the_bit_is_found_and_made_smaller(self):
        """A program that changes a digit of the history after it has gone on."""
        liar = self.folder / "liar"
        liar.write_text(f"""#!/usr/bin/env bash
{PROGRAM} "$@"
code=$?
for folder in parts; do
  [[ -f $folder/summary.json ]] && sed -i '2s/^1,/1,1/' "$folder/history.csv"
done
exit $code
""")
        liar.chmod(liar.stat().st_mode | stat.S_IXUSR)
        done = self.soak("--case", 1, "--kind", "kill", "--shrink", 1, program=liar)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("case 1 failed: step 1 differs: time", done.stdout)
        self.assertIn("again with: tools/soak.sh --seed 18 --case 1 --kind kill", done.stdout)
        self.assertIn("1 failed", done.stdout)
        self.assertTrue((self.folder / "soak-18-1.json").exists())

    def test_a_case_taken_again_is_the_same_case(self):
        """The kind that the command names must not change what the dice give."""
        seen = self.folder / "seen"
        refuser = self.folder / "refuser"
        refuser.write_text(f"""#!/usr/bin/env bash
cat scene.json >>'{seen}'
exit 1
""")
        refuser.chmod(refuser.stat().st_mode | stat.S_IXUSR)
        scenes = []
        for arguments in ([], ["--kind", "kill"]):
            done = self.soak("--case", 1, "--shrink", 0, *arguments, program=refuser)
            self.assertIn("--case 1 --kind kill", done.stdout)
            scenes.append(seen.read_text())
            seen.unlink()
        self.assertEqual(*scenes)


if __name__ == "__main__":
    unittest.main()
