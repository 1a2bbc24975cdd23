"""The history of the fake daemon: a day with two trips, two stays and a gap, a track with times, series and verdicts."""

import datetime
import math

# Trips and stays from 8:00 of local time: kind, minutes, metres per second.
PLAN = [("stay", 60, 0), ("trip", 30, 12), ("stay", 120, 0), ("gap", 60, 0), ("trip", 45, 20), ("stay", 90, 0)]
START = (54.3233, 10.1394)
METRES_PER_DEGREE = 111_195
NAMES = ["<b>Home</b>", "Kiel", "Kiel", "Kiel", "Lübeck", "Lübeck"]


def iso(moment):
    """Returns a time in the format of the daemon."""
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def seconds(text):
    """Returns the time of a query."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def eight_oclock(day):
    """Returns the time of 8:00 on a day in local time."""
    if day in ("today", ""):
        day = str(datetime.date.today())
    return datetime.datetime.fromisoformat(day + "T08:00").timestamp()


def name(index):
    """Returns the names of a position: the owner's place, or one of the gazetteer."""
    return {"place": NAMES[0]} if index == 0 else {"near": NAMES[index], "nearDistance": 812.0}


class History:
    """What the routes of the history return; without a plan nothing, as the routes of an old daemon."""

    def __init__(self):
        self.is_on = False
        self.verdicts = []
        self.has_accuracies = False

    def respond(self, path, query):
        """Returns a document; None for a path of others."""
        if path == "/v1/verdicts":
            return {"verdicts": self.verdicts}
        if not self.is_on:
            return {"day": query.get("date"), "devices": [], "journeys": [], "total": {}} if path == "/v1/journeys" else None
        if path == "/v1/journeys":
            return self.journeys(query.get("date", ""))
        if path == "/v1/series":
            document = series(seconds(query["from"]), seconds(query["to"]), int(query.get("points", 1000)))
            if self.has_accuracies:
                document |= {"speedAccuracy": [0.5] * len(document["time"]), "altitudeAccuracy": [None, *[7] * (len(document["time"]) - 1)]}
            return document
        if path == "/v1/track" and query.get("format") == "geojson":
            return track(seconds(query["from"]), seconds(query["to"]) if "to" in query else None)
        return None

    def journeys(self, day):
        """Returns the document of v1/journeys."""
        begin, entries, position = eight_oclock(day), [], START
        for index, (kind, minutes, speed) in enumerate(PLAN):
            after = (position[0], position[1] + shift(speed * minutes * 60))
            entry = {"kind": kind, "from": iso(begin), "to": iso(begin + 60 * minutes), "duration": 60.0 * minutes,
                     "confidence": 0.0 if kind == "gap" else 0.618 if index == len(PLAN) - 1 else 0.987}
            if kind == "stay":
                entry |= {"latitude": position[0], "longitude": position[1]} | name(index)
            else:
                ends = [{"latitude": p[0], "longitude": p[1]} | name(i) for p, i in [(position, index - 1), (after, index + 1)]]
                entry |= {"start": ends[0], "end": ends[1], "distance": speed * minutes * 60.0}
            if kind == "trip":
                entry |= {"topSpeed": speed * 1.3, "meanSpeed": float(speed), "moving": 60.0 * minutes}
            entries.append(entry)
            begin, position = begin + 60 * minutes, after
        return {"day": day, "devices": ["/dev/ttyACM0"], "journeys": entries, "total": {}}


def shift(metres):
    """Returns degrees of longitude."""
    return metres / METRES_PER_DEGREE / math.cos(math.radians(START[0]))


def state(moment):
    """Returns the distance since 8:00 of that day in metres, and the speed; None for the speed where nothing was recorded."""
    local = datetime.datetime.fromtimestamp(moment)
    left = moment - local.replace(hour=8, minute=0, second=0, microsecond=0).timestamp()
    distance = 0.0
    if left < 0:
        return 0.0, None
    for kind, minutes, speed in PLAN:
        spent = min(left, 60 * minutes)
        distance += speed * spent
        left -= 60 * minutes
        if left < 0:
            return distance, None if kind == "gap" else speed
    return distance, None


def track(begin, end):
    """Returns GeoJSON with a point each ten seconds."""
    end = end or datetime.datetime.now().timestamp()
    features, line = [], []
    for moment in [*range(math.ceil(begin), math.floor(end), 10), None]:
        distance, speed = (0, None) if moment is None else state(moment)
        if speed is not None:
            bend = 0.004 * math.sin(distance / 2000)
            line.append((moment, [START[1] + shift(distance), START[0] + bend]))
        elif line:
            features.append({
                "type": "Feature", "geometry": {"type": "LineString", "coordinates": [point for _, point in line]},
                "properties": {"coordTimes": [iso(time) for time, _ in line]}})
            line = []
    return {"type": "FeatureCollection", "features": features}


def series(begin, end, points):
    """Returns the document of v1/series: columns with a row of null values where nothing was recorded."""
    step = max(1, math.ceil((end - begin) / points))
    names = ["speed", "speedMax", "altitude", "altitudeLow", "altitudeHigh", "accuracy", "distance", "latitude", "longitude"]
    columns = {name: [] for name in ["time", *names]}
    first, was_gap = state(begin)[0], True
    for index in range(int((end - begin) / step)):
        moment = begin + index * step
        distance, speed = state(moment)
        if speed is None and was_gap:
            continue
        was_gap = speed is None
        columns["time"].append(moment)
        if was_gap:
            values = [None] * len(names)
        else:
            # By the time since the start: the figures of a test are the same on every day.
            wave = math.sin((moment - begin) / 300)
            altitude = 30 + distance / 2000 + 12 * wave
            accuracy = 3 + 2 * (1 + math.sin((moment - begin) / 700))
            values = [
                speed * (1 + 0.2 * wave), speed * (1.1 + 0.2 * wave), altitude, altitude - 1.5 * accuracy, altitude + 1.5 * accuracy,
                accuracy, distance - first, START[0] + 0.004 * math.sin(distance / 2000), START[1] + shift(distance)]
        for name_, value in zip(names, values):
            columns[name_].append(value)
    return {"from": iso(begin), "to": iso(end), "step": step, "source": "fixes"} | columns
