"""Runs a program in which one call fails (shim.c), and a box whose state is compared with what was acknowledged."""

import csv
import dataclasses
import io
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import time

import whereismyd
from gpsd import DEVICE, GPSD, VERSION

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The reasons that a message may give: those of the errors, and what SQLite makes of them.
REASONS = [
    "No space left on device", "no space left on the disk", "Disk quota exceeded", "Input/output error", "Interrupted system call", "disk I/O error",
    "Too many open files", "Cannot allocate memory", "database or disk is full", "unable to open database file",
    # SQLite opens a file for reading that it cannot open for writing, whatever the reason, which it does not keep.
    "not writable by this user", "Connection reset by peer", "locking protocol", "out of memory", "disk image is malformed", "file is not a database"]
# With a plus, all later calls fail too.
ERRORS = ["ENOSPC", "ENOSPC+", "EDQUOT", "EIO", "EINTR", "EMFILE", "SHORT"]
# What a sample is chosen by: the day, so that each tries others.
SEED = int(os.environ.get("SEED") or time.time() // 86_400)


def shim():
    """Compiles the shim if it is older than its source; returns its path."""
    source, library = pathlib.Path(__file__).with_name("shim.c"), ROOT / ".build" / "faults" / "shim.so"
    if not library.exists() or library.stat().st_mtime < source.stat().st_mtime:
        library.parent.mkdir(parents=True, exist_ok=True)
        new = library.with_suffix(f".{os.getpid()}")
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-format-truncation", "-o", new, source,
             "-ldl", "-lpthread"], check=True)
        new.rename(library)
    return os.fspath(library)


@dataclasses.dataclass
class Fault:
    """The call that fails: the number of one that the error fits, and that has the name in `only` if there is one; 0 for none."""

    error: str
    number: int
    folder: pathlib.Path
    program: str = "whereismyd"
    only: str = ""

    def __post_init__(self):
        (self.folder / "calls").write_bytes(bytes(4))
        (self.folder / "failed").unlink(missing_ok=True)

    def environment(self):
        """The environment of the program."""
        options = ({"FAULT_ONLY": self.only} if self.only else {}) | ({"FAULT_LASTS": "yes"} if self.error[-1] == "+" else {})
        return {**os.environ, **options, "LD_PRELOAD": shim(), "FAULT_PROGRAM": self.program,
                "FAULT_ERROR": self.error.rstrip("+"),
                "FAULT_NUMBER": str(self.number), "FAULT_REPORT": os.fspath(self.folder / "failed"),
                "FAULT_COUNT": os.fspath(self.folder / "calls"), "SWIFT_BACKTRACE": "enable=no"}

    @property
    def calls(self):
        """The number of calls that the error fits, so far."""
        return struct.unpack("i", (self.folder / "calls").read_bytes())[0]

    @property
    def failed(self):
        """The call that has failed; None if the program made fewer calls."""
        try:
            return (self.folder / "failed").read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return None

    def __str__(self):
        return f"{self.error} of call {self.number} ({self.failed})"


class Traveller(GPSD):
    """A receiver that moves at 10 m/s and sends ten fixes a second; `sent` has their times."""

    def __init__(self):
        self.sent = set()
        self.begin = time.time()
        super().__init__()

    def feed(self, client):
        """Sends fixes until the client is gone."""
        try:
            self.send(client, VERSION)
            while not self.closed.wait(0.1):
                self.send(client, self.fix_of(round(time.time(), 1)))
        except OSError:
            pass

    def fix_of(self, seconds):
        """The fix of a time."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{round(seconds * 10) % 10}00Z"
        self.sent.add(moment)
        return {"class": "TPV", "device": DEVICE, "mode": 3, "lat": 47.0, "lon": 8.0 + (seconds - self.begin) / 7600,
                "altMSL": 400.0, "eph": 4.0, "epv": 6.0, "track": 90.0, "speed": 10.0, "time": moment}


class Box(whereismyd.Daemon):
    """A daemon in a copy of a prepared state."""

    CONFIGURATION = "[history]\ncommit-interval = 0\nrecord = all\n"

    def __init__(self, gpsd=None, state=None, configuration=CONFIGURATION):
        super().__init__(*(["--gpsd", gpsd.address] if gpsd else []), demo=False, start=False, listen="none",
                         configuration=configuration)
        if state:
            shutil.copytree(state, self.folder / "state")
        else:
            (self.folder / "state").mkdir()
        (self.folder / "run").mkdir(exist_ok=True)

    def whereismy(self, *arguments):
        """Runs the command; returns its exit code and its output."""
        done = subprocess.run(
            [pathlib.Path(whereismyd.PROGRAM).with_name("whereismy"), *arguments, "--config", self.folder / "whereismy.conf",
             "--state-directory", self.folder / "state", "--runtime-directory", self.folder / "run"],
            check=False, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr

    def import_file(self, file, fault=None):
        """Imports a track, as `whereismy import` does; returns the exit code and the output."""
        done = subprocess.run(
            [*self.command()[:7], f"--import={file}"], check=False, capture_output=True, text=True, timeout=60,
            env=fault.environment() if fault else None)
        return done.returncode, done.stdout + done.stderr

    def times(self):
        """The times of all fixes of the history, read by the command."""
        code, output = self.whereismy("track", "--from", "2026-01-01", "--format", "csv")
        if code not in (0, 1, 4):
            raise AssertionError(f"the track cannot be read: {code} {output}")
        return times_of(output) if code == 0 else set()

    def problem(self):
        """What is wrong with the history; None if nothing is."""
        code, output = self.whereismy("history", "verify")
        return None if code == 0 else output


def times_of(text):
    """The times in a track in CSV."""
    return {row["timestamp"] for row in csv.DictReader(io.StringIO(text))}


def names_cause(text):
    """True if a message names one of the reasons."""
    return any(reason in text for reason in REASONS)


class Scratch:
    """A directory for states that are prepared once; removed with the process's tests."""

    def __init__(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="whereismy-faults-")
        self.folder = pathlib.Path(self.scratch.name)

    def close(self):
        """Removes it."""
        self.scratch.cleanup()
