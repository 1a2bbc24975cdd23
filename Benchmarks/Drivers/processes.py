"""Processes that are measured: started apart, their CPU and memory told by the kernel."""

import ctypes
import json
import os
import re
import signal
import time

import stream

LIBC = ctypes.CDLL(None, use_errno=True)
# No setting of the user's or the machine's takes part.
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C"}


# What has been started and not yet waited for.
running = set()


def spawn(arguments, output=os.devnull, errors=os.devnull):
    """Starts a program; answers its process."""
    write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)]
    actions += [(os.POSIX_SPAWN_OPEN, 1, output, write, 0o600), (os.POSIX_SPAWN_OPEN, 2, errors, write, 0o600)]
    pid = os.posix_spawnp(arguments[0], arguments, ENVIRONMENT, file_actions=actions)
    running.add(pid)
    return pid


def finish(pid):
    """Waits for a process that is to end well; answers the seconds of CPU it took from its start."""
    spent = usage(pid)
    return spent.ru_utime + spent.ru_stime


def usage(pid):
    """Waits for a process that is to end well; answers what it took in all (getrusage(2))."""
    _, status, spent = os.wait4(pid, 0)
    running.discard(pid)
    code = os.waitstatus_to_exitcode(status)
    if code != 0:
        raise RuntimeError(f"process {pid} ended with {code}")
    return spent


def kill_all():
    """Leaves nothing behind when something has failed."""
    for pid in running:
        os.kill(pid, signal.SIGKILL)


def cpu_clock(pid):
    """A clock of the CPU time of a process, user and system, in nanoseconds (clock_getcpuclockid(3))."""
    clock = ctypes.c_int()
    error = LIBC.clock_getcpuclockid(pid, ctypes.byref(clock))
    if error:
        raise OSError(error, os.strerror(error))
    return lambda: time.clock_gettime_ns(clock.value)


def memory(pid, file, key):
    """A number of bytes from /proc, which tells them in units of 1024."""
    with open(f"/proc/{pid}/{file}", encoding="ascii") as text:
        return int(re.search(rf"^{key}:\s+(\d+) kB$", text.read(), re.MULTILINE).group(1)) * 1024


def peak_memory(arguments):
    """Runs a program and looks at VmHWM meanwhile: what wait4(2) tells counts the memory of whoever started it too."""
    pid = spawn(arguments)
    peak = 0
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        try:
            peak = max(peak, memory(pid, "status", "VmHWM"))
        except AttributeError:
            break  # It has just ended, and has no memory any more.
        time.sleep(0.002)
    finish(pid)
    return peak


class Daemon:
    """A `whereismyd` of its own, with directories of its own, connected to a server, with a first live position.

    From then on each epoch of another position raises its report's `sequence` by one."""

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
        # Three epochs, after which a receiver's time is believed that is not the machine's to the second.
        for epoch in (-3, -2, -1):
            self.client.sendall(stream.lines(epoch, with_sky=True))
        self.wait(lambda report: report.get("fix", {}).get("timestamp") == stream.timestamp(-1))
        self.sequence = self.wait(lambda report: report["state"] == "live")["sequence"]

    def report(self):
        """What stands in fix.json; empty before it is there."""
        try:
            with open(os.path.join(self.runtime, "fix.json"), encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return {}

    def wait(self, condition, seconds=5):
        """Waits until the report fulfils a condition, and answers it."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            report = self.report()
            if report and condition(report):
                return report
            time.sleep(0.005)
        raise TimeoutError(f"fix.json still says {self.report()} after {seconds} s")

    def stop(self):
        """Ends it; answers the seconds of CPU it took from its start."""
        os.kill(self.pid, signal.SIGTERM)
        return finish(self.pid)
