"""Pump and loafer, and what all leather-soled shoes share."""

import math

from mathutils import Vector

import materials
from hardware import cylinder
from kit import FINE, make_kit
from leatherwork import normal_at
from mesh import mesh_object, solidify, sweep, weld
from shapes import Path, circle, lerp, resample, smoothstep
from stage import View

from . import Piece, form
from .last import Last, block_heel, make_pair, slab, topline, upper

UP = Vector((0, 0, 1))
SOLE, INSOLE = '#1a1512', '#c9a67c'


def shoe_kit(material, options):
    kit = make_kit(material, options, grain=0.6, stitch=FINE)
    return kit, materials.plain('sole', options.get('sole', SOLE), 0.4), materials.plain('insole', INSOLE, 0.45)


def shoe_views(elevation=17, fill=0.74, focus=(0.3, -0.6, 0.5)):
    return {
        'hero': View(-34, elevation, fill, 0.5),
        'angle': View(-152, elevation, fill, 0.5),
        'side': View(0, 7, fill, 0.5),
        'top': View(-90, 58, 0.60, 0.62),
        'macro': View(30, 20, near=0.46, focus=focus, fstop=1.4),
    }


def low_last(length=2.85, toe_power=2.1, rise=0.98, vamp=0.52):
    floor = lambda x: 0.1485 * (1 - smoothstep(0.55, 1.5, x)) + 0.20 + 0.05 * smoothstep(2.1, 2.8, x)
    ridge = lambda x: floor(x) + lerp(rise, vamp, smoothstep(0.55, 1.75, x)) - 0.14 * smoothstep(1.8, 2.6, x)
    return Last(length, 0.48, 0.34, floor, ridge, wall=2.3, roof=2.0, toe_power=toe_power, toe_centre=0.55)


def welted_sole(last, kit, sole, insole, heel_front=0.78):
    slab(last, insole, 0.02, 0.05, -0.04, -0.04, 'insole', edge=0.004)
    slab(last, sole, -0.085, -0.008, 0.035, 0.04, 'welt')
    block_heel(last, sole, heel_front)
    kit.stitcher.run(last.plan(0.022), lambda u, v: Vector((u, v, last.floor_at(u) - 0.006)), 0.004)


@form('pump')
def pump(material, options):
    kit, sole, insole = shoe_kit(material, options)
    heel, length = options.get('heel', 0.86), 2.45
    floor = lambda x: heel * (1 - smoothstep(0.42, 1.78, x)) + 0.05 * smoothstep(2.0, 2.5, x)
    ridge = lambda x: floor(x) + lerp(0.84, 0.235, smoothstep(0.1, 1.8, x)) - 0.045 * smoothstep(1.9, 2.3, x)
    last = Last(
        length,
        0.40,
        0.275,
        floor,
        ridge,
        wall=2.1,
        toe_power=options.get('toe', 1.55),
        heel_centre=0.27,
        toe_centre=0.35,
    )
    upper(last, topline(last, 1.80, 0.95, (0.64, 0.42), 1.15), [kit.leather, kit.edge], 0.022)
    slab(last, sole, -0.045, -0.002, -0.01, 0.004, edge=0.012)
    slab(last, insole, 0.012, 0.03, -0.03, -0.03, 'insole', edge=0.003)
    _stiletto(kit, floor, options.get('block'))
    kit.finish()
    make_pair((-1.15, -0.42), (-1.0, 0.62), 7)
    return Piece(shoe_views(14, 0.66, (0.9, -0.4, 0.35)))


def _stiletto(kit, floor, block=False):
    """A slender heel, slightly waisted, that leans under the seat."""
    verts, n, rings = [], 40, 28
    for j in range(rings + 1):
        t = j / rings
        shrink = lerp(1, 0.62, t) if block else lerp(1, 0.17, t**0.42) * (1 + 0.3 * max(0, t - 0.88))
        centre = lerp(0.285, 0.22, t) if block else lerp(0.285, 0.105, t**0.62)
        for i in range(n):
            a = 2 * math.pi * i / n
            x, y = centre + 0.265 * shrink * math.cos(a), 0.225 * shrink * math.sin(a)
            verts.append(Vector((x, y, lerp(floor(max(0, x)) - 0.03, 0, t))))
    faces = [
        (j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i)
        for j in range(rings)
        for i in range(n)
    ] + [tuple(range(n)), tuple(reversed(range(rings * n, (rings + 1) * n)))]
    mesh_object('heel', verts, faces, kit.leather, angle=50)


@form('loafer')
def loafer(material, options):
    kit, sole, insole = shoe_kit(material, options)
    last, throat = low_last(), 1.42
    upper(last, topline(last, throat, 0.92, (0.58, 0.40), 1.25), [kit.leather, kit.edge], 0.03)
    welted_sole(last, kit, sole, insole)
    level = last.wall_at(0.62)
    reach = int(last.count * 0.20)
    ridge = [
        last.point(i % last.count, level) + Vector((0, 0, 0.004))
        for i in range(-reach, reach + 1)
        if last.x_at(i % last.count) > throat - 0.12
    ]
    sweep('apron', ridge, circle(0.02, 12), kit.leather, up=UP)
    seam = Path(ridge, 0.02)
    for k in range(int(seam.length / 0.05)):
        s = k * 0.05 + 0.02
        p, along = seam.at(s), seam.tangent(s)
        n = UP * 0.75 + Vector((p.x - 1.6, p.y, 0)).normalized() * 0.5
        n = (n - along * n.dot(along)).normalized()
        kit.stitcher.add(p + n * 0.016, along.cross(n).normalized(), n)
    _saddle(last, kit, throat + 0.14, options.get('bar', True))
    kit.finish()
    make_pair()
    return Piece(shoe_views(18, 0.74, (0.5, -0.7, 0.5)))


def _saddle(last, kit, centre, bar):
    """A strap across the vamp with a small arched bar of its own."""

    def place(x, v):
        side = 1 if v >= 0 else -1
        return last.point(last.index(x, side), lerp(0.10, 1, (1 - abs(v)) ** 0.8))

    columns, rows = 12, 64
    verts = [
        place(centre + lerp(-0.13, 0.15, a / columns), lerp(-0.985, 0.985, b / rows))
        for a in range(columns + 1)
        for b in range(rows + 1)
    ]
    faces = [
        (a * (rows + 1) + b, a * (rows + 1) + b + 1, (a + 1) * (rows + 1) + b + 1, (a + 1) * (rows + 1) + b)
        for a in range(columns)
        for b in range(rows)
    ]
    obj = weld(mesh_object('saddle', verts, faces, [kit.leather, kit.edge], angle=60), 0.001, (1.3, 0, 0.2))
    solidify(obj, 0.045, 1, rim_material=1, rim_bevel=0.01)
    for x in (centre - 0.10, centre + 0.12):
        kit.stitcher.run(
            [Vector((x, -0.93 + 1.86 * i / 60)) for i in range(61)],
            lambda u, v: place(u, v) + normal_at(place, u, v) * 0.046 * (1 if normal_at(place, u, v).z > 0 else -1),
            0.0,
            closed=False,
        )
    if bar:
        raise_by = Vector((0, 0, 0.066))
        across = [place(centre + 0.01, v) + raise_by for v in (-0.30, -0.15, 0, 0.15, 0.30)]
        sweep('bar', resample(across, 0.02, False), circle(0.030, 14), kit.hardware, up=UP)
        for end, inwards in ((across[0], across[1]), (across[-1], across[-2])):
            along = (inwards - end).normalized()
            cylinder('bar end', 0.046, end - along * 0.03, end + along * 0.03, kit.hardware, 0.014)
