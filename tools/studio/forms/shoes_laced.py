"""Derby and ankle boot, and the lacing of all laced shoes."""

import math

from mathutils import Matrix, Vector

import materials
from hardware import ring
from mesh import grid, mesh_object, solidify, sweep, weld
from shapes import Path, circle, lerp, relaxed, smoothstep
from stage import View

from . import Piece, form
from .last import Last, block_heel, drawn, make_pair, outward, patch, slab, stitch_line, toe_cap, topline, upper

UP = Vector((0, 0, 1))
from .shoes_dress import low_last, shoe_kit, shoe_views, welted_sole


@form('derby')
def derby(material, options):
    """Open lacing: two quarters meet over the tongue, four pairs of eyelets, a plain cap."""
    kit, sole, insole = shoe_kit(material, options)
    last, throat = low_last(2.95, 2.2, 0.70, 0.37), 1.02
    rise = drawn([(0, 0.58), (0.12, 0.57), (0.62, 0.45), (1.0, 0.55)])
    upper(last, topline(last, throat, rise, 0.86, 6), [kit.leather, kit.edge, kit.lining], 0.026)
    welted_sole(last, kit, sole, insole, 0.82)
    tongue(last, [kit.leather, kit.edge], throat, 0.035)
    lacing = quarters(last, kit, rise, (0.98, 1.56))
    laces(last, lacing, kit, 4, materials.thread('lace', 0.8), circle(0.017, 12))
    toe_cap(last, kit, last.length - 0.62)
    kit.finish()
    make_pair((-1.35, -0.50), (-1.15, 0.72), 6)
    return Piece(shoe_views(18, 0.74, (0.4, -0.7, 0.6)))


def tongue(last, leather, throat, thickness, rise=0.12, half=0.24, rim_bevel=0.014):
    """It lies on the foot under the facings and stands a little above them."""
    lift = drawn([(0, rise), (0.12, rise * 0.5), (0.26, 0.0), (0.7, -0.012)])

    def place(u, v):
        x = throat - 0.26 + 0.70 * (1 - v)
        y = lerp(-half, half, u) * (1 - 0.13 * smoothstep(0.86, 1, v))
        z = last.height_over(max(throat, x), y)
        return Vector((x + 0.6 * y * y * smoothstep(0.6, 1, v), y, z - thickness * 0.5 + lift(x - throat + 0.26)))

    obj = grid('tongue', 24, 40, place, leather, uv_scale=(0.4, 0.8))
    weld(obj, 1e-5, (1.2, 0, -1))
    solidify(obj, thickness, 0, rim_material=len(leather) - 1, rim_bevel=rim_bevel)


def quarters(last, kit, rise, lacing, gap=(0.36, 0.27), thickness=0.022, back=0.02, front=0.26):
    """The two sides, from the heel to the facings; returns for each a function of 0..1 along its row of eyelets.

    `lacing` is where the first and the last eyelet lie, `gap` how far apart the facings are there, in shares of the
    width; `front` how far the rounded end reaches beyond the lowest eyelet.
    """
    first, final = lacing
    end = final + 0.10

    def facing(x):
        return last.wall_at(lerp(*gap, max(0.0, min(1.0, (x - first) / (final - first)))))

    def high(i):
        x = last.x_at(i)
        centre = max(last.heel_centre, x)
        wall = rise(x) / (last.ridge(centre) - last.floor(centre)) + 0.012
        return lerp(wall, facing(x), smoothstep(first - 0.34, first - 0.02, x))

    def low(i):
        x = last.x_at(i)
        return lerp(-0.02, high(i) - 0.012, max(0.0, (x - (end - front)) / front) ** 1.6)

    rows = []
    for side in (1, -1):
        heel = last.count / 2
        tip = last.index(end, side)
        tip += last.count if side < 0 and tip < heel else 0
        start = heel - back * last.count * side
        place = lambda a, start=start, tip=tip: lerp(start, tip, a)
        patch(
            last,
            start,
            tip,
            lambda a, place=place: low(place(a)),
            lambda a, place=place: high(place(a)),
            [kit.leather, kit.edge],
            thickness,
            120,
            26,
            name='quarter',
        )
        steps = [place(k / 300) for k in range(301)]
        inside = 0.05
        stitch_line(last, kit, [(i, high(i) - inside) for i in steps if last.x_at(i) < end - 0.05], thickness)
        stitch_line(last, kit, [(i, low(i) + inside) for i in steps if last.x_at(i) > end - front * 0.9], thickness)

        def eyelet(a, side=side):
            i = last.index(lerp(first, final, a), side)
            p, n = outward(last, i, facing(lerp(first, final, a)) - 0.085)
            return p + n * thickness, n

        rows.append(eyelet)
    return rows


def laces(last, rows, kit, count, lace, section, arch=0.04, eyelets=True):
    """Eyelets along both facings and a lace across each pair, lying close over the tongue."""
    for k in range(count):
        (a, na), (b, nb) = (row(k / (count - 1)) for row in rows)
        if eyelets:
            for p, n in ((a, na), (b, nb)):
                turn = Matrix.Translation(p + n * 0.004) @ n.to_track_quat('-Y', 'Z').to_matrix().to_4x4()
                ring('eyelet', turn, 0.024, 0.008, kit.hardware)
        over = [a.lerp(b, k / 14) for k in range(2, 13)]
        over = [Vector((p.x, p.y, last.height_over(p.x, p.y) + arch)) for p in over]
        points = [a - na * 0.05, a + na * 0.018, *over, b + nb * 0.018, b - nb * 0.05]
        sweep('lace', relaxed(Path(points, 0.012).points, 6), section, lace, up=UP)


@form('ankle-boot')
def ankle_boot(material, options):
    """A shaft that grows out of the last, elastic gores at the sides, a block heel."""
    kit, sole, insole = shoe_kit(material, options)
    floor = lambda x: 0.42 * (1 - smoothstep(0.6, 1.75, x)) + 0.12 + 0.05 * smoothstep(2.1, 2.8, x)
    ridge = lambda x: floor(x) + lerp(0.92, 0.42, smoothstep(0.75, 1.75, x)) - 0.07 * smoothstep(1.8, 2.5, x)
    last = Last(2.75, 0.46, 0.32, floor, ridge, wall=2.2, roof=1.9, toe_power=1.75, toe_centre=0.48)
    upper(last, topline(last, 1.30, lambda x: 0.74, 0.80, 5), [kit.leather, kit.edge], 0.03)
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
