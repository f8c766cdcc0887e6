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
RISE = CLOTH + 0.022  # from layer to layer
SHORT, FRINGE = 0.42, 0.36  # the last layer ends short of the front: room for its fringe


def _zigzag(folds):
    """The folded cloth from the side, (y, z) by arc length: under, round the front, back, round the back, and so on."""
    points, z, forward = [], CLOTH / 2, True
    front, back = -DEPTH / 2, DEPTH / 2
    for layer in range(2 * folds + 1):
        last = layer == 2 * folds
        ahead = front + (SHORT if last else RISE * 0.7) + 0.05 * _drift(layer * 1.7, 4, 0)
        start, end = (back - RISE, ahead) if forward else (ahead, back - RISE)
        points += [(lerp(start, end, i / 40), z) for i in range(41)]
        if last:
            break
        side = -1 if forward else 1
        for i in range(1, 10):
            a = math.pi * i / 10
            points.append((end + side * RISE * 0.7 * math.sin(a), z + RISE / 2 * (1 - math.cos(a))))
        z, forward = z + RISE, not forward
    return points


@form('blanket-scarf')
def blanket_scarf(material, options):
    """A scarf of any `width`, in as many `folds` to the front."""
    cloth = materials.make(material, 'cloth')
    width, line = options.get('width', WIDTH), _zigzag(options.get('folds', FOLDS))
    length = [0.0]
    for a, b in zip(line, line[1:]):
        length.append(length[-1] + math.dist(a, b))
    height = line[-1][1]

    def place(u, v):
        i = min(len(line) - 1, round(v * (len(line) - 1)))
        y, z = line[i]
        share = z / height
        x = (u - 0.5) * (width + 0.035 * _drift(share * 9, 1, 0) - 0.03 * share)
        x += 0.035 * _drift(share * 7, 8, 3)
        forward = smoothstep(0.2, -1.1, y)
        y += forward * (0.045 * _drift(x * 0.8, share * 4, 2) + 0.012 * _drift(x * 2.2, share * 3, 6))
        edge = smoothstep(0.86, 1.0, abs(u - 0.5) * 2)
        sag = 0.05 * share * edge + 0.06 * share * smoothstep(-0.7, -1.2, y)
        ripple = 0.035 * _drift(x * 0.8, y * 0.7, 4) + 0.014 * _drift(x * 2.0, y * 1.4, 9)
        return Vector((x, y, max(CLOTH / 2, z - sag + share * ripple)))

    obj = grid('cloth', 130, len(line) - 1, place, cloth)
    layer = obj.data.uv_layers[0].data
    for loop in obj.data.loops:
        i, j = loop.vertex_index % 131, loop.vertex_index // 131
        layer[loop.index].uv = (i / 130 * width, length[j])
    solidify(obj, CLOTH, 0, rim_bevel=0.024)
    count = round(width / 0.048)
    for i in range(count):
        u = (i + 0.5) / count
        root = place(u, 1.0)
        sway = 0.05 * _drift(i * 0.63, 2, 0)
        drop = 0.05 * _drift(i * 0.9, 7, 0)
        path = []
        for k in range(13):
            t = k / 12
            y = root.y + 0.02 - (FRINGE + drop) * t
            z = lerp(root.z, root.z - RISE + 0.028, smoothstep(0, 0.28, t))
            z -= 0.04 * smoothstep(0.4, 1.0, t)
            path.append(Vector((root.x + sway * t * t + 0.010 * math.sin(5 * t + i), y, z)))
        _tassel(cloth, path, 0.020)
    return Piece(
        {
            'hero': View(-20, 34, 0.78, 0.60),
            'angle': View(28, 26, 0.80, 0.60),
            'top': View(8, 66, 0.76, 0.60),
            'macro': View(-24, 32, near=0.34, focus=(-0.3, -1.15, 0.5), fstop=2.2),
        }
    )
