#!/usr/bin/env python3
"""Prints "passed failed skipped" of a JUnit report written by ctest. A test that could not be
started, say because its executable is missing, has failed."""
import sys
import xml.etree.ElementTree as xml


def outcome(case):
    status = case.get("status")
    if status == "run":
        return "passed"
    reason = case.find("skipped")
    asked_for = status == "disabled" or (
        status == "notrun" and reason is not None and reason.get("message", "").startswith("SKIP_")
    )
    return "skipped" if asked_for else "failed"


def count(path):
    outcomes = [outcome(case) for case in xml.parse(path).getroot().iter("testcase")]
    return tuple(outcomes.count(kind) for kind in ("passed", "failed", "skipped"))


if __name__ == "__main__":
    print(*count(sys.argv[1]))
