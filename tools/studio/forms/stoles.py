"""Woven scarves folded for the shelf, the last layer ending in its fringe."""

import math

from mathutils import Vector, noise

import materials
from mesh import grid, solidify, sweep
from shapes import circle, lerp, smoothstep
from stage import View

from . import Piece, form


def _drift(*at):
    return noise.noise(Vector(at))


def _tassel(material, path, radius):
    sweep('tassel', path, circle(radius, 8), material, scale=lambda t: lerp(1, 0.75, t) * (1.25 if t < 0.12 else 1))


WIDTH, DEPTH, CLOTH, FOLDS = 3.0, 2.45, 0.085, 3  # as they lie; FOLDS counts the fronts
AIR = 0.26  # between layers, in thicknesses of the cloth
SHORT, FRINGE = 0.42, 0.36  # the last layer ends short of the front: room for its fringe


def _zigzag(folds, cloth):
    """The folded cloth from the side, (y, z) by arc length: under, round the front, back, round the back, and so on."""
    points, z, forward, rise = [], cloth / 2, True, cloth * (1 + AIR)
    front, back = -DEPTH / 2, DEPTH / 2
    for layer in range(2 * folds + 1):
        last = layer == 2 * folds
        ahead = front + (SHORT if last else rise * 0.7) + 0.05 * _drift(layer * 1.7, 4, 0)
        start, end = (back - rise, ahead) if forward else (ahead, back - rise)
        points += [(lerp(start, end, i / 40), z) for i in range(41)]
        if last:
            break
        side = -1 if forward else 1
        for i in range(1, 10):
            a = math.pi * i / 10
            points.append((end + side * rise * 0.7 * math.sin(a), z + rise / 2 * (1 - math.cos(a))))
        z, forward = z + rise, not forward
    return points


@form('blanket-scarf')
def blanket_scarf(material, options):
    """A scarf of any `width` and thickness, in as many `folds` to the front."""
    cloth, thick = materials.make(material, 'cloth'), options.get('thickness', CLOTH)
    width, line = options.get('width', WIDTH), _zigzag(options.get('folds', FOLDS), thick)
    length = [0.0]
    for a, b in zip(line, line[1:]):
        length.append(length[-1] + math.dist(a, b))
    height = line[-1][1]

    def settled(x, y, z):
        """A point of the folded cloth as it lies: fronts not ruled, every layer sagging over the one below."""
        share = z / height
        forward = smoothstep(0.2, -1.1, y)
        y += forward * (0.045 * _drift(x * 0.8, share * 4, 2) + 0.012 * _drift(x * 2.2, share * 3, 6))
        edge = smoothstep(0.72, 1.0, abs(x) * 2 / width)
        sag = share * (0.06 * edge * edge + 0.06 * smoothstep(-0.7, -1.2, y))
        ripple = 0.05 * _drift(x * 0.8, y * 0.7, 4) + 0.018 * _drift(x * 2.0, y * 1.4, 9)
        return Vector((x, y, max(thick / 2, z - sag + share * ripple)))

    def place(u, v):
        i = min(len(line) - 1, round(v * (len(line) - 1)))
        y, z = line[i]
        share = z / height
        x = (u - 0.5) * (width + 0.035 * _drift(share * 9, 1, 0) - 0.03 * share)
        return settled(x + 0.02 * _drift(share * 7, 8, 3), y, z)

    obj = grid('cloth', 130, len(line) - 1, place, cloth)
    layer = obj.data.uv_layers[0].data
    for loop in obj.data.loops:
        i, j = loop.vertex_index % 131, loop.vertex_index // 131
        layer[loop.index].uv = (i / 130 * width, length[j])
    solidify(obj, thick, 0, rim_bevel=thick * 0.28)
    strand = 0.0145
    count, below = round(width / (strand * 2.1)), line[-1][1] - thick * (1 + AIR)
    for i in range(count):
        root = place((i + 0.5) / count, 1.0)
        sway, drop = 0.06 * _drift(i * 0.31, 2, 0) + 0.02 * _drift(i * 1.7, 5, 0), 0.07 * _drift(i * 0.9, 7, 0)
        path = []
        for k in range(15):
            t = k / 14
            x, y = root.x + sway * t * t + 0.006 * math.sin(5 * t + i * 2), root.y + 0.03 - (FRINGE + drop) * t
            ground = settled(x, y, below).z + thick / 2 + strand * 0.6
            path.append(Vector((x, y, lerp(root.z, ground, smoothstep(0, 0.26, t)))))
        _tassel(cloth, path, strand)
    return Piece(
        {
            'hero': View(-20, 34, 0.78, 0.60),
            'angle': View(28, 26, 0.80, 0.60),
            'top': View(8, 66, 0.76, 0.60),
            'macro': View(-24, 32, near=0.34, focus=(-0.3, -1.15, 0.5), fstop=2.2),
        }
    )
