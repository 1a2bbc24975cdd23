# Converts the outlines of land of GSHHG to the file that the live page's map is drawn from (docs/land-format.md).
#   python3 convert-land.py OUTPUT [DIRECTORY]     needs the packages gmt-gshhg-low or -full, and python3-h5py
import os
import struct
import sys

try:
    import h5py
except ImportError:
    sys.exit("h5py is missing; fix: apt install python3-h5py")

# The resolutions of GSHHG, the coarsest first, and the tolerance of each in metres.
RESOLUTIONS = (("c", 25000), ("l", 5000), ("i", 1000), ("h", 200), ("f", 40))
SIDE = 65535
CORNERS = ((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE))
# A segment of this side is a closed ring; the others are those of the bin: south, east, north, west.
CLOSED = 4
# The level of the grounding line of Antarctica, which lies under the ice.
GROUNDING_LINE = 6


def along(point):
    """Returns the distance of a point of the bin's edge from the south-western corner, counterclockwise."""
    x, y = point
    if y == 0 and x < SIDE:
        return x
    if x == SIDE and y < SIDE:
        return SIDE + y
    if y == SIDE and x > 0:
        return 3 * SIDE - x
    return 4 * SIDE - y


def land_edges(crossings, corners, name):
    """Returns the parts of the bin's edge that are land: each crossing changes from land to water or back."""
    stops = sorted(crossings, key=lambda crossing: crossing[0])
    # A corner is on land where its level is odd.
    is_land, edges, begin = corners[0] % 2 == 1, [], None
    path = [CORNERS[0]]
    events = [(position, 1, end, point) for position, end, point in stops]
    events += [(corner * SIDE, 0, corner, CORNERS[corner]) for corner in (1, 2, 3)]
    for position, is_crossing, which, point in sorted(events, key=lambda event: event[:2]):
        path.append(point)
        if not is_crossing:
            # A crossing in the corner itself is after it here.
            near = any(abs(stop[0] - position) <= 1 for stop in stops)
            if not near and (corners[which] % 2 == 1) != is_land:
                raise ValueError(f"{name}: the corner {which} and the coast contradict each other")
            continue
        if is_land:
            edges.append((begin, which, path))
        is_land, begin, path = not is_land, which, [point]
    if is_land:
        edges.append((begin, None, path + [CORNERS[0]]))
    # What begins and ends at the first corner is one part.
    if len(edges) > 1 and edges[0][0] is None and edges[-1][1] is None:
        last, first = edges.pop(), edges.pop(0)
        edges.append((last[0], first[1], last[2] + first[2][1:]))
    return edges


def rings_of_bin(segments, corners, name):
    """Returns the rings of a bin, which are land where an odd number of them encloses a point."""
    rings = [points for points, entry, _ in segments if entry == CLOSED]
    open_segments = [points for points, entry, _ in segments if entry != CLOSED]
    crossings = []
    for number, points in enumerate(open_segments):
        crossings += [(along(points[0]), (number, 0), points[0]), (along(points[-1]), (number, 1), points[-1])]
    edges = land_edges(crossings, corners, name)
    if not crossings:
        return rings + ([list(CORNERS)] if edges else [])
    ends = {}
    for begin, end, path in edges:
        if begin is None or end is None:
            raise ValueError(f"{name}: an odd number of crossings")
        ends[begin], ends[end] = (end, path), (begin, path[::-1])
    left = set(range(len(open_segments)))
    while left:
        number = left.pop()
        ring, end = list(open_segments[number]), (number, 1)
        while True:
            other, path = ends[end]
            ring += path[1:-1]
            if other[0] == number and other[1] == 0:
                break
            left.remove(other[0])
            points = open_segments[other[0]]
            ring += points if other[1] == 0 else points[::-1]
            end = (other[0], 1 - other[1])
        rings.append(ring)
    return rings


def varint(number, out):
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def encoded(rings):
    """Returns the rings as differences, in variable-length integers; no bytes for a bin without land."""
    out = bytearray()
    for ring in rings:
        points = [point for index, point in enumerate(ring) if point != ring[index - 1]]
        if len(points) < 3:
            continue
        varint(len(points), out)
        last = (0, 0)
        for point in points:
            for axis in (0, 1):
                step = point[axis] - last[axis]
                varint(step * 2 if step >= 0 else -step * 2 - 1, out)
            last = point
    return bytes(out)


def bins(path):
    """Yields the encoded bins of a file, from north to south and from Greenwich eastwards."""
    with h5py.File(path, "r") as file:
        levels = file["Embedded_node_levels_in_a_bin"][:].tolist()
        first = file["Id_of_first_segment_in_a_bin"][:].tolist()
        counts = file["N_segments_in_a_bin"][:].tolist()
        info = file["Embedded_npts_levels_exit_entry_for_a_segment"][:].tolist()
        starts = file["Id_of_first_point_in_a_segment"][:].tolist()
        xs = (file["Relative_longitude_from_SW_corner_of_bin"][:].astype("int32") & SIDE).tolist()
        ys = (file["Relative_latitude_from_SW_corner_of_bin"][:].astype("int32") & SIDE).tolist()
    for number, level in enumerate(levels):
        segments = []
        for segment in range(first[number], first[number] + counts[number]):
            if info[segment] >> 6 & 7 == GROUNDING_LINE:
                continue
            start, count = starts[segment], info[segment] >> 9
            points = list(zip(xs[start:start + count], ys[start:start + count]))
            segments.append((points, info[segment] >> 3 & 7, info[segment] & 7))
        corners = [level >> 9 & 7, level >> 6 & 7, level >> 3 & 7, level & 7]
        yield encoded(rings_of_bin(segments, corners, f"{path}, bin {number}"))


def minutes(path):
    with h5py.File(path, "r") as file:
        return int(file["Bin_size_in_minutes"][0])


def convert(directory):
    """Returns the file: a header, the index of each level, and the bins."""
    sources = [(f"{directory}/binned_GSHHS_{name}.nc", metres) for name, metres in RESOLUTIONS]
    sources = [source for source in sources if os.path.exists(source[0])]
    if not sources:
        raise FileNotFoundError(f"no binned_GSHHS_*.nc in {directory}; fix: apt install gmt-gshhg-low")
    levels = [(minutes(path), metres, list(bins(path))) for path, metres in sources]
    offset = 16 + 16 * len(levels)
    header, index, body = b"", b"", bytearray()
    body_offset = offset + sum(4 * (len(contents) + 1) for _, _, contents in levels)
    for size, metres, contents in levels:
        header += struct.pack("<IIII", size, metres, offset + len(index), 0)
        for content in contents:
            index += struct.pack("<I", body_offset + len(body))
            body += content
        index += struct.pack("<I", body_offset + len(body))
    rest = header + index + bytes(body)
    return b"WIMLAND1" + struct.pack("<II", len(levels), 0) + rest


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: convert-land.py OUTPUT [DIRECTORY]")
    output = sys.argv[1]
    try:
        content = convert(sys.argv[2] if len(sys.argv) == 3 else "/usr/share/gmt-gshhg")
    except (OSError, KeyError, ValueError) as error:
        sys.exit(f"the outlines of land cannot be converted: {error}")
    with open(f"{output}.new", "wb") as file:
        file.write(content)
    os.replace(f"{output}.new", output)


main()
