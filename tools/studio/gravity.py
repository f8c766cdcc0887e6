"""What weight does to a finished piece: bodies settle, chains and cords fall."""

import math

from mathutils import Vector, noise

from mesh import product_root
from shapes import Path, smoothstep

STEPS, ROUNDS = 420, 14  # of time, and of tightening in each
SLOWING, PULL = 0.965, 0.0016  # speed kept from step to step; fall in one step, in units of 10 cm


def settle(width, height, sag=0.03, unrest=0.012, seed=0.0):
    """Lets the piece give: the middle of its top sinks by `sag`, its belly spreads, nothing stays quite straight.

    `width` and `height` are those of the body in units of 10 cm; what stands above it goes with its top.
    """
    for obj in product_root().children_recursive:
        if obj.type != 'MESH':
            continue
        for vertex in obj.data.vertices:
            x, y, z = vertex.co
            share, across = smoothstep(0, height, z), max(-1.0, min(1.0, 2 * x / width))
            middle = 1 - across * across
            low = math.sin(math.pi * max(0, min(1, z / height)) ** 0.7)
            drift = noise.noise_vector(Vector((x * 0.8, y * 0.8, min(z, height) * 0.9 + seed)))
            vertex.co = (
                x * (1 + 0.35 * sag * low) + unrest * share * drift.x,
                y * (1 + 1.2 * sag * low * middle) + unrest * 1.6 * share * drift.y,
                z - sag * share * share * middle + unrest * share * (drift.z + 0.5 * across),
            )
        obj.data.update()


def lean_back(degrees):
    """Lets the finished piece lean back, its foot flat on the ground, so that glossy faces mirror the lights."""
    slope = math.tan(math.radians(degrees))
    for obj in product_root().children_recursive:
        if obj.type == 'MESH':
            for vertex in obj.data.vertices:
                vertex.co.y += slope * vertex.co.z
            obj.data.update()


def fallen(points, step, radius, inside, bend=0.0, rest=STEPS):
    """A chain hung from the ends of a line and let go: the line where it comes to rest, as a Path.

    `inside(point)` returns the nearest point outside what is in its way, or None when it is free; `radius` keeps it
    off the floor, `bend` is the narrowest bow it makes, for leather that resists.
    """
    line = Path(points, step)
    now, ends = list(line.points), (line.points[0].copy(), line.points[-1].copy())
    before, length = [p.copy() for p in now], line.length / line.count
    reach = max(2, round(bend / length))  # a bow of radius `bend` spans this chord over that many steps
    shortest = 2 * bend * math.sin(reach * length / 2 / bend) if bend else 0
    for _ in range(rest):
        for i in range(1, len(now) - 1):
            moved = now[i] + (now[i] - before[i]) * SLOWING + Vector((0, 0, -PULL))
            before[i], now[i] = now[i], moved
        for _ in range(ROUNDS):
            for i in range(len(now) - 1):
                gap = now[i + 1] - now[i]
                gap *= (1 - length / max(gap.length, 1e-6)) * 0.5
                now[i] += gap
                now[i + 1] -= gap
            for i in range(len(now) - reach if bend else 0):
                chord = now[i + reach] - now[i]
                if chord.length < shortest:
                    chord *= (1 - shortest / max(chord.length, 1e-6)) * 0.25
                    now[i] += chord
                    now[i + reach] -= chord
            now[0], now[-1] = ends[0].copy(), ends[1].copy()
        for i in range(1, len(now) - 1):
            free = inside(now[i])
            touched = free is not None
            if touched:
                now[i] = free
            if now[i].z < radius:
                now[i].z, touched = radius, True
            if touched:
                before[i] = now[i].lerp(before[i], 0.25)
    return Path(now, 0.02)
