"""The outlines of land and the towns of a map without tiles, from the files of Debian's gmt-gshhg-low."""

import json
import math
import pathlib
import re
import subprocess
import unittest

from whereismyd import PROGRAM, Daemon, exchange

CONVERTER = pathlib.Path(__file__).resolve().parents[3] / "packaging" / "convert-land.py"
PYTHON = "/usr/bin/python3"
SOURCE = pathlib.Path("/usr/share/gmt-gshhg/binned_GSHHS_c.nc")

# Latitude, longitude, and whether it is land; none is within 30 km of a coast.
PLACES = [
    ("Alice Springs", -23.7, 133.9, True), ("the Pacific", 0.0, -140.0, False), ("Kansas", 38.5, -98.0, True),
    ("Lake Superior", 47.7, -87.5, False), ("the Antarctic", -82.0, 60.0, True), ("the Ross Sea", -74.5, -175.0, False),
    ("the Arctic Ocean", 84.0, 10.0, False), ("Chukotka", 67.5, -178.0, True), ("Viti Levu", -17.8, 178.0, True),
    ("the Koro Sea", -18.5, -179.9, False), ("the Atlantic at Greenwich", -10.0, 0.1, False), ("Ghana", 7.0, -0.5, True),
    ("the Caspian Sea", 41.0, 51.0, False), ("Greenland", 72.0, -40.0, True), ("the Sahara", 24.0, 0.0, True),
]


def column_and_row(latitude, longitude, zoom):
    """Returns where a position is on the map, in squares."""
    x = (longitude + 180) / 360 * 2 ** zoom
    y = (1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * 2 ** zoom
    return x, y


def encloses(path, x, y):
    """Returns true if an odd number of the path's rings encloses a point."""
    is_inside = False
    for ring in re.findall("M([^Z]*)Z", path):
        numbers = list(map(int, ring.split()))
        points = list(zip(numbers[::2], numbers[1::2]))
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                is_inside = not is_inside
    return is_inside


@unittest.skipUnless(SOURCE.exists(), "gmt-gshhg-low is not installed: the outlines of land were not checked")
class LandTest(unittest.TestCase):
    """One daemon with converted outlines."""

    @classmethod
    def setUpClass(cls):
        if subprocess.run([PYTHON, "-c", "import h5py"], stderr=subprocess.DEVNULL, check=False).returncode:
            raise unittest.SkipTest("python3-h5py is not installed: the outlines of land were not checked")
        cls.daemon = Daemon(start=False)
        state = cls.daemon.folder / "state"
        state.mkdir()
        # Those of the package, also where finer ones are installed.
        low = cls.daemon.folder / "low"
        low.mkdir()
        for name in "cli":
            (low / f"binned_GSHHS_{name}.nc").symlink_to(SOURCE.with_name(f"binned_GSHHS_{name}.nc"))
        subprocess.run([PYTHON, "-B", CONVERTER, state / "land", low], check=True)
        cls.daemon.start()

    @classmethod
    def tearDownClass(cls):
        cls.daemon.close()

    def test_land_and_water(self):
        """Known places are on land or on water, at all resolutions."""
        squares = {}
        for zoom in (1, 4, 7, 9):
            for name, latitude, longitude, is_land in PLACES:
                x, y = column_and_row(latitude, longitude, zoom)
                path = f"/v1/land/{zoom}/{int(x)}/{int(y)}"
                square = squares[path] = squares.get(path) or self.daemon.ask("GET", path)
                extent = square["extent"]
                found = encloses(square["path"], x % 1 * extent + 0.01, y % 1 * extent + 0.01)
                self.assertEqual(found, is_land, f"{name} at zoom {zoom}")

    def test_cached(self):
        """A browser keeps a square, and asks again by its tag."""
        status, headers, _ = exchange(self.daemon.local(), "GET", "/v1/land/3/7/4")
        self.assertEqual((status, headers["cache-control"]), (200, "private, max-age=86400"))
        again = exchange(self.daemon.local(), "GET", "/v1/land/3/7/4", None, {"If-None-Match": headers["etag"]})
        self.assertEqual((again[0], again[2]), (304, b""))

    def test_no_square(self):
        """What is no square is not found, and a parameter is an error."""
        for path in ("/v1/land/0/0/1", "/v1/land/21/0/0", "/v1/land/-1/0/0", "/v1/land/x/0/0"):
            self.assertEqual(exchange(self.daemon.local(), "GET", path)[0], 404, path)
        self.assertEqual(exchange(self.daemon.local(), "GET", "/v1/land/0/0/0?x=1")[0], 400)

    def test_small(self):
        """A square is small, compressed."""
        sizes = [
            len(exchange(self.daemon.local(), "GET", path, None, {"Accept-Encoding": "gzip"})[2])
            for path in ("/v1/land/0/0/0", "/v1/land/4/8/4", "/v1/land/6/33/18")]
        self.assertLess(max(sizes), 60_000, sizes)

    def test_damaged(self):
        """A file that was cut while it is in use is named as such."""
        land = self.daemon.folder / "state" / "land"
        whole = land.read_bytes()
        with land.open("r+b") as file:
            file.truncate(len(whole) // 8)
            status, _, problem = exchange(self.daemon.local(), "GET", "/v1/land/9/273/166")
            file.seek(0)
            file.write(whole)
        self.assertEqual((status, json.loads(problem)["code"]), (503, "land-unreadable"))
        self.assertEqual(exchange(self.daemon.local(), "GET", "/v1/land/9/273/166")[0], 200)

    def test_settings(self):
        """The page learns of the outlines; a share has them too, and no towns."""
        self.assertEqual(self.daemon.ask("GET", "/v1/map")["land"], "v1/land/{z}/{x}/{y}")
        share = "/share/" + self.daemon.ask("POST", "/v1/shares", {"for": "1h"})["url"].split("/")[-2]
        self.assertEqual(self.daemon.ask("GET", f"{share}/v1/map")["landTolerance"], 1000)
        self.assertIn("path", self.daemon.ask("GET", f"{share}/v1/land/0/0/0"))
        self.assertEqual(exchange(self.daemon.remote(), "GET", f"{share}/v1/places/largest?within=0,0,1,1")[0], 404)


class WithoutLandTest(unittest.TestCase):
    """A daemon without the file."""

    def test_none(self):
        """Nothing is offered where a damaged file is found."""
        daemon = Daemon(start=False)
        self.addCleanup(daemon.close)
        (daemon.folder / "state").mkdir()
        (daemon.folder / "state" / "land").write_bytes(b"WIMLAND1" + bytes(100))
        daemon.start()
        self.assertIn("has no outlines of land", daemon.log())
        # `make run` converts the outlines for the programs for debugging.
        installed = [pathlib.Path("/usr"), pathlib.Path(PROGRAM).resolve().parents[1]]
        if not any((prefix / "share" / "whereismy" / "land").exists() for prefix in installed):
            self.assertEqual(exchange(daemon.local(), "GET", "/v1/land/0/0/0")[0], 404)
            self.assertNotIn("land", daemon.ask("GET", "/v1/map"))


if __name__ == "__main__":
    unittest.main()
