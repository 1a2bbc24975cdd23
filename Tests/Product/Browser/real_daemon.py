"""whereismyd with a simulated gpsd and a map of one repeated tile."""

import json
import math
import socket
import sqlite3
import threading
import time
import urllib.parse

import pictures
import whereismyd

DEVICE = "/dev/ttyACM0"
GREETING = '{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\r\n'
WATCHED = (
    '{"class":"DEVICES","devices":[{"class":"DEVICE","path":"%s","driver":"u-blox","activated":'
    '"2026-01-01T00:00:00.000Z","flags":1,"native":1,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00}]}\r\n'
    '{"class":"WATCH","enable":true,"json":true}\r\n' % DEVICE
)
START = (-37.809969, 144.963264)


class Receiver:
    """A gpsd on a free port whose receiver moves north at 1.4 m/s and reports twice a second, unless it is silent."""

    def __init__(self):
        self.is_silent = False
        self.position = START
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client):
        try:
            client.sendall(GREETING.encode())
            while b"?WATCH" not in client.recv(4096):
                pass
            client.sendall(WATCHED.encode())
            while True:
                if not self.is_silent:
                    client.sendall(self._epoch().encode())
                time.sleep(0.5)
        except OSError:
            client.close()

    def _epoch(self):
        self.position = (self.position[0] + 0.7 / 111_195, self.position[1])
        now = time.time()
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03d}Z"
        fix = {
            "class": "TPV", "device": DEVICE, "mode": 3, "time": moment, "lat": self.position[0], "lon": self.position[1],
            "altHAE": 31.8, "altMSL": 27.8, "eph": 5.9, "epv": 7.9, "epx": 2.5, "epy": 3.5, "track": 0.0, "speed": 1.4,
            "climb": 0.0, "eps": 1.2,
        }
        sky = {
            "class": "SKY", "device": DEVICE, "time": moment, "hdop": 0.7, "nSat": 12, "uSat": 8,
            "satellites": [
                {"PRN": n, "el": 5 * n, "az": 25 * n, "ss": 20 + n, "used": n <= 8, "gnssid": 0, "svid": n}
                for n in range(1, 13)],
        }
        # gpsd writes JSON without spaces.
        return "".join(json.dumps(line, separators=(",", ":")) + "\r\n" for line in (sky, fix))


def make_map(path, position, max_zoom=17, radius=5):
    """Writes an MBTiles file with the same tile for all addresses near a position."""
    database = sqlite3.connect(path)
    database.executescript(
        "CREATE TABLE metadata(name TEXT, value TEXT);"
        "CREATE TABLE tiles(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);"
        "CREATE UNIQUE INDEX tile ON tiles(zoom_level, tile_column, tile_row);")
    metadata = {"name": "Test", "format": "png", "minzoom": "0", "maxzoom": str(max_zoom), "attribution": "<a>Test chart</a>"}
    database.executemany("INSERT INTO metadata VALUES(?, ?)", metadata.items())
    picture = pictures.tile(1, 2, 3)
    north = (1 - math.asinh(math.tan(math.radians(position[0]))) / math.pi) / 2
    for zoom in range(max_zoom + 1):
        side = 1 << zoom
        x, y = int((position[1] + 180) / 360 * side), int(north * side)
        tiles = {(column % side, row) for column in range(x - radius, x + radius + 1)
                 for row in range(y - radius, y + radius + 1) if 0 <= row < side}
        database.executemany(
            "INSERT INTO tiles VALUES(?, ?, ?, ?)", [(zoom, column, side - 1 - row, picture) for column, row in tiles])
    database.commit()
    database.close()


class RealDaemon(whereismyd.Daemon):
    """A daemon with a moving receiver and a map."""

    def __init__(self):
        self.receiver = Receiver()
        super().__init__(demo=False, start=False)
        make_map(self.folder / "map.mbtiles", START)
        (self.folder / "whereismy.conf").write_text(
            f"[gpsd]\naddress = 127.0.0.1:{self.receiver.port}\n[tracking]\nstale-after = 5s\n"
            f"[map]\nmbtiles = {self.folder}/map.mbtiles\n", encoding="ascii")
        self.start()

    @property
    def address(self):
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}/"

    def close(self):
        """Stops the receiver and the daemon."""
        self.receiver.listener.close()
        super().close()

    def sign_in_address(self):
        """Returns an address that signs a browser in, once."""
        url = urllib.parse.urlsplit(self.ask("POST", "/v1/sign-in-links", {})["url"])
        return f"{self.address}{url.path.lstrip('/')}?{url.query}"

    def share(self, **request):
        """Creates a share and returns its address."""
        return self.address + urllib.parse.urlsplit(self.ask("POST", "/v1/shares", request)["url"]).path.lstrip("/")
