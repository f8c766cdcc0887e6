"""Derby and ankle boot, and the lacing of all laced shoes."""

import math

from mathutils import Matrix, Vector

import materials
from hardware import ring
from mesh import grid, mesh_object, solidify, sweep, weld
from shapes import Path, circle, lerp, smoothstep
from stage import View

from . import Piece, form
from .last import Last, block_heel, make_pair, patch, slab, topline, upper

UP = Vector((0, 0, 1))
from .shoes_dress import low_last, shoe_kit, shoe_views, welted_sole


@form('derby')
def derby(material, options):
    """Open lacing: two quarters meet over the vamp, five pairs of eyelets."""
    kit, sole, insole = shoe_kit(material, options)
    last, throat = low_last(2.95, 2.2, 1.10, 0.55), 1.22
    upper(last, topline(last, throat, 0.84, (0.66, 0.52), 1.25), [kit.leather, kit.edge], 0.03)
    welted_sole(last, kit, sole, insole, 0.82)
    _tongue(last, kit, throat)
    laces(last, kit, 0.95, 1.62, 4)
    cap = last.count * 0.105
    patch(
        last,
        -cap,
        cap,
        lambda a: -0.01,
        lambda a: 0.96 * math.sin(math.pi * a) ** 0.35,
        [kit.leather, kit.edge],
        0.014,
        name='toe cap',
    )
    kit.stitcher.along(
        Path(
            [
                last.point(i, 0.98 * math.sin(math.pi * (i + cap) / (2 * cap)) ** 0.35 * 0.93)
                for i in [lerp(-cap, cap, k / 80) for k in range(4, 77)]
            ],
            0.02,
        ),
        lambda p, t: UP,
        0.02,
    )
    kit.finish()
    make_pair((-1.35, -0.50), (-1.15, 0.72), 6)
    return Piece(shoe_views(18, 0.74, (0.4, -0.7, 0.6)))


def _tongue(last, kit, throat, rise=0.12):
    verts, faces, n = [], [], 14
    for a in range(n + 1):
        x = lerp(throat - 0.30, throat + 0.40, a / n)
        for b in range(n + 1):
            y = lerp(-0.22, 0.22, b / n)
            z = last.ridge(max(throat - 0.12, x)) - 1.1 * y * y - 0.01 + rise * max(0, (throat - 0.05 - x) / 0.25)
            verts.append(Vector((x, y, z)))
    for a in range(n):
        faces += [
            (a * (n + 1) + b, a * (n + 1) + b + 1, (a + 1) * (n + 1) + b + 1, (a + 1) * (n + 1) + b) for b in range(n)
        ]
    obj = weld(mesh_object('tongue', verts, faces, [kit.leather, kit.edge]), 1e-5, (1.2, 0, 0))
    solidify(obj, 0.04, 0, rim_bevel=0.015)


def laces(last, kit, start, end, rows, lace=None, quarter=True, spread=(0.46, 0.34), arch=0.055):
    """Facing overlays on both sides, eyelets in them, and flat laces across that rise by `arch` over the tongue."""
    lace = lace or materials.thread('lace', 0.9)
    sides = []
    for side in (1, -1):
        first, final = last.index(start - 0.12, side), last.index(end + 0.10, side)
        if abs(final - first) > last.count / 2:
            final += last.count if final < first else -last.count
        high = lambda a: last.wall_at(lerp(spread[0], spread[1], a) * 0.62)
        if quarter:
            patch(
                last,
                first,
                final,
                lambda a: lerp(0.30, 0.56, a**1.5),
                high,
                [kit.leather, kit.edge],
                0.022,
                name='quarter',
            )
        row = []
        for k in range(rows):
            a = lerp(0.16, 0.88, k / max(1, rows - 1))
            i = lerp(first, final, a)
            p = last.point(i, high(a) - 0.05)
            n = Vector((0, p.y, 0.40 + abs(p.y))).normalized()
            row.append((p + n * 0.03, n))
            ring(
                'eyelet',
                Matrix.Translation(p + n * 0.028) @ n.to_track_quat('-Y', 'Z').to_matrix().to_4x4(),
                0.026,
                0.010,
                kit.hardware,
            )
        sides.append(row)
    for (a, na), (b, nb) in zip(*sides):
        points = [a - na * 0.03, a + na * 0.02, (a + b) / 2 + UP * arch, b + nb * 0.02, b - nb * 0.03]
        curve = [
            sum((p * (math.comb(4, j) * t**j * (1 - t) ** (4 - j)) for j, p in enumerate(points)), Vector())
            + UP * (0.02 * math.sin(math.pi * t))
            for t in (i / 24 for i in range(25))
        ]
        sweep('lace', curve, [Vector((p[0] * 1.8, p[1] * 0.75)) for p in circle(0.022, 12)], lace, up=UP)


@form('ankle-boot')
def ankle_boot(material, options):
    """A shaft that grows out of the last, elastic gores at the sides, a block heel."""
    kit, sole, insole = shoe_kit(material, options)
    floor = lambda x: 0.42 * (1 - smoothstep(0.6, 1.75, x)) + 0.12 + 0.05 * smoothstep(2.1, 2.8, x)
    ridge = lambda x: floor(x) + lerp(0.92, 0.42, smoothstep(0.75, 1.75, x)) - 0.07 * smoothstep(1.8, 2.5, x)
    last = Last(2.75, 0.46, 0.32, floor, ridge, wall=2.2, roof=1.9, toe_power=1.75, toe_centre=0.48)
    upper(last, topline(last, 1.30, 0.80, (0.86, 0.80), 1.5), [kit.leather, kit.edge], 0.03)
    shaft_base, shaft_height = 1.02, options.get('shaft', 1.35)

    def shaft(u, v):
        a, t = 2 * math.pi * u, v
        lean = 0.10 * t
        back, front = -0.40 + 0.05 * math.sin(math.pi * t), lerp(0.92, 0.52, smoothstep(0, 0.42, t))
        x = 0.46 + lean + (front if math.cos(a) > 0 else -back) * math.cos(a)
        y = lerp(0.335, 0.36, t) * math.sin(a) * (1 - 0.25 * max(0, math.cos(a)) * (1 - smoothstep(0, 0.4, t)))
        base = floor(0.3) + lerp(0.52, 0.26, 0.5 + 0.5 * math.cos(a)) - 0.07
        dip = 0.06 * math.sin(a) ** 2
        return Vector((x, y, lerp(base, shaft_base + shaft_height - dip, t)))

    obj = grid('shaft', 96, 40, shaft, [kit.leather, kit.edge], uv_scale=(2.4, 1.6))
    weld(obj, 1e-4, (0.5, 0, 1))
    solidify(obj, 0.035, -1, rim_material=1)
    slab(last, insole, 0.02, 0.05, -0.04, -0.04, 'insole', edge=0.004)
    slab(last, sole, -0.075, -0.006, 0.02, 0.028, 'welt')
    block_heel(last, sole, 0.74, 0.07, 0.018, 0.10)
    elastic = materials.plain('elastic', '#15110f', 0.85)
    for side in (1, -1):
        verts, faces = [], []
        for r in range(19):
            t = lerp(0.30, 0.97, r / 18)
            half = lerp(0.045, 0.085, t)
            for c in range(13):
                p = shaft((0.25 if side > 0 else 0.75) + lerp(-half, half, c / 12), t)
                verts.append(p + Vector((0, side * (0.008 + 0.006 * (c % 2)), 0)))
        faces = [
            (r * 13 + c, r * 13 + c + 1, (r + 1) * 13 + c + 1, (r + 1) * 13 + c) for r in range(18) for c in range(12)
        ]
        mesh_object('gore', verts, faces, elastic, smooth=False)
    pull = [shaft(0.5, 1) + Vector((-0.01, 0, z)) for z in (-0.16, 0.0, 0.10)] + [
        shaft(0.5, 1) + Vector((0.05, 0, z)) for z in (0.10, -0.05)
    ]
    sweep(
        'pull tab',
        Path(pull, 0.02).points,
        [Vector((x, y)) for x, y in ((-0.09, -0.012), (0.09, -0.012), (0.09, 0.012), (-0.09, 0.012))],
        kit.leather,
        up=Vector((1, 0, 0)),
    )
    kit.finish()
    make_pair((-1.15, -0.46), (-1.0, 0.64), 7)
    return Piece(
        {
            **shoe_views(12, 0.64, (0.3, -0.6, 0.9)),
            'hero': View(-34, 11, 0.66, 0.62),
            'angle': View(-150, 12, 0.66, 0.62),
        }
    )
