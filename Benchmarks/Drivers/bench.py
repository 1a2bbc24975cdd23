"""Measures the release programs and their peers, and compares the figures with the goals (`make bench`).

Usage: bench.py PRODUCT-DIRECTORY BENCHMARKS-DIRECTORY, the directories of the release programs
"""

import os
import statistics
import subprocess
import sys
import tempfile

import gazetteer
import goals
import history_queries
import history_recording
import http_requests
import latency
import places
import processes
import server
import startup
import throughput
import track_import
from table import Row, show

PEERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Peers")
MEGABYTE = 1e6
ROUNDS = 5
EPOCHS = 200_000
EPOCHS_WITH_SKY = 60_000
SECONDS_FAST = 40
SECONDS_SLOW = 20
STARTS = 300
TRIES = 3
POINTS = 1_000_000
ROWS = 1_000_000
VIEWERS = 10_000
FEW_VIEWERS = 100
SECONDS_WITH_VIEWERS = 30
# Bytes that the files of a run need, mostly the track of gpxlogger.
SPACE = 400_000_000


def build(product, benchmarks, directory):
    """Builds the peers; returns the path of each program."""
    programs = processes.programs(product, ["whereismyd", "whereismy"])
    programs |= processes.programs(benchmarks, ["truth", "historywriter", "gazetteerbench"])
    programs["gpxlogger"] = "gpxlogger"
    for name, command in {
        "gps_read": ["cc", "-O2", os.path.join(PEERS, "gps_read.c"), "-lgps"],
        "viewers": ["cc", "-O2", os.path.join(PEERS, "viewers.c")],
        "empty": ["swiftc", "-O", "-static-stdlib", os.path.join(PEERS, "empty.swift")],
    }.items():
        programs[name] = os.path.join(directory, name)
        subprocess.run(command + ["-o", programs[name]], check=True)
    return programs


def throughput_rows(programs, epochs, with_sky, directory):
    """Yields the figures of the three clients on one stream."""
    runs = throughput.measure(programs, epochs, ROUNDS, with_sky, directory)
    yield Row(f"{epochs} epochs of TPV{' and SKY' if with_sky else ''}, {ROUNDS} rounds")
    for name, results in runs.items():
        rate = statistics.median(epochs / run.seconds for run in results)
        cpu = statistics.median(run.cpu / epochs for run in results)
        lost = sum(abs(run.lost) for run in results)
        yield Row(f"  {name}", f"{rate / 1e3:.0f} k epochs/s, {cpu * 1e6:.2f} us CPU per epoch, {lost} lost")
    for other in ["gps_read", "gpxlogger"]:
        rate = throughput.ratio(runs, other, "whereismyd", lambda run: run.seconds)
        cpu = throughput.ratio(runs, "whereismyd", other, lambda run: run.cpu)
        minimum = goals.RATE_AGAINST_GPXLOGGER if other == "gpxlogger" else None
        yield Row(f"  rate relative to {other}", rate, "x", at_least=minimum)
        yield Row(f"  CPU per epoch relative to {other}", cpu, "x")
    lost = sum(abs(run.lost) for run in runs["whereismyd"])
    yield Row("  epochs lost by whereismyd", lost, "", at_most=goals.LOST_EPOCHS)
    yield Row("  maximum resident memory", max(run.peak_memory for run in runs["whereismyd"]) / MEGABYTE, "MB")


def percentile(seconds, rank):
    """Returns a percentile of durations in milliseconds."""
    return statistics.quantiles(seconds, n=100)[rank - 1] * 1e3


def latency_rows(programs, directory):
    """Yields the figures of the daemon at 10 Hz. Other load only increases a latency, so a missed goal is retried."""
    for attempt in range(1, TRIES + 1):
        fast = latency.measure(programs["whereismyd"], 10, SECONDS_FAST, directory)
        if percentile(fast.latencies, 99) < goals.LATENCY_P99:
            break
    yield Row(f"latency to the page, {len(fast.latencies)} epochs at 10 Hz", f"try {attempt} of {TRIES}")
    yield Row("  median", percentile(fast.latencies, 50), "ms")
    yield Row("  99th percentile", percentile(fast.latencies, 99), "ms", below=goals.LATENCY_P99)
    yield Row("  maximum", max(fast.latencies) * 1e3, "ms")
    yield Row("  of which waiting for a CPU, 99th percentile", percentile(fast.waits, 99), "ms")
    yield Row(f"CPU at 10 Hz, {fast.seconds:.0f} s", fast.cpu * 100, "% of a core", below=goals.CPU_AT_10_HZ)
    memory = fast.resident / MEGABYTE
    yield Row(f"resident memory after {fast.seconds:.0f} s", memory, "MB", below=goals.RESIDENT_MEMORY_WITH_HISTORY)
    yield Row("  of which proportional (Pss)", fast.proportional / MEGABYTE, "MB")
    plain = latency.measure(programs["whereismyd"], 10, SECONDS_SLOW, directory, history=False)
    yield Row("  without the history", plain.resident / MEGABYTE, "MB", below=goals.RESIDENT_MEMORY)


def slow_rows(programs, directory):
    """Yields the figures of the daemon at 1 Hz, the rate of most receivers."""
    slow = latency.measure(programs["whereismyd"], 1, SECONDS_SLOW, directory)
    yield Row(f"CPU at 1 Hz, {slow.seconds:.0f} s", slow.cpu * 100, "% of a core", below=goals.CPU_AT_1_HZ)


def cost_rows(programs):
    """Yields the cost of the location controller alone, with simulated epochs in memory."""
    yield Row("location controller, per epoch of a scenario")
    lines = subprocess.run([programs["truth"], "--cost"], check=True, capture_output=True, text=True).stdout
    for name, nanoseconds in (line.split() for line in lines.splitlines()):
        yield Row(f"  {name}", float(nanoseconds) / 1e3, "us", below=goals.CONTROLLER_COST)


def geofence_rows(programs):
    """Yields the cost of a thousand places per fix: scattered over a region, and concentrated in a village, the worst
    case."""
    yield Row("a thousand places, per fix of a scenario")
    lines = subprocess.run([programs["truth"], "--place-cost"], check=True, capture_output=True, text=True).stdout
    for name, nanoseconds in (line.split() for line in lines.splitlines()):
        below = goals.PLACES_COST if name.endswith("-region") else None
        yield Row(f"  {name}", float(nanoseconds) / 1e3, "us", below=below)


def place_rows(programs, directory):
    """Yields the cost of a thousand places in the daemon. Other load makes the rounds differ, so a missed goal is
    retried."""
    for attempt in range(1, TRIES + 1):
        runs = places.measure(programs["whereismyd"], EPOCHS, ROUNDS, directory)
        ratio = places.cost(runs)
        if ratio <= goals.PLACES_RATIO:
            break
    yield Row(f"whereismyd with {places.PLACES} places, {EPOCHS} epochs of TPV", f"try {attempt} of {TRIES}")
    for name, results in runs.items():
        cpu = statistics.median(run.cpu / EPOCHS for run in results)
        rate = statistics.median(EPOCHS / run.seconds for run in results)
        yield Row(f"  {name}", f"{rate / 1e3:.0f} k epochs/s, {cpu * 1e6:.2f} us CPU per epoch")
    yield Row("  CPU with places relative to without", ratio, "x", at_most=goals.PLACES_RATIO)


def start_rows(programs, directory):
    """Yields the time of the command from start to exit."""
    medians = startup.measure(programs, STARTS, directory)
    yield Row(f"start to exit, median of {STARTS}")
    yield Row("  whereismy last", medians["whereismy"] * 1e3, "ms", below=goals.START_TO_EXIT)
    yield Row("  empty static Swift program", medians["empty"] * 1e3, "ms")
    yield Row("  ratio", medians["whereismy"] / medians["empty"], "x")


def recording_rows(programs):
    """Yields the cost of a history at one fix per second, each stored, with a commit every ten seconds."""
    figures = history_recording.measure(programs)
    yield Row(f"a history of {figures['fixes']:.0f} fixes of parking and driving")
    written = figures["written_bytes_per_hour"] / MEGABYTE
    yield Row("  written to the disk", written, "MB per hour", below=goals.WRITTEN_PER_HOUR)
    yield Row("  on the disk", figures["bytes_per_fix"], "bytes per fix", at_most=goals.BYTES_PER_FIX)
    yield Row("  time in the tracking thread", figures["record_us"], "us per fix")


def query_rows(programs):
    """Yields the cost of the command for queries of a long history."""
    times, peaks = history_queries.measure(programs)
    yield Row(f"a history of {history_queries.FIXES} fixes, start to exit, median of {history_queries.ROUNDS}")
    yield Row("  a day as JSON", times["day"] * 1e3, "ms", below=goals.DAY_AS_JSON)
    yield Row("  a day as JSON, resident", peaks["day"] / MEGABYTE, "MB", below=goals.QUERY_MEMORY)
    yield Row("  position at a time", times["at"] * 1e3, "ms", below=goals.POSITION_AT_TIME)
    yield Row("  a million fixes as GPX", times["million"] * 1e3, "ms", below=goals.MILLION_AS_GPX)
    yield Row("  a million fixes as GPX, resident", peaks["million"] / MEGABYTE, "MB", below=goals.QUERY_MEMORY)
    yield Row("  the simplified line of the year as GeoJSON", times["line"] * 1e3, "ms", below=goals.LINE_OF_A_YEAR)
    yield Row("  the line of the year, resident", peaks["line"] / MEGABYTE, "MB", below=goals.QUERY_MEMORY)


def import_rows(programs, directory):
    """Yields the cost of an import and of a program that only reads the same track. Other load only increases a time,
    so the best round counts."""
    runs = track_import.measure(programs["whereismyd"], POINTS, ROUNDS, directory)
    yield Row(f"GPX of {POINTS} points, best of {ROUNDS} rounds")
    best = {name: min(run.seconds for run in results) for name, results in runs.items()}
    for name, results in runs.items():
        cpu = min(run.cpu for run in results)
        memory = max(run.peak_memory for run in results) / MEGABYTE
        yield Row(f"  {name}", f"{best[name]:.2f} s, {cpu:.2f} s of CPU, {memory:.0f} MB")
    ratio = best["gpsbabel"] / best["whereismyd"]
    yield Row("  rate relative to gpsbabel reading it", ratio, "x", at_least=goals.IMPORT_AGAINST_GPSBABEL)
    memory = max(run.peak_memory for run in runs["whereismyd"]) / MEGABYTE
    yield Row("  maximum resident memory of the import", memory, "MB", below=goals.IMPORT_MEMORY)


def viewer_rows(programs, viewers, below, directory):
    """Yields the figures of live viewers. Other load only increases a delay, and through the caches also CPU time, so a
    missed goal is retried."""
    for attempt in range(1, TRIES + 1):
        seen = server.measure(programs, viewers, SECONDS_WITH_VIEWERS, directory)
        if seen.client["p99"] * 1e3 < below and seen.cpu * 100 < goals.VIEWERS_CPU:
            break
    yield Row(f"{seen.viewers} viewers, {seen.events} events, one per second", f"try {attempt} of {TRIES}")
    yield Row("  fix to client, median", seen.client["median"] * 1e3, "ms")
    yield Row("  fix to client, 99th percentile", seen.client["p99"] * 1e3, "ms", below=below)
    yield Row("  fix to client, maximum", seen.client["maximum"] * 1e3, "ms")
    failures = seen.failures
    yield Row("  lost, duplicated, malformed, missed, dropped", failures, "", at_most=goals.VIEWERS_FAILURES)
    yield Row("  CPU", seen.cpu * 100, "% of a core", below=goals.VIEWERS_CPU)
    for name, delays in [("without viewers", seen.delays_without), ("with all", seen.delays_with)]:
        yield Row(f"  fix to fix.json, {name}: median", statistics.median(delays) * 1e3, "ms")
        yield Row(f"  fix to fix.json, {name}: 99th percentile", percentile(delays, 99), "ms")
    yield from memory_rows(seen)


def memory_rows(seen):
    """Yields the resident memory, per viewer only if they are many: with few, most of it is the code that serves."""
    if seen.viewers > FEW_VIEWERS:
        each = seen.growth / seen.viewers / 1e3
        yield Row("  resident memory per viewer", each, "kB", below=goals.VIEWER_MEMORY)
    yield Row("  resident memory", seen.resident / MEGABYTE, "MB")


def few_rows(programs, directory):
    """Yields the resident memory of the daemon with ten viewers, which is more than most have."""
    seen = server.measure(programs, 10, 10, directory)
    memory = seen.resident / MEGABYTE
    yield Row("resident memory with ten viewers", memory, "MB", below=goals.RESIDENT_MEMORY_WITH_VIEWERS)


def request_rows(programs, directory):
    """Yields the rate and the CPU time of single requests, compared with nginx."""
    runs = http_requests.measure(programs, ROUNDS, 3, directory)
    yield Row(f"GET /v1/report over 64 connections, {ROUNDS} rounds")
    for name, results in runs.items():
        rate = statistics.median(run.rate for run in results)
        cpu = statistics.median(run.cpu for run in results)
        yield Row(f"  {name}", f"{rate / 1e3:.1f} k requests/s, {cpu * 1e6:.2f} us CPU per request")
    rate = throughput.ratio(runs, "whereismyd", "nginx", lambda run: run.rate)
    cpu = throughput.ratio(runs, "whereismyd", "nginx", lambda run: run.cpu)
    yield Row("  rate relative to nginx", rate, "x", at_least=goals.RATE_AGAINST_NGINX)
    yield Row("  CPU per request relative to nginx", cpu, "x", at_most=goals.CPU_AGAINST_NGINX)


def watch_rows(programs, directory):
    """Yields the time of `whereismy watch` until its first line."""
    median = startup.first_line(programs, STARTS // 10, directory)
    yield Row("whereismy watch, start to first line", median * 1e3, "ms", below=goals.WATCH_FIRST_LINE)


def server_rows(programs, directory):
    """Yields the figures of the daemon as a server."""
    yield from viewer_rows(programs, VIEWERS, goals.VIEWERS_P99, directory)
    yield from viewer_rows(programs, FEW_VIEWERS, goals.FEW_VIEWERS_P99, directory)
    yield from few_rows(programs, directory)
    yield from request_rows(programs, directory)
    yield from watch_rows(programs, directory)


def rows(programs, directory):
    """Yields every row as it is measured."""
    yield from cost_rows(programs)
    yield from geofence_rows(programs)
    yield from place_rows(programs, directory)
    yield from throughput_rows(programs, EPOCHS, False, directory)
    yield from throughput_rows(programs, EPOCHS_WITH_SKY, True, directory)
    yield from latency_rows(programs, directory)
    yield from slow_rows(programs, directory)
    yield from server_rows(programs, directory)
    yield from start_rows(programs, directory)
    yield from recording_rows(programs)
    yield from query_rows(programs)
    yield from import_rows(programs, directory)
    yield from gazetteer.rows(programs, ROWS)


def memory_directory():
    """Returns /dev/shm, which is in memory like /run, if it has enough space; else None for the default directory."""
    shared = "/dev/shm"
    if not os.access(shared, os.W_OK):
        return None
    status = os.statvfs(shared)
    return shared if status.f_bavail * status.f_frsize > SPACE else None


def main():
    """Measures and prints; returns true if all goals are met."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as built, tempfile.TemporaryDirectory(dir=memory_directory()) as directory:
        try:
            return show(rows(build(sys.argv[1], sys.argv[2], built), directory))
        finally:
            processes.kill_all()


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
