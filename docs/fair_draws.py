"""Recomputes the draws of a Bobbin match from its seed, with nothing of Bobbin's own code.

    python3 docs/fair_draws.py SEED STREAM COUNT BOUND

SEED is 64 hexadecimal digits or a name; prints the first COUNT draws below BOUND from stream number STREAM.
"""
import hashlib
import re
import struct
import sys

MASK = 0xFFFFFFFF


def quarter_round(x, a, b, c, d):
    for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[p] = (x[p] + x[q]) & MASK
        x[r] ^= x[p]
        x[r] = ((x[r] << turn) | (x[r] >> (32 - turn))) & MASK


def chacha8_block(key, counter, nonce):
    """Sixteen 32-bit words: 64-bit block counter, 64-bit nonce, eight rounds."""
    start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key))
    start += [counter & MASK, counter >> 32, nonce & MASK, nonce >> 32]
    x = start[:]
    for _ in range(4):
        for column in range(4):
            quarter_round(x, column, 4 + column, 8 + column, 12 + column)
        for d in range(4):
            quarter_round(x, d, 4 + (d + 1) % 4, 8 + (d + 2) % 4, 12 + (d + 3) % 4)
    return [(a + b) & MASK for a, b in zip(x, start)]


def draw(seed, stream, number, bound):
    """Draw `number` (from 0) of a stream: the first of the block's eight 64-bit words that is not biased."""
    words = chacha8_block(seed, number, stream)
    for low, high in zip(words[::2], words[1::2]):
        wide = (low | high << 32) * bound
        if wide % 2**64 >= 2**64 % bound:
            return wide >> 64
    return 0


def seed_of(name):
    return bytes.fromhex(name) if re.fullmatch("[0-9a-f]{64}", name) else hashlib.sha256(name.encode()).digest()


if __name__ == "__main__":
    name, stream, count, bound = sys.argv[1], *map(int, sys.argv[2:5])
    seed = seed_of(name)
    print("commitment", hashlib.sha256(seed).hexdigest())
    print("draws", *(draw(seed, stream, number, bound) for number in range(count)))
