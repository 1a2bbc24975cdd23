"""GET /v1/report beside nginx, which serves a file of the same size: requests a second and CPU a request."""

import os
import re
import subprocess
import time
from dataclasses import dataclass

import processes
import serving
import whereismyd

# As Debian has it, but for: one worker, a connection that may ask for ever, no log of each request. Ours has no limit of
# requests either, and writes no log of them.
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
    """One server under load for a while."""

    rate: float
    cpu: float


class Nginx:
    """An nginx of its own, with one file."""

    def __init__(self, directory, content):
        self.port = whereismyd.free_port()
        # The worker is somebody else where this is root, and files in memory are root's alone.
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
        """The process that serves."""
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            with open(f"/proc/{self.pid}/task/{self.pid}/children", encoding="ascii") as children:
                if child := children.read().split():
                    return int(child[0])
            time.sleep(0.01)
        raise TimeoutError("nginx has no worker after 5 s")

    def stop(self):
        """Ends it."""
        os.kill(self.pid, 15)
        processes.finish(self.pid)


def load(url, cpu, seconds, headers, meanwhile):
    """Asks as fast as it can be answered, over 64 connections; does something each second meanwhile."""
    command = ["wrk", "-t1", "-c64", f"-d{seconds}s", *headers, url]
    used = cpu()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        while client.poll() is None:
            meanwhile()
            time.sleep(1)
        output = client.stdout.read()
    used = cpu() - used
    if client.returncode != 0 or "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(output)
    count = int(re.search(r"(\d+) requests in", output).group(1))
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1))
    return Run(rate, used / 1e9 / count)


def measure(programs, rounds, seconds, directory):
    """Both in turn, round after round, the daemon with a fix a second and a token to be checked; answers each one's runs."""
    served = serving.Serving(programs["whereismyd"], directory)
    token = served.token()
    nginx = Nginx(directory, served.report(token))
    authorization = ["-H", f"Authorization: Bearer {token}"]
    runs = {"whereismyd": [], "nginx": []}
    for _ in range(rounds):
        url = f"http://127.0.0.1:{served.port}/v1/report"
        runs["whereismyd"].append(load(url, served.cpu, seconds, authorization, served.send))
        # It is sent the same fixes meanwhile, so that its work is done beside both.
        url = f"http://127.0.0.1:{nginx.port}/report.json"
        runs["nginx"].append(load(url, nginx.cpu, seconds, [], served.send))
    nginx.stop()
    served.stop()
    return runs
