#!/usr/bin/env python3
"""The slowest tests of the reports that ./test leaves, and what each part takes in all.

  tools/slowest_tests.py                      build/*/report.xml, the twenty slowest
  tools/slowest_tests.py --count 5 FILE...    of these reports

Seconds are those of the clock, with two tests at a time.
"""
import argparse
import collections
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def read(path):
    """(seconds, name) of every test that ran."""
    return [(float(case.get("time") or 0), case.get("name")) for case in xml.parse(path).getroot().iter("testcase")
            if case.get("status") == "run"]


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("reports", nargs="*", type=Path, default=sorted(ROOT.glob("build/*/report.xml")))
    words.add_argument("--count", type=int, default=20)
    asked = words.parse_args()
    tests = [(seconds, report.parent.name, name) for report in asked.reports for seconds, name in read(report)]
    rooms = collections.Counter()
    for seconds, part, name in tests:
        rooms[part, name.split(".")[0]] += seconds
    print("| part | tests of | s |\n|---|---|---|")
    for (part, room), seconds in rooms.most_common(asked.count):
        print(f"| {part} | {room} | {seconds:.0f} |")
    print("\n| test | part | s |\n|---|---|---|")
    for seconds, part, name in sorted(tests, reverse=True)[:asked.count]:
        print(f"| `{name}` | {part} | {seconds:.1f} |")


if __name__ == "__main__":
    main()
