"""A drawn map of a city that does not exist, around the position of the demonstration: streets, parks and a river."""

import math
import sqlite3

import pictures

ORIGIN = (-37.80996889, 144.96326388)
# The demonstration walks along a grid that is rotated by 20 degrees.
TURN = math.radians(-20)
LAND, PARK, WATER = (243, 240, 234), (205, 229, 192), (170, 208, 224)
STREET, AVENUE, EDGE = (255, 255, 255), (253, 226, 160), (222, 214, 200)
# Metres between streets across and along the grid; every fourth one is an avenue.
ACROSS, ALONG = 110.0, 215.0
STREET_WIDTH, AVENUE_WIDTH = 14.0, 24.0
# Blocks without streets, in metres along and across the grid: left, right, bottom, top.
PARKS = [(240, 630, -640, -460), (-1050, -670, 250, 640), (900, 1270, 470, 1080), (-420, -240, -1230, -910)]


def write(path, zooms=range(13, 18), radius=1800):
    """Writes an MBTiles file with all tiles within a radius in metres."""
    database = sqlite3.connect(path)
    database.executescript(
        "CREATE TABLE metadata(name TEXT, value TEXT);"
        "CREATE TABLE tiles(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);"
        "CREATE UNIQUE INDEX tile ON tiles(zoom_level, tile_column, tile_row);")
    metadata = {
        "name": "Drawn", "format": "png", "minzoom": str(zooms[0]), "maxzoom": str(zooms[-1]), "attribution": "drawn map"}
    database.executemany("INSERT INTO metadata VALUES(?, ?)", metadata.items())
    for zoom in zooms:
        scale = metres_per_pixel(zoom)
        x, y = pixel(*ORIGIN, zoom)
        # At least what a window shows.
        reach = max(radius / scale, 900)
        for column in range(int((x - reach) // 256), int((x + reach) // 256) + 1):
            for row in range(int((y - reach) // 256), int((y + reach) // 256) + 1):
                image = tile(column * 256 - x, row * 256 - y, scale)
                database.execute("INSERT INTO tiles VALUES(?, ?, ?, ?)", (zoom, column, (1 << zoom) - 1 - row, image))
    database.commit()
    database.close()


def pixel(latitude, longitude, zoom):
    """Returns the pixel of a position in the web's Mercator projection."""
    side = 256 << zoom
    north = (1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2
    return (longitude + 180) / 360 * side, north * side


def metres_per_pixel(zoom):
    """Returns the size of a pixel at the origin."""
    return 40_075_017 * math.cos(math.radians(ORIGIN[0])) / (256 << zoom)


def tile(left, top, scale):
    """Returns the tile whose corner has this offset from the origin in pixels."""
    sine, cosine = math.sin(TURN), math.cos(TURN)

    def colour(x, y):
        east, south = (left + x) * scale, (top + y) * scale
        return ground(east * cosine + south * sine, east * sine - south * cosine, scale)

    return pictures.png([[colour(x, y) for x in range(256)] for y in range(256)])


def ground(along, across, scale):
    """Returns the colour at a place of the grid."""
    river = -1500 + 160 * math.sin(along / 700) + 60 * math.sin(along / 230)
    if abs(across - river) < 70:
        return WATER
    street = min(road(along, ALONG, 0), road(across, ACROSS, 0))
    if abs(across - river) < 130 or any(a < along < b and c < across < d for a, b, c, d in PARKS):
        return PARK
    avenue = min(road(along, 4 * ALONG, 2 * ALONG), road(across, 4 * ACROSS, 2 * ACROSS))
    if avenue < max(AVENUE_WIDTH, 2 * scale) / 2:
        return AVENUE
    # Far away, the streets are too narrow to be drawn.
    if scale > 10 or street > STREET_WIDTH / 2 + scale:
        return LAND
    return STREET if street < STREET_WIDTH / 2 else EDGE


def road(value, spacing, offset):
    """Returns the distance to the next of parallel roads."""
    return abs((value - offset + spacing / 2) % spacing - spacing / 2)
