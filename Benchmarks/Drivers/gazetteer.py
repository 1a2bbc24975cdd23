"""The speed of the gazetteer's import and queries, with the cities of libgeonames and with generated rows, compared
with SQLite, which inserts and looks up rows of the same table, and with an empty program.

ROWS in the environment is the number of generated rows."""

import os
import sqlite3
import statistics
import subprocess
import time
from dataclasses import dataclass

import goals
import peers
import processes
from startup import alternate, start_to_exit
from table import Row

ROWS = 1_000_000
# The number of cities in libgeonames.
CITIES = 24_361
STARTS = 10
# The cost does not depend on the position; a radius of 5,000 km always finds a place.
NEAREST = ["nearest", "48.137,11.576", "--within", "5000km", "--count", "1"]
# The peer of a query: a thousand rows by their numbers, in an order that the cache does not favour.
LOOKUPS = """WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    SELECT name, latitude, longitude FROM n JOIN %s ON id = 1 + (?1 + i * 7919) %% %d"""
TABLE = "SELECT name FROM sqlite_master WHERE name GLOB 'entry_[0-9]*'"


@dataclass
class Import:
    """The figures of an import: seconds, seconds of CPU, the maximum of resident memory, and the bytes of the file."""

    seconds: float
    cpu: float
    peak_memory: int
    size: int


def import_table(arguments):
    """Runs an import; returns its seconds, its seconds of CPU, and its maximum resident bytes."""
    started = time.monotonic()
    pid = processes.spawn(arguments)
    peak = 0
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        try:
            peak = max(peak, processes.memory(pid, "status", "VmHWM"))
        except AttributeError:
            break  # The process has just exited and has no memory any more.
        time.sleep(0.02)
    cpu = processes.finish(pid)
    return time.monotonic() - started, cpu, peak


def load(program, table, database):
    """Inserts a table by the peer; returns its seconds."""
    started = time.monotonic()
    with open(table, "rb") as rows:
        subprocess.run([program, database, "--load"], stdin=rows, check=True)
    os.remove(database)
    return time.monotonic() - started


def queries(programs, database, rows):
    """Queries a gazetteer in one process, as the daemon does, and by the peer, alternately; returns the median
    milliseconds of each query in each round."""
    rounds = []
    connection = sqlite3.connect(database)
    table = connection.execute(TABLE).fetchone()[0]
    connection.close()
    for _ in range(peers.ROUNDS):
        arguments = [programs["gazetteerbench"], "query", database]
        lines = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.splitlines()
        medians = {name: float(median) for name, median, _ in (line.split() for line in lines)}
        medians["search"] = max(value for name, value in medians.items() if name.startswith("search_"))
        peer = [programs["sqlite"], database, LOOKUPS % (table, rows), str(rows)]
        medians["lookups"] = float(subprocess.run(peer, check=True, capture_output=True, text=True).stdout)
        rounds.append(medians)
    return {name: [medians[name] for medians in rounds] for name in rounds[0]}


def import_rows(programs, table, directory):
    """Yields the figures of an import of generated rows, compared with the peer."""
    state = os.path.join(directory, "state")
    rows = int(os.environ.get("ROWS") or ROWS)
    runs, others = [], []
    for _ in range(peers.ROUNDS if rows <= ROWS else 1):
        command = [programs["whereismy"], "gazetteer", "import", table, "--state-directory", directory]
        seconds, cpu, peak = import_table(command)
        runs.append(Import(seconds, cpu, peak, os.path.getsize(os.path.join(directory, "places.db"))))
        others.append(load(programs["sqlite"], table, state))
    yield Row("  imported rows per second", rows / statistics.median(run.seconds for run in runs))
    yield Row("  imported rows per second of CPU", rows / statistics.median(run.cpu for run in runs))
    rate = peers.ratio(others, [run.seconds for run in runs])
    yield Row("  relative to SQLite inserting them", rate, "x", at_least=goals.GAZETTEER_AGAINST_SQLITE)
    memory = max(run.peak_memory for run in runs) / peers.MEGABYTE
    yield Row("  resident memory of the import", memory, "MB", below=goals.GAZETTEER_MEMORY)
    yield Row("  on the disk", runs[-1].size / peers.MEGABYTE, "MB")


def query_rows(programs, directory, rows, nearest):
    """Yields the figures of the queries, compared with the peers."""
    figures = queries(programs, os.path.join(directory, "places.db"), rows)
    yield Row("  a thousand lookups by SQLite", statistics.median(figures["lookups"]), "ms")
    for label, name, goal in [
        ("nearest place", "nearest_1", nearest), ("nearest five", "nearest_5", None),
        ("search while typing, the slowest of the words", "search", goals.GAZETTEER_SEARCH),
        ("a page of 20", "browse", None)]:
        yield Row(f"  {label}", statistics.median(figures[name]), "ms")
        if goal:
            yield Row("  relative to them", peers.ratio(figures[name], figures["lookups"]), "x", at_most=goal)
    command = [programs["whereismy"], *NEAREST, "--state-directory", directory]
    commands = {"nearest": (start_to_exit, command), "empty": (start_to_exit, [programs["empty"]])}
    rounds = alternate(commands, STARTS)
    yield Row("  whereismy nearest, start to exit", statistics.median(rounds["nearest"]) * 1e3, "ms")
    ratio = peers.ratio(rounds["nearest"], rounds["empty"])
    yield Row("  relative to the empty program", ratio, "x", at_most=goals.NEAREST_AGAINST_EMPTY)


def rows(programs, _):
    """Yields the rows for the cities and for generated rows, on the disk that holds the programs."""
    with processes.disk_directory(programs["whereismy"]) as directory:
        yield Row("a gazetteer of the cities")
        import_table([programs["whereismy"], "gazetteer", "import", "--state-directory", directory])
        yield from query_rows(programs, directory, CITIES, goals.NEAREST_CITY)
    count = int(os.environ.get("ROWS") or ROWS)
    with processes.disk_directory(programs["whereismy"]) as directory:
        yield Row(f"a gazetteer of {count} places")
        table = os.path.join(directory, "table.txt")
        processes.finish(processes.spawn([programs["gazetteerbench"], "generate", str(count)], table))
        yield from import_rows(programs, table, directory)
        yield from query_rows(programs, directory, count, goals.NEAREST_PLACE)
