"""Starts the measured processes and reads their CPU time and memory from the kernel."""

import ctypes
import json
import os
import re
import signal
import tempfile
import time

import stream

LIBC = ctypes.CDLL(None, use_errno=True)
# A fixed environment keeps the settings of the user and of the machine out of the measurement.
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C"}

# The processes that have been started and not yet reaped.
running = set()


def spawn(arguments, output=os.devnull, errors=os.devnull):
    """Starts a program; returns its process ID."""
    write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)]
    actions += [(os.POSIX_SPAWN_OPEN, 1, output, write, 0o600), (os.POSIX_SPAWN_OPEN, 2, errors, write, 0o600)]
    pid = os.posix_spawnp(arguments[0], arguments, ENVIRONMENT, file_actions=actions)
    running.add(pid)
    return pid


def finish(pid):
    """Waits for a process; returns its seconds of CPU. Raises RuntimeError if its exit code is not 0."""
    spent = usage(pid)
    return spent.ru_utime + spent.ru_stime


def usage(pid):
    """Waits for a process; returns its resource usage (getrusage(2)). Raises RuntimeError if its exit code is not 0."""
    _, status, spent = os.wait4(pid, 0)
    running.discard(pid)
    code = os.waitstatus_to_exitcode(status)
    if code != 0:
        raise RuntimeError(f"process {pid} exited with code {code}")
    return spent


def kill_all():
    """Kills the processes that a failed measurement has left running."""
    for pid in running:
        os.kill(pid, signal.SIGKILL)


def cpu_clock(pid):
    """Returns a function that reads a process' CPU time, user and system, in nanoseconds (clock_getcpuclockid(3))."""
    clock = ctypes.c_int()
    error = LIBC.clock_getcpuclockid(pid, ctypes.byref(clock))
    if error:
        raise OSError(error, os.strerror(error))
    return lambda: time.clock_gettime_ns(clock.value)


def memory(pid, file, key):
    """Returns a number of bytes from /proc, which states it in units of 1024."""
    with open(f"/proc/{pid}/{file}", encoding="ascii") as text:
        return int(re.search(rf"^{key}:\s+(\d+) kB$", text.read(), re.MULTILINE).group(1)) * 1024


def peak_memory(arguments):
    """Runs a program; returns its maximum of VmHWM. The value of wait4(2) includes the memory of the parent process."""
    pid = spawn(arguments)
    peak = 0
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        try:
            peak = max(peak, memory(pid, "status", "VmHWM"))
        except AttributeError:
            break  # The process has just exited and has no memory any more.
        time.sleep(0.002)
    finish(pid)
    return peak


def programs(directory, names):
    """Returns the absolute path of each program in a directory of release programs."""
    return {name: os.path.join(os.path.abspath(directory), name) for name in names}


def disk_directory(program):
    """Creates a temporary directory beside a program, on a disk; /dev/shm and often /tmp are in memory."""
    return tempfile.TemporaryDirectory(dir=os.path.dirname(program))


class Daemon:
    """A private `whereismyd` that is connected to a simulated gpsd and has a live position.

    From then on, each epoch with another position increases the report's `sequence` by one."""

    def __init__(self, program, server, directory, history=True, listen="none"):
        self.runtime = os.path.join(directory, "runtime")
        config = os.path.join(directory, "whereismy.conf")
        with open(config, "w", encoding="ascii") as text:
            text.write(f"[http]\nlisten = {listen}\n")
            text.write("" if history else "[history]\nenabled = no\n")
        self.options = ["--config", config, "--runtime-directory", self.runtime]
        self.options += ["--state-directory", os.path.join(directory, "state")]
        log = os.path.join(directory, "log")
        self.pid = spawn([program, "--gpsd", f"127.0.0.1:{server.port}"] + self.options, errors=log)
        self.client = server.accept()
        # The daemon trusts a receiver's time that differs from the machine's after three epochs.
        for epoch in (-3, -2, -1):
            self.client.sendall(stream.lines(epoch, with_sky=True))
        self.wait(lambda report: report.get("fix", {}).get("timestamp") == stream.timestamp(-1))
        self.sequence = self.wait(lambda report: report["state"] == "live")["sequence"]

    def report(self):
        """Returns the content of fix.json; empty if the file does not exist yet."""
        try:
            with open(os.path.join(self.runtime, "fix.json"), encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return {}

    def wait(self, condition, seconds=5):
        """Waits until the report meets a condition; returns the report."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            report = self.report()
            if report and condition(report):
                return report
            time.sleep(0.005)
        raise TimeoutError(f"fix.json does not meet the condition after {seconds} s: {self.report()}")

    def stop(self):
        """Stops the daemon; returns its seconds of CPU since its start."""
        os.kill(self.pid, signal.SIGTERM)
        return finish(self.pid)
