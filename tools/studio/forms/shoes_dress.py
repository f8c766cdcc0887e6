"""Pump and loafer, and what all leather-soled shoes share."""

import math

from mathutils import Vector

import materials
from hardware import cylinder
from kit import FINE, make_kit
from leatherwork import normal_at
from lettering import stamp
from mesh import mesh_object, solidify, sweep, weld
from shapes import Path, circle, lerp, relaxed, resample, smoothstep
from stage import View

from . import Piece, form
from .last import (
    Last,
    block_heel,
    drawn,
    from_ridge,
    make_pair,
    outward,
    slab,
    stitch_line,
    tongue,
    topline,
    topline_places,
    upper,
)

UP = Vector((0, 0, 1))
HEELS = {  # where back and front lie and half the width, on the way from the seat (0) to the tip (1)
    'slim': (
        ((0.02, 0.003), (0.10, 0.019), (0.30, 0.064), (0.60, 0.112), (1, 0.138)),
        ((0.045, 0.528), (0.08, 0.475), (0.14, 0.405), (0.24, 0.325), (0.36, 0.270), (0.58, 0.225), (1, 0.205)),
        ((0.02, 0.238), (0.10, 0.219), (0.20, 0.174), (0.32, 0.125), (0.50, 0.084), (0.75, 0.056), (1, 0.042)),
    ),
    'cone': (
        ((0.02, 0.003), (0.12, 0.019), (0.40, 0.062), (1, 0.115)),
        ((0.045, 0.528), (0.09, 0.480), (0.18, 0.415), (0.35, 0.345), (0.60, 0.275), (1, 0.225)),
        ((0.02, 0.238), (0.12, 0.218), (0.28, 0.172), (0.55, 0.108), (1, 0.062)),
    ),
}
SOLE, INSOLE = '#1a1512', '#c9a67c'
LINING, SOCK, SOCK_SEAM, SOCK_PRINT = '#b09883', '#e3d1bd', '#cbb69e', '#6d4f34'


def shoe_kit(material, options, grain=0.6):
    kit = make_kit(material, options, grain=grain, stitch=FINE)
    return kit, materials.plain('sole', options.get('sole', SOLE), 0.4), materials.plain('insole', INSOLE, 0.45)


def shoe_views(elevation=17, fill=0.74, focus=(0.3, -0.6, 0.5)):
    return {
        'hero': View(-34, elevation, fill, 0.5),
        'angle': View(-152, elevation, fill, 0.5),
        'side': View(0, 7, fill, 0.5),
        'top': View(-90, 58, 0.60, 0.62),
        'macro': View(30, 20, near=0.46, focus=focus, fstop=1.4),
    }


def low_last(length=2.85, toe_power=2.1, instep=0.66, toe=0.36, tip=None, toe_centre=0.72):
    """A flat last: `instep` is the height of the foot where the opening ends, `toe` and `tip` those of the toe box."""
    floor = lambda x: 0.19 * (1 - smoothstep(0.62, 1.5, x)) + 0.10 + 0.05 * smoothstep(2.1, 2.85, x)
    height = [(0, 1.0), (0.4, 0.98), (1.3, instep), (1.9, lerp(toe, instep, 0.34)), (2.3, toe), (3, tip or toe * 0.92)]
    height = drawn(height)
    ridge = lambda x: floor(x) + height(x)
    return Last(length, 0.47, 0.33, floor, ridge, wall=2.1, roof=1.8, toe_power=toe_power, toe_centre=toe_centre)


def welted_sole(last, kit, sole, insole, heel_front=0.78, lifts=1):
    slab(last, insole, 0.02, 0.05, -0.04, -0.04, 'insole', edge=0.004)
    slab(last, sole, -0.085, -0.008, 0.035, 0.04, 'welt')
    block_heel(last, sole, heel_front, lifts=lifts)
    kit.stitcher.run(last.plan(0.022), lambda u, v: Vector((u, v, last.floor_at(u) - 0.006)), 0.004)


@form('pump')
def pump(material, options):
    """A low counter that leans in, sides cut below the ankle, a short vamp and a slim toe, on a slender heel."""
    croc = material == 'croc-embossed'
    kit, sole, _ = shoe_kit(material, options, 0.44 if croc else 0.6)
    length, throat = 2.52, 1.80
    floor = [(0, 0.87), (0.25, 0.845), (0.5, 0.76), (1.0, 0.42), (1.4, 0.136), (1.62, 0.051), (1.85, 0.026)]
    floor = drawn([*floor, (2.1, 0.031), (2.5, 0.060)])
    height = [(0, 0.73), (0.27, 0.75), (0.5, 0.84), (1.0, 0.70), (1.5, 0.42), (1.8, 0.285), (2.15, 0.178), (2.5, 0.068)]
    height = drawn(height)
    last = Last(
        length,
        0.36,
        0.242,
        floor,
        lambda x: floor(x) + height(x),
        wall=2.1,
        toe_power=options.get('toe', 1.5),
        heel_centre=0.27,
        toe_centre=0.24,
        bulge=0.11,
    )
    rise = drawn([(0, 0.505), (0.06, 0.50), (0.2, 0.45), (0.45, 0.335), (0.9, 0.245), (1.3, 0.225), (2, 0.22)])
    top = topline(last, throat, rise, 0.95, 6)
    lining = materials.plain('lining', LINING, 0.6, Specular=0.3)
    upper(last, top, [kit.leather, kit.leather, lining], 0.018, pattern=from_ridge(last, 1.3, 1.88))
    open_at = [k / 6 for k in range(last.count * 6) if last.x_at(k / 6) < throat - 0.001]
    rim = [p - n * 0.008 for p, n in (outward(last, i, top(i)) for i in open_at)]
    heel = len(rim) // 2
    rim = relaxed(Path(rim[heel:] + rim[: heel + 1], 0.02).points, 4)
    sweep('piping', rim, circle(0.0115, 10), kit.binding if croc else kit.leather)
    edge = sole if material == 'patent' else kit.edge
    waist = lambda x: 0.012 * (1 - smoothstep(0.58, 0.95, x))  # it slips under the heel
    slab(last, edge, -0.026, 0.0, -0.004, 0.005, edge=0.006, behind=0.44, waist=waist)
    seat, printed = _sock(last, throat), materials.plain('print', SOCK_PRINT, 0.45)
    _heel(last, kit, sole, HEELS[options.get('shape', 'slim')])
    kit.finish()
    shoes = make_pair((-1.15, -0.42), (-1.0, 0.62), 7)
    for shoe, side in zip(shoes, (1, -1)):  # the second is a mirror image: its name is written the other way round
        place = lambda u, v, side=side: seat(u, v * side)
        stamp(place, 1.08, 0.055, printed, 0.038, 0.0015 * side).parent = shoe
    return Piece(shoe_views(14, 0.78, (0.9, -0.4, 0.35)))


def _sock(last, throat):
    """A sock of kid from wall to wall, a seam round its edge; returns where on it a place (x, y) of the plan lies."""
    kid = materials.plain('sock', SOCK, 0.55, Specular=0.3)
    seat = lambda x, y: Vector((x, y, last.floor_at(x) + 0.024))
    slab(last, kid, 0.004, 0.024, -0.006, -0.006, 'sock', edge=0.004)
    line = [p for p in last.plan(-0.042) if p[0] < throat + 0.15]
    cut = max(range(len(line)), key=lambda k: (line[k] - line[k - 1]).length)
    seam = relaxed([seat(*p) for p in line[cut:] + line[:cut]], 4)
    sweep('sock seam', seam, circle(0.0036, 8), materials.plain('sock seam', SOCK_SEAM, 0.6), up=UP)
    return seat


def _heel(last, kit, sole, profiles, front=0.53):
    """A heel that flows out of the seat, its back in line with the counter; its breast reaches forward to x = front."""
    plan = [p for p in last.plan(0.0012) if p[0] < front]
    cut = next(k for k in range(len(plan)) if (plan[k] - plan[k - 1]).length > 0.2)
    plan = plan[cut:] + plan[:cut]  # from one end of the breast round the back to the other
    breast = [plan[-1].lerp(plan[0], k / 14) for k in range(1, 14)]
    top = plan + [Vector((p[0] - 0.035 * math.sin(math.pi * k / 14), p[1])) for k, p in enumerate(breast, 1)]
    n, rings, verts, uv = len(top), 64, [], []
    for _ in range(4):  # its breast has round corners
        top = [(top[k - 1] + top[k] * 2 + top[(k + 1) % n]) / 4 for k in range(n)]
    half = max(abs(p[1]) for p in top)
    back, fore, wide = (drawn([(0, start), *points]) for start, points in zip((0.0, front, half), profiles))
    for j in range(rings + 1):
        t = (j / rings) ** 1.4  # closer together where it flows out of the seat
        for k, p in enumerate(top):
            x = lerp(back(t), fore(t), p[0] / front)
            uv.append((k * 0.02 + 0.6, t * 0.9))  # cut from a flank of the hide
            verts.append(Vector((x, p[1] / half * wide(t), lerp(last.floor_at(p[0]) + 0.001, 0.03, t))))
    ring_faces = [
        (j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i)
        for j in range(rings)
        for i in range(n)
    ]
    faces = ring_faces + [tuple(range(rings * n, (rings + 1) * n))]
    weld(mesh_object('heel', verts, faces, kit.leather, uv=uv, angle=50), 1e-5)
    piece = [Vector((v.x, v.y, z)) for z in (0.0, 0.029) for v in verts[-n:]]
    faces = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    weld(mesh_object('top piece', piece, faces + [tuple(range(n)), tuple(range(n, 2 * n))], sole, angle=40), 1e-5)


@form('loafer')
def loafer(material, options):
    kit, sole, insole = shoe_kit(material, options)
    last, throat = low_last(), 1.30
    top = topline(last, throat, drawn([(0, 0.56), (0.12, 0.55), (0.85, 0.40), (1.25, 0.50)]), 0.93, 6)
    upper(last, top, [kit.leather, kit.edge, kit.lining], 0.026)
    tongue(last, [kit.leather, kit.edge], throat, 0.03, 0.11, 0.20)
    stitch_line(last, kit, topline_places(last, top, throat - 0.10, 0.035))
    welted_sole(last, kit, sole, insole)
    level = last.wall_at(0.62)
    half = last.count // 2
    ridge = [
        last.point(i % last.count, level) + Vector((0, 0, 0.004))
        for i in range(-half, half)
        if last.x_at(i % last.count) > throat + 0.08  # it ends under the saddle
    ]
    ridge = relaxed(ridge, 60)
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
    solidify(obj, 0.032, 1, rim_material=1, rim_bevel=0.01)
    for x in (centre - 0.10, centre + 0.12):
        kit.stitcher.run(
            [Vector((x, -0.93 + 1.86 * i / 60)) for i in range(61)],
            lambda u, v: place(u, v) + normal_at(place, u, v) * 0.033 * (1 if normal_at(place, u, v).z > 0 else -1),
            0.0,
            closed=False,
        )
    if bar:
        raise_by = Vector((0, 0, 0.052))
        across = relaxed([place(centre + 0.01, 0.30 * i / 12) + raise_by for i in range(-12, 13)], 12)
        sweep('bar', resample(across, 0.02, False), circle(0.021, 14), kit.hardware, up=UP)
        for end, inwards in ((across[0], across[1]), (across[-1], across[-2])):
            along = (inwards - end).normalized()
            cylinder('bar end', 0.033, end - along * 0.03, end + along * 0.03, kit.hardware, 0.012)
