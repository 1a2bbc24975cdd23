"""The size of the summaries of a history of a year with a fix per second (ROWS=N: N fixes), and the time of what they
answer, which must not grow with the history."""

import os
import statistics
import subprocess

import goals
import peers
import processes
from startup import start_to_exit
from table import Row

YEAR = 365 * 86_400
LABELS = {
    "stats_ms": "statistics of the last year",
    "days_ms": "days of the last year",
    "series_year_ms": "series of the last year, 1000 steps",
    "series_day_ms": "series of a day, 1000 steps",
    "day_ms": "decoding the fixes of a day",
    "at_ms": "position at a time",
    "line_ms": "outlines of the last year",
}


def rows(programs, _):
    """Yields the size and the times, on the disk that holds the programs."""
    fixes = int(os.environ.get("ROWS") or YEAR)
    with processes.disk_directory(programs["whereismy"]) as directory:
        database = os.path.join(directory, "history.db")
        fill = [programs["historywriter"], "fill", database, str(fixes)]
        subprocess.run(fill, check=True, stdout=subprocess.DEVNULL)
        output = subprocess.run(
            [programs["historywriter"], "stats", database], check=True, stdout=subprocess.PIPE, text=True).stdout
        figures = {name: float(value) for name, value in (line.split() for line in output.splitlines())}
        yield Row(f"summaries of {fixes} fixes")
        yield Row("  days of the last year, none summarised", figures["first_days_ms"], "ms", at_most=goals.FIRST_DAYS)
        yield Row("  bytes per hour", figures["summary_bytes_per_hour"], "B", at_most=goals.SUMMARY_BYTES_PER_HOUR)
        yield Row("  summarising an hour", figures["summarise_s"] * 3600 / fixes * 1e3, "ms")
        for name, label in LABELS.items():
            yield Row(f"  {label}", figures[name], "ms")
        command = [programs["whereismy"], "stats", "--from", "2026-01-01", "--to", "2026-12-31"]
        command += ["--state-directory", directory]
        reading = [programs["sqlite"], database, "SELECT * FROM track_part"]
        pairs = [(start_to_exit(command), start_to_exit(reading)) for _ in range(peers.ROUNDS)]
        whole = statistics.median(pair[0] for pair in pairs) * 1e3
        yield Row("  whereismy stats of 2026", whole, "ms", at_most=goals.YEAR_STATISTICS)
        yield Row("    relative to SQLite", peers.ratio(*zip(*pairs)), "x")
        peak = processes.peak_memory(command)
        yield Row("    resident", peak / peers.MEGABYTE, "MB", below=goals.QUERY_MEMORY)
