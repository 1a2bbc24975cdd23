"""Counts the instructions of the release programs by callgrind, and compares them with a table: a time says little on a busy
machine, a count is the same on every one of a kind.

Usage: instructions.py DIRECTORY [--accept], the directory of the release programs; --accept writes the table"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import processes
import stream

TABLE = pathlib.Path(__file__).parents[1] / "instructions.json"
# The share by which a count may differ: a greater change, also a better one, needs a new table.
TOLERANCE = 0.03
# The epochs of the recordings, whose difference has no start in it.
EPOCHS = (100, 1100)
# A position of long ago, which is the last one known whenever this runs.
REPORT = {
    "state": "live", "source": "gps", "motion": "moving", "sequence": 1, "satellites": {"used": 8, "visible": 12},
    "fix": {
        "device": stream.DEVICE, "mode": "3d", "latitude": -37.80996889, "longitude": 144.96326388, "altitude": 27.8,
        "horizontalAccuracy": 5.9, "verticalAccuracy": 7.9, "speed": 1.4, "course": 24.0,
    },
}


def count(command, directory):
    """Runs a program; returns its instructions."""
    # Without these, the order in dictionaries would differ from run to run.
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC", "SWIFT_DETERMINISTIC_HASHING": "1"}
    callgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    result = subprocess.run(callgrind + command, env=environment, cwd=directory, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", result.stderr)
    if not found or not result.stdout:
        sys.exit(f"{' '.join(command)} was not counted: {result.stderr[-1000:]}")
    return int(found.group(1))


def stripped(program, directory):
    """Returns a copy of a program without debug information, which valgrind cannot read."""
    copy = os.path.join(directory, os.path.basename(program))
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy


def recording(directory, epochs):
    """Returns a recording of gpsd with a number of epochs, each a TPV and its SKY."""
    file = os.path.join(directory, f"{epochs}.json")
    # A fixed time, so that the same is counted each day.
    stream.START = 1_790_000_000
    with open(file, "wb") as text:
        text.write((stream.VERSION + stream.WATCHED).encode())
        text.writelines(stream.lines(epoch, with_sky=True) for epoch in range(epochs))
    return file


def counts(programs, directory):
    """Returns the instructions of each row of the table."""
    daemon, command = (stripped(programs[name], directory) for name in ("whereismyd", "whereismy"))
    few, many = (
        count([daemon, f"--replay={recording(directory, epochs)}", "--format=json"], directory) for epochs in EPOCHS)
    runtime = os.path.join(directory, "runtime")
    os.mkdir(runtime)
    options = ["--runtime-directory", runtime, "--state-directory", os.path.join(directory, "state")]
    moment = stream.timestamp(0)
    report = REPORT | {"since": moment, "generated": moment, "fix": REPORT["fix"] | {"timestamp": moment}}
    with open(os.path.join(runtime, "fix.json"), "w", encoding="ascii") as text:
        json.dump(report, text)
    return {
        "epoch of TPV and SKY, with its report as JSON": (many - few) // (EPOCHS[1] - EPOCHS[0]),
        "whereismy last": count([command, "last", *options], directory),
        "whereismy last --format json": count([command, "last", "--format", "json", *options], directory),
        "whereismy page": count([command, "page", *options], directory),
    }


def main():
    """Counts and compares; returns true if all counts are those of the table."""
    programs = processes.programs(sys.argv[1], ["whereismyd", "whereismy"])
    with tempfile.TemporaryDirectory() as directory:
        found = counts(programs, directory)
    known = json.loads(TABLE.read_text(encoding="ascii")) if TABLE.exists() else {}
    if "--accept" in sys.argv[2:]:
        TABLE.write_text(json.dumps(found, indent=2) + "\n", encoding="ascii")
    good = True
    for name, number in found.items():
        change = number / known[name] - 1 if name in known else None
        differs = change is None or abs(change) > TOLERANCE
        good = good and not differs
        text = "new" if change is None else f"{change:+.1%}"
        print(f"{name:<50} {number:>12,} {text:>8} {'DIFFERS' if differs else ''}".rstrip())
    if not good and "--accept" not in sys.argv[2:]:
        print(f"a change of 3 % or more: if it is meant, make instructions ACCEPT=yes and commit {TABLE.name}")
    return good or "--accept" in sys.argv[2:]


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
