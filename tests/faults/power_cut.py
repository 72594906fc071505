"""What a disk may hold when the power goes: the files rebuilt from a log of fault_preload.cpp, without the changes
that were not synced, with some of them, with pieces of them."""

import os
import struct

ENTRY = struct.Struct("<cQQQII")
SECTOR = 512


class Operation:
    def __init__(self, what, file, offset, size, path, other, data):
        self.what, self.file, self.offset, self.size = what, file, offset, size
        self.path, self.other, self.data = path, other, data


def read_log(path):
    with open(path, "rb") as log:
        text = log.read()
    operations, at = [], 0
    while at + ENTRY.size <= len(text):
        what, file, offset, size, path_bytes, other_bytes = ENTRY.unpack_from(text, at)
        at += ENTRY.size
        name = text[at:at + path_bytes].decode()
        other = text[at + path_bytes:at + path_bytes + other_bytes].decode()
        at += path_bytes + other_bytes
        data = b""
        if what == b"w":
            data = text[at:at + size]
            at += size
        operations.append(Operation(what.decode(), file, offset, size, name, other, data))
    return operations


class Content:
    """A file: what is on the disk for sure, and what was asked for since the last sync."""

    def __init__(self, data=b""):
        self.data = bytearray(data)
        self.pending = []

    def apply(self, operation, start=0, end=None):
        if operation.what == "t":
            self.data[operation.offset:] = b"\0" * max(0, operation.offset - len(self.data))
            return
        piece = operation.data[start:end]
        offset = operation.offset + start
        if len(self.data) < offset:
            self.data.extend(b"\0" * (offset - len(self.data)))
        self.data[offset:offset + len(piece)] = piece

    def sync(self):
        for operation in self.pending:
            self.apply(operation)
        self.pending = []

    def lose(self, how, chance):
        """What is left of the pending changes."""
        kept = self.pending
        if how == "dropped":
            kept = []
        elif how == "torn" and kept:
            kept = kept[:chance.randrange(len(kept)) + 1]
            last = kept.pop()
            for operation in kept:
                self.apply(operation)
            self.apply(last, 0, chance.randrange(len(last.data) + 1) // SECTOR * SECTOR)
            kept = []
        elif how == "reordered":
            for operation in kept:
                if operation.what == "t":
                    if chance.random() < 0.5:
                        self.apply(operation)
                    continue
                for start in range(0, len(operation.data), SECTOR):
                    if chance.random() < 0.5:
                        self.apply(operation, start, start + SECTOR)
            kept = []
        for operation in kept:
            self.apply(operation)
        self.pending = []


class Disk:
    """The files of a folder.

    Names: with `ordered` metadata, what happened to names is on the disk as it happened, up to a moment after the
    last sync of anything. Without, each change of a name since the last sync of the folder is there or not; so is
    the name of a new file, unless the file itself was synced.
    """

    def __init__(self, folder, ordered):
        self.folder, self.ordered = str(folder), ordered
        self.files, self.names = {}, {}
        self.pending_names = []  # operations c, u and r
        self.next_file = -1

    def load(self, kept):
        for name in os.listdir(kept):
            path = os.path.join(kept, name)
            if not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                self.files[self.next_file] = Content(file.read())
            self.names[os.path.join(self.folder, name)] = self.next_file
            self.next_file -= 1
        self.live = dict(self.names)  # as the program sees them

    def content(self, operation):
        """The number of an inode says which file it is, but numbers are used again: names are followed instead."""
        number = self.live.get(operation.path)
        return self.files.get(number)

    def run(self, operation):
        if operation.what == "c":
            self.files[self.next_file] = Content()
            operation.number = self.live[operation.path] = self.next_file
            self.next_file -= 1
            self.pending_names.append(operation)
        elif operation.what == "u":
            self.live.pop(operation.path, None)
            self.pending_names.append(operation)
        elif operation.what == "r":
            if operation.path in self.live:
                operation.number = self.live[operation.other] = self.live.pop(operation.path)
                self.pending_names.append(operation)
        elif operation.what == "s":
            self.sync(operation)
        else:
            content = self.content(operation)
            if content is not None:
                content.pending.append(operation)

    def sync(self, operation):
        if os.path.isdir(operation.path) or operation.path == self.folder:
            self.settle(self.pending_names)
            return
        content = self.content(operation)
        if content is not None:
            content.sync()
        number = self.live.get(operation.path)
        if self.ordered:
            self.settle(self.pending_names)
        else:
            made = [one for one in self.pending_names if one.what == "c" and one.number == number]
            if made:  # and with it what happened to the name before
                end = self.pending_names.index(made[0]) + 1
                self.settle([one for one in self.pending_names[:end] if one.path == operation.path])

    def settle(self, operations):
        for operation in list(operations):
            if operation.what == "c":
                self.names[operation.path] = operation.number
            elif operation.what == "u":
                self.names.pop(operation.path, None)
            else:
                self.names.pop(operation.path, None)
                self.names[operation.other] = operation.number
            self.pending_names.remove(operation)

    def cut(self, how, chance):
        """The power goes: {path: bytes}."""
        if self.ordered:
            self.settle(self.pending_names[:chance.randrange(len(self.pending_names) + 1)])
        else:
            for path in {one.path: None for one in self.pending_names}:  # of one name in their order
                changes = [one for one in self.pending_names if one.path == path]
                self.settle(changes[:chance.randrange(len(changes) + 1)])
        for content in self.files.values():
            content.lose(how, chance)
        return {path: bytes(self.files[number].data) for path, number in self.names.items()}


def after_cut(operations, count, kept, folder, how, ordered, chance):
    disk = Disk(folder, ordered)
    disk.load(kept)
    for operation in operations[:count]:
        disk.run(operation)
    return disk.cut(how, chance)
