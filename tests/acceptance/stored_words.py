"""Reads the words of full text search by the layout that src/index/word_block.hpp describes."""

HEADER_BYTES = 16


def words(base):
    """All of them as (word, game, place), in order; `base` is a connection of sqlite3."""
    found = []
    for first, blocks in base.execute("SELECT first_game, (SELECT group_concat(b.id) FROM word_block b WHERE b.id >> 32 = s.id) "
                                      "FROM word_segment s"):
        for block in blocks.split(","):
            data = base.execute("SELECT data FROM word_block WHERE id = ?", (int(block),)).fetchone()[0]
            found += ((word, first + game, place) for word, game, place in entries(data))
    return sorted(found)


def entries(data):
    at = HEADER_BYTES

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    word = b""
    for _ in range(int.from_bytes(data[4:8], "little")):
        shared, added = number(), number()
        word = word[:shared] + data[at:at + added]
        at += added
        games, first = number(), number()
        if games > 1:
            number(), number()  # the last game, bytes of steps
        number()  # bytes of places
        ids = [first]
        for _ in range(games - 1):
            ids.append(ids[-1] + number())
        for game in ids:
            place, more = 0, True
            while more:
                step = number()
                place, more = place + (step >> 1), step & 1
                yield word, game, place
    assert at == len(data)
