"""The import of a track into a history, compared with gpsbabel, which only reads the track and writes it as CSV, and of
the same track in other formats, compared with GPX."""

import os
import statistics
import tempfile
import time
from dataclasses import dataclass

import goals
import peers
import processes
from table import Row

POINTS = 1_000_000
START = 1_767_225_600
# The points of a track of KML, as `whereismy track` writes.
PART = 4096
# Bytes of the files for which only the memory is measured.
HUGE = 1_000_000_000


@dataclass
class Run:
    """The time, CPU time and memory of one run of a program."""

    seconds: float
    cpu: float
    peak_memory: int = 0


@dataclass
class Point:
    """A point of the walk, with an altitude and a speed."""

    index: int
    latitude: float
    longitude: float

    @property
    def moment(self):
        """The time, one second after that of the point before."""
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(START + self.index))

    @property
    def altitude(self):
        """Metres."""
        return 40 + self.index % 500 / 10

    @property
    def speed(self):
        """Metres per second."""
        return self.index % 200 / 10


def walk(points):
    """Yields a walk with a point per second."""
    latitude, longitude = -37.8, 144.9
    for index in range(points):
        latitude += (index * 7919 % 13 - 3) * 1e-6
        longitude += (index * 104729 % 11 - 5) * 1e-6
        yield Point(index, latitude, longitude)


def gpx(points):
    """Yields the lines of GPX."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n'
    for point in walk(points):
        yield '<trkpt lat="%.7f" lon="%.7f"><ele>%.1f</ele><time>%s</time><speed>%.1f</speed></trkpt>\n' % (
            point.latitude, point.longitude, point.altitude, point.moment, point.speed,
        )
    yield "</trkseg></trk></gpx>\n"


def kml(points):
    """Yields the lines of KML: tracks with all times before all positions."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>\n'
    yield "<Placemark><gx:MultiTrack>\n"
    part = []
    for point in walk(points):
        part.append(point)
        if len(part) == PART or point.index == points - 1:
            yield "<gx:Track><altitudeMode>absolute</altitudeMode>\n"
            yield from (f"<when>{point.moment}</when>\n" for point in part)
            for point in part:
                yield "<gx:coord>%.7f %.7f %.1f</gx:coord>\n" % (point.longitude, point.latitude, point.altitude)
            yield "</gx:Track>\n"
            part = []
    yield "</gx:MultiTrack></Placemark></Document></kml>\n"


def takeout(points):
    """Yields the lines of Google's Records.json; every tenth position has an activity."""
    yield '{\n  "locations": ['
    for point in walk(points):
        yield "%s{\n    \"latitudeE7\": %d,\n    \"longitudeE7\": %d,\n    \"accuracy\": %d,\n" % (
            ", " if point.index else "", point.latitude * 1e7, point.longitude * 1e7, 5 + point.index % 20,
        )
        if point.index % 10 == 0:
            yield (
                '    "activity": [{\n      "activity": [{\n        "type": "STILL",\n        "confidence": 100\n'
                '      }],\n      "timestamp": "%s"\n    }],\n' % point.moment
            )
        yield '    "altitude": %d,\n    "verticalAccuracy": 3,\n    "source": "WIFI",\n    "deviceTag": 123456,\n' % (
            point.altitude,
        )
        yield '    "timestamp": "%s"\n  }' % point.moment
    yield "]\n}\n"


FORMATS = {"GPX": gpx, "KML": kml, "Records.json": takeout}


def write(path, lines):
    """Writes lines to a file; returns its length."""
    with open(path, "w", encoding="ascii", buffering=1 << 20) as file:
        file.writelines(lines)
    return os.path.getsize(path)


def run(arguments):
    """Runs a program; returns its time and CPU time."""
    before = time.monotonic()
    pid = processes.spawn(arguments)
    usage = processes.usage(pid)
    return Run(time.monotonic() - before, usage.ru_utime + usage.ru_stime)


def import_once(program, track, directory, measure=run):
    """Imports a track into an empty history and measures that."""
    with tempfile.TemporaryDirectory(dir=directory) as state:
        return measure([program, "--import", track, "--state-directory", state])


def measure(program, points, directory):
    """Runs the programs alternately, on files with the same points; returns the runs of each."""
    tracks = {}
    for name, lines in FORMATS.items():
        tracks[name] = os.path.join(directory, f"track-{len(tracks)}")
        write(tracks[name], lines(points))
    babel = ["gpsbabel", "-i", "gpx", "-f", tracks["GPX"], "-o", "unicsv", "-F", os.devnull]
    runs = {name: [] for name in (*FORMATS, "gpsbabel")}
    for _ in range(peers.ROUNDS):
        for name, track in tracks.items():
            runs[name].append(import_once(program, track, directory))
        runs["gpsbabel"].append(run(babel))
    for name, track in tracks.items():
        runs[name][-1].peak_memory = import_once(program, track, directory, processes.peak_memory)
        os.remove(track)
    return runs


def huge_rows(program):
    """Yields the memory of the import of files of a gigabyte, on a disk."""
    with processes.disk_directory(program) as directory:
        track = os.path.join(directory, "track")
        for name in list(FORMATS)[1:]:
            bytes_per_point = write(track, FORMATS[name](10_000)) / 10_000
            write(track, FORMATS[name](int(HUGE / bytes_per_point)))
            memory = import_once(program, track, directory, processes.peak_memory) / peers.MEGABYTE
            yield Row(f"  maximum resident memory of 1 GB of {name}", memory, "MB", below=goals.IMPORT_MEMORY)
            os.remove(track)


def rows(programs, directory):
    """Yields the cost of an import, of a program that only reads the same track, and of other formats."""
    runs = measure(programs["whereismyd"], POINTS, directory)
    yield Row(f"tracks of {POINTS} points, {peers.ROUNDS} rounds")
    for name, results in runs.items():
        seconds = statistics.median(run.seconds for run in results)
        cpu = statistics.median(run.cpu for run in results)
        memory = max(run.peak_memory for run in results) / peers.MEGABYTE
        yield Row(f"  {name}", f"{seconds:.2f} s, {cpu:.2f} s of CPU, {memory:.0f} MB")
    seconds = {name: [run.seconds for run in results] for name, results in runs.items()}
    rate = peers.ratio(seconds["gpsbabel"], seconds["GPX"])
    yield Row("  rate of GPX relative to gpsbabel reading it", rate, "x", at_least=goals.IMPORT_AGAINST_GPSBABEL)
    for name in list(FORMATS)[1:]:
        rate = peers.ratio(seconds["GPX"], seconds[name])
        yield Row(f"  rate of {name} relative to GPX", rate, "x", at_least=goals.IMPORT_AGAINST_GPX)
    memory = max(run.peak_memory for run in runs["GPX"]) / peers.MEGABYTE
    yield Row("  maximum resident memory of the import", memory, "MB", below=goals.IMPORT_MEMORY)
    yield from huge_rows(programs["whereismyd"])
