"""GET /v1/report compared with a file of the same size from nginx: requests per second and CPU per request."""

import os
import re
import statistics
import subprocess
import time
from dataclasses import dataclass

import goals
import peers
import processes
import server
import whereismyd
from table import Row

SECONDS = 3

# Debian's configuration with one worker, no limit of requests per connection and no access log, since the daemon has no
# such limit and writes no such log.
CONFIGURATION = """
worker_processes 1;
pid {directory}/nginx.pid;
error_log {directory}/nginx.log;
{user}
events {{ worker_connections 768; }}
http {{
    sendfile on;
    tcp_nopush on;
    types_hash_max_size 2048;
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    access_log off;
    keepalive_requests 1000000000;
    server {{ listen 127.0.0.1:{port}; root {directory}/files; }}
}}
"""


@dataclass
class Run:
    """The figures of one server under load."""

    rate: float
    cpu: float


class Nginx:
    """A private nginx with one file."""

    def __init__(self, directory, content):
        self.port = whereismyd.free_port()
        # An nginx started by root switches its worker to another user, which cannot read root's files in /dev/shm.
        user = "user root;" if os.getuid() == 0 else ""
        os.mkdir(os.path.join(directory, "files"))
        with open(os.path.join(directory, "files", "report.json"), "wb") as file:
            file.write(content)
        configuration = os.path.join(directory, "nginx.conf")
        with open(configuration, "w", encoding="ascii") as text:
            text.write(CONFIGURATION.format(directory=directory, port=self.port, user=user))
        self.pid = processes.spawn(["/usr/sbin/nginx", "-p", directory, "-c", configuration, "-g", "daemon off;"])
        self.cpu = processes.cpu_clock(self.worker())

    def worker(self):
        """Returns the process ID of the worker."""
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            with open(f"/proc/{self.pid}/task/{self.pid}/children", encoding="ascii") as children:
                if child := children.read().split():
                    return int(child[0])
            time.sleep(0.01)
        raise TimeoutError("nginx has no worker after 5 s")

    def stop(self):
        """Stops nginx and waits for its exit."""
        os.kill(self.pid, 15)
        processes.finish(self.pid)


def load(url, cpu, seconds, headers, every_second):
    """Requests a URL as fast as possible over 64 connections, and calls a function every second meanwhile."""
    command = ["wrk", "-t1", "-c64", f"-d{seconds}s", *headers, url]
    used = cpu()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        while client.poll() is None:
            every_second()
            time.sleep(1)
        output = client.stdout.read()
    used = cpu() - used
    if client.returncode != 0 or "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(output)
    count = int(re.search(r"(\d+) requests in", output).group(1))
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1))
    return Run(rate, used / 1e9 / count)


def measure(programs, directory):
    """Loads both servers alternately; returns the runs of each. The daemon checks a token on each request."""
    daemon = server.Server(programs["whereismyd"], directory)
    token = daemon.token()
    nginx = Nginx(directory, daemon.report(token))
    authorization = ["-H", f"Authorization: Bearer {token}"]
    runs = {"whereismyd": [], "nginx": []}
    for _ in range(peers.ROUNDS):
        url = f"http://127.0.0.1:{daemon.port}/v1/report"
        runs["whereismyd"].append(load(url, daemon.cpu, SECONDS, authorization, daemon.send))
        # The daemon receives the same fixes meanwhile, so that its work is the same beside both.
        url = f"http://127.0.0.1:{nginx.port}/report.json"
        runs["nginx"].append(load(url, nginx.cpu, SECONDS, [], daemon.send))
    nginx.stop()
    daemon.stop()
    return runs


def rows(programs, directory):
    """Yields the rate and the CPU time of single requests, compared with nginx."""
    runs = measure(programs, directory)
    yield Row(f"GET /v1/report over 64 connections, {peers.ROUNDS} rounds")
    for name, results in runs.items():
        rate = statistics.median(run.rate for run in results)
        cpu = statistics.median(run.cpu for run in results)
        yield Row(f"  {name}", f"{rate / 1e3:.1f} k requests/s, {cpu * 1e6:.2f} us CPU per request")
    ours, theirs = runs["whereismyd"], runs["nginx"]
    rate = peers.ratio([run.rate for run in ours], [run.rate for run in theirs])
    cpu = peers.ratio([run.cpu for run in ours], [run.cpu for run in theirs])
    yield Row("  rate relative to nginx", rate, "x", at_least=goals.RATE_AGAINST_NGINX)
    yield Row("  CPU per request relative to nginx", cpu, "x", at_most=goals.CPU_AGAINST_NGINX)
