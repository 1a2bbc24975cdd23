#!/usr/bin/env python3
"""Reads segments and outlines of a history, as docs/history-format.md specifies them.

Usage: read_segment.py [--outline] FILE...

Prints a line per summary and a line per point or vertex: its values in integer units, `-` for unknown.
"""

import sys

COLUMNS = 14
ALTITUDE, ELLIPSOIDAL, COURSE, CLIMB = 4, 5, 10, 12
ALWAYS_KNOWN = range(4)
MINUTES = (1, 2)
RELATED = {1, 2, ELLIPSOIDAL, COURSE, CLIMB}
LIMIT = 2**50
LIMITS = {1: (-900_000_000, 900_000_000), 2: (-1_800_000_000, 1_800_000_000), 3: (0, 7775), 6: (1, LIMIT)}


def signed64(number):
    """Returns the number as a signed 64-bit integer, with wrap-around."""
    return (number + 2**63) % 2**64 - 2**63


def divide(dividend, divisor):
    """Returns the quotient, truncated towards 0."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def require(condition, part):
    if not condition:
        raise ValueError(part)


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


class Bytes:
    """The numbers between the version and the checksum."""

    def __init__(self, data, versions=(1,)):
        require(len(data) > 4 and int.from_bytes(data[-4:], "little") == crc32c(data[:-4]), "checksum")
        require(data[0] in versions, "version")
        self.data = data[:-4]
        self.position = 1

    def read(self, count):
        require(count <= len(self.data) - self.position, "length")
        self.position += count
        return self.data[self.position - count : self.position]

    def number(self):
        number = 0
        for shift in range(0, 70, 7):
            byte = self.read(1)[0]
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                require(number < 2**64, "number")
                return number
        raise ValueError("number")

    def signed(self):
        number = self.number()
        return (number >> 1) ^ -(number & 1)


class Probability:
    def __init__(self):
        self.of_zero = 32768
        self.rate = 24576

    def update(self, bit):
        if bit:
            self.of_zero -= self.of_zero * self.rate >> 16
        else:
            self.of_zero += (65536 - self.of_zero) * self.rate >> 16
        if self.rate > 1000:
            self.rate -= self.rate * self.rate >> 16


class Streams:
    """The range-coded and the plain bits of a column."""

    def __init__(self, coded, plain):
        self.coded = coded
        self.position = 0
        self.plain = int.from_bytes(plain, "little")
        self.range = 2**64 - 1
        self.code = self.word() << 32
        self.code |= self.word()

    def word(self):
        word = self.coded[self.position : self.position + 4].ljust(4, b"\0")
        self.position += 4
        return int.from_bytes(word, "big")

    def bit(self, probability):
        bound = (self.range >> 16) * probability.of_zero
        bit = int(self.code >= bound)
        if bit:
            self.range -= bound
            self.code -= bound
        else:
            self.range = bound
        probability.update(bit)
        if self.range < 2**32:
            self.range <<= 32
            self.code = (self.code << 32 | self.word()) % 2**64
        return bit

    def bits(self, count):
        bits = self.plain & (1 << count) - 1
        self.plain >>= count
        return bits


def length_of_residual(streams, row, expected):
    n = max(expected, 1)
    if streams.bit(row[n]):
        while n < 64 and streams.bit(row[min(n + 1, 31)]):
            n += 1
        return n
    n -= 1
    while n > 0 and not streams.bit(row[n]):
        n -= 1
    return n


def residuals(streams, count, some_unknown):
    """Returns a residual per row; None for unknown."""
    lengths = [[Probability() for _ in range(32)] for _ in range(24)]
    presence = [Probability() for _ in range(4)]
    quiet = [Probability() for _ in range(2)]
    was_quiet = unknowns = first = second = 0
    rows = []
    while len(rows) < count:
        size = min(16, count - len(rows))
        was_quiet = streams.bit(quiet[was_quiet])
        if was_quiet:
            if unknowns & 1:
                rows += [None] * size
                unknowns = 3
            else:
                rows += [0] * size
                unknowns = first = second = 0
            continue
        for _ in range(size):
            if some_unknown:
                bit = streams.bit(presence[unknowns])
                unknowns = (2 * unknowns + bit) % 4
                if bit:
                    rows.append(None)
                    continue
            expected = min((first + second + 1) // 2, 23)
            n = length_of_residual(streams, lengths[expected], expected)
            second, first = first, n
            if n == 0:
                rows.append(0)
                continue
            bits = streams.bits(n)
            magnitude = 1 << n - 1 | bits >> 1
            rows.append(-magnitude if bits & 1 else magnitude)
    return rows


class Column:
    """A column, starting with its header."""

    def __init__(self, number, reader):
        self.number = number
        kind = reader.read(1)[0]
        self.order, self.presence, self.is_related = kind & 3, kind >> 2 & 3, kind >> 4 == 1
        require(kind < 32 and self.order < 3 and self.presence < 3, "kind")
        require(self.presence == 1 or number not in ALWAYS_KNOWN, "kind")
        self.base = self.step = self.coded = self.plain = 0
        if self.presence == 0:
            return
        require(not self.is_related or number in RELATED, "kind")
        self.base, self.step = reader.signed(), reader.number()
        require(self.step < 2**63, "step")
        require(not (self.is_related and number == COURSE and self.step) or 36000 % self.step == 0, "step")
        if self.step or self.presence == 2:
            self.coded, self.plain = reader.number(), reader.number()

    def rows(self, reader, count):
        """Returns the value of each row; None for unknown."""
        if self.presence == 0:
            return [None] * count
        if self.step == 0 and self.presence == 1:
            return [self.value(0)] * count
        streams = Streams(reader.read(self.coded), reader.read(self.plain))
        turn = 36000 // self.step if self.is_related and self.number == COURSE and self.step else None
        rows = []
        last = slope = 0
        for residual in residuals(streams, count, self.presence == 2):
            if residual is None:
                rows.append(None)
                continue
            unit = signed64((0, last, last + slope)[self.order] + residual)
            if turn and unit >= turn:
                unit -= turn
            elif turn and unit < 0:
                unit += turn
            slope, last = signed64(unit - last), unit
            rows.append(self.value(unit))
        return rows

    def value(self, unit):
        value = signed64(self.base + self.step * unit)
        if not self.is_related or self.number not in MINUTES:
            return value
        return divide(signed64(5 * value + (value > 0) - (value < 0)), 3)


def predicted_climb(before, row):
    """Returns the climb that the altitudes and times of two rows imply."""
    elapsed = row[0] - before[0]
    if not 0 < elapsed < LIMIT:
        return 0
    for column in (ELLIPSOIDAL, ALTITUDE):
        if before[column] is not None and row[column] is not None:
            up = row[column] - before[column]
            return divide(2000 * up + (-elapsed if up < 0 else elapsed), 2 * elapsed)
    return 0


def relate(rows, columns):
    before = None
    for row in rows:
        if columns[ELLIPSOIDAL].is_related and row[ELLIPSOIDAL] is not None and row[ALTITUDE] is not None:
            row[ELLIPSOIDAL] += row[ALTITUDE]
        if columns[CLIMB].is_related and row[CLIMB] is not None and before is not None:
            row[CLIMB] += predicted_climb(before, row)
        before = row


def check(rows):
    last = -(2**63)
    for row in rows:
        require(row[0] >= last, "order of times")
        last = row[0]
        for column in range(1, COLUMNS):
            low, high = LIMITS.get(column, (-LIMIT, LIMIT))
            require(row[column] is None or low <= row[column] <= high, "value")


def segment(data):
    """Returns the summary and the rows of a segment."""
    reader = Bytes(data, versions=(1, 2))
    count = reader.number()
    require(0 < count <= 65536, "count")
    first = reader.signed()
    last = signed64(first + reader.number())
    summary = [count, first, last, *(reader.signed() for _ in range(4)), reader.number()]
    columns = [Column(number, reader) for number in range(COLUMNS)]
    rows = [list(row) for row in zip(*[column.rows(reader, count) for column in columns])]
    require(reader.position == len(reader.data), "length")
    relate(rows, columns)
    check(rows)
    return summary, rows


def outline(data):
    """Returns the vertices of an outline: seconds, latitude, longitude."""
    reader = Bytes(data)
    vertices = []
    time = latitude = longitude = 0
    for _ in range(reader.number()):
        time += reader.signed()
        latitude += reader.signed()
        longitude += reader.signed()
        if abs(longitude) > 18_000_000:
            longitude -= 36_000_000 if longitude > 0 else -36_000_000
        vertices.append((time, latitude, longitude))
    require(reader.position == len(reader.data), "length")
    return vertices


def main(arguments):
    is_outline = arguments[:1] == ["--outline"]
    for path in arguments[is_outline:]:
        with open(path, "rb") as file:
            data = file.read()
        if is_outline:
            rows = outline(data)
        else:
            summary, rows = segment(data)
            print("summary", *summary)
        for row in rows:
            print(*("-" if value is None else value for value in row))


if __name__ == "__main__":
    main(sys.argv[1:])
