"""Generated map tiles."""

import struct
import zlib


def png(pixels):
    """Returns a PNG of rows of (red, green, blue)."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in pixels)
    size = struct.pack(">IIBBBBB", len(pixels[0]), len(pixels), 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def tile(zoom, column, row):
    """Returns a tile with land, water and roads, the same for each address."""
    seed = (zoom * 73 + column * 19 + row * 7) % 128
    water, land, road = (170, 211, 223), (242, 239, 233), (252, 214, 164)

    def pixel(x, y):
        if abs(x - 60 - seed) < 4 or abs(y - 200 + seed) < 3:
            return road
        return water if (x + y + seed) % 512 > 400 else land

    return png([[pixel(x, y) for x in range(256)] for y in range(256)])


def pixels(image):
    """Returns the rows of (red, green, blue) of a PNG with 8 bits a channel, such as a screenshot of Chromium."""
    at, packed, size = 8, b"", (0, 0, 0)
    while at < len(image):
        length, kind = struct.unpack(">I4s", image[at:at + 8])
        content = image[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, _, colours = struct.unpack(">IIBB", content[:10])
            size = (width, height, 4 if colours == 6 else 3)
        packed += content if kind == b"IDAT" else b""
        at += length + 12
    return unfiltered(zlib.decompress(packed), *size)


def not_red(rows):
    """Returns some of the pixels that are more than red light, with their places."""
    return [
        (x, y, rows[y][x]) for y in range(0, len(rows), 7) for x in range(0, len(rows[0]), 7)
        if max(rows[y][x][1:]) > 150 or sum(rows[y][x][1:]) > rows[y][x][0] * 1.2 + 20][:5]


def unfiltered(content, width, height, channels):
    """Returns the rows of a PNG without the filters of its lines."""
    stride = width * channels
    before, rows = bytearray(stride), []
    for row in range(height):
        kind, *line = content[row * (stride + 1):(row + 1) * (stride + 1)]
        line = bytearray(line)
        for index in range(stride):
            left = line[index - channels] if index >= channels else 0
            corner = before[index - channels] if index >= channels else 0
            line[index] = (line[index] + predicted(kind, left, before[index], corner)) & 0xFF
        rows.append([tuple(line[x:x + 3]) for x in range(0, stride, channels)])
        before = line
    return rows


def predicted(kind, left, above, corner):
    """Returns what a filter of PNG predicts for a byte."""
    if kind < 4:
        return (0, left, above, (left + above) // 2)[kind]
    estimate = left + above - corner
    return min((left, above, corner), key=lambda value: abs(estimate - value))
