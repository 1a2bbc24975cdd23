"""What a disk may hold after the power was lost, from a record of what a program has written and flushed (shim.c).

Between two flushes of a file, each of its writes may be on the disk, missing or torn into sectors, whatever the order; a change of
its length too. Changes of directories reach the disk in their order, as in the journal of a file system, and all those before a
flush of a directory have. A flush of a file promises nothing about its name.
"""

import os
import struct

SECTOR = 512
HEAD = struct.Struct("=5Q")


def append(log, letter, bytes_):
    """Adds a record of this side to a log, in one piece: what was acknowledged, before anything that follows."""
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(file, HEAD.pack(ord(letter), 0, 0, 0, len(bytes_)) + bytes_)
    finally:
        os.close(file)


def records(log):
    """Yields the records of a log: letter, inode, offset, path and bytes."""
    data, at = log.read_bytes(), 0
    while at + HEAD.size <= len(data):
        letter, inode, offset, path, count = HEAD.unpack_from(data, at)
        at += HEAD.size
        yield chr(letter), inode, offset, data[at:at + path].decode(), data[at + path:at + path + count]
        at += path + count


class File:
    """The bytes of a file that are on the disk, and the changes that may be."""

    def __init__(self, content=b""):
        self.durable, self.pending = bytearray(content), []

    @staticmethod
    def apply(content, change):
        """Applies a change: an offset with bytes, or a length with None."""
        offset, data = change
        if data is None:
            del content[offset:]
            content.extend(bytes(offset - len(content)))
            return
        content.extend(bytes(max(0, offset - len(content))))
        content[offset:offset + len(data)] = data

    def flush(self):
        """All changes are on the disk."""
        for change in self.pending:
            self.apply(self.durable, change)
        self.pending.clear()

    def sectors(self):
        """The pending changes, writes in parts of a sector."""
        for offset, data in self.pending:
            if data is None:
                yield offset, None
                continue
            at = 0
            while at < len(data):
                size = min(SECTOR - (offset + at) % SECTOR, len(data) - at)
                yield offset + at, data[at:at + size]
                at += size

    def after(self, chance, share):
        """The content after a loss of power: each part of the pending changes is on the disk with a probability."""
        content = bytearray(self.durable)
        whole = chance.random() < 0.3
        for change in self.pending if whole else self.sectors():
            if chance.random() < share:
                self.apply(content, change)
        return bytes(content)


class Disk:
    """The files below a directory, by inode, and the names that lead to them."""

    # What this disk does not flush, `files` or `directories`, to show that the checks notice that; None for a good one.
    ignored = None

    def __init__(self, folder):
        self.files, self.names, self.pending = [], {}, []
        # The kernel gives the inode of a removed file to the next one, while its old name may still be on the disk.
        self.numbers = {}
        for path in folder.rglob("*"):
            if path.is_file() and not path.name.endswith("-shm"):
                self.names[os.fspath(path)] = self.add(path.stat().st_ino, path.read_bytes())

    def add(self, inode, content=b""):
        """Adds a file; returns its number."""
        self.numbers[inode] = len(self.files)
        self.files.append(File(content))
        return self.numbers[inode]

    def file(self, inode):
        """The file that has this inode now."""
        return self.files[self.numbers[inode] if inode in self.numbers else self.add(inode)]

    @staticmethod
    def rename(names, change):
        """Applies a change of a directory."""
        letter, path, other = change
        if letter == "C":
            names[path] = other
        elif letter == "U":
            names.pop(path, None)
        elif path in names:
            names[other] = names.pop(path)

    def take(self, letter, inode, offset, path, data):
        """Takes a record of a change."""
        if letter == "C":
            self.pending.append(("C", path, self.add(inode)))
        elif letter in "RU":
            self.pending.append((letter, path, data.decode()))
        elif letter in "WT":
            self.file(inode).pending.append((offset, data if letter == "W" else None))

    def flush(self, inode, path):
        """A file or a directory is on the disk."""
        if inode in self.numbers:
            if self.ignored != "files":
                self.file(inode).flush()
            return
        if self.ignored == "directories":
            return
        last = max((number for number, change in enumerate(self.pending, 1)
                    if os.path.dirname(change[1]) == path or os.path.dirname(str(change[2])) == path), default=0)
        for change in self.pending[:last]:
            self.rename(self.names, change)
        del self.pending[:last]

    def after(self, chance, share):
        """The files after a loss of power: what is pending is there with this probability; 0 and 1 are exact."""
        names = dict(self.names)
        kept = len(self.pending) if share == 1 else 0 if share == 0 else chance.randint(0, len(self.pending))
        for change in self.pending[:kept]:
            self.rename(names, change)
        contents = {}
        for path, number in names.items():
            if not path.endswith("-shm"):
                contents[path] = self.files[number].after(chance, share)
        return contents
