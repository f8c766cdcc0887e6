"""Sneaker and sandal."""

import math

from mathutils import Vector

import materials
from hardware import cylinder
from leatherwork import Stitcher, panel
from mesh import grid, mesh_object, solidify, sweep, weld
from shapes import Path, circle, lerp, rounded, smoothstep

from . import Piece, form
from .last import Last, make_pair, patch, slab, topline, upper
from .shoes_dress import shoe_kit, shoe_views
from .shoes_laced import laces

UP = Vector((0, 0, 1))


@form('sneaker')
def sneaker(material, options):
    """A low court shoe: padded collar, tongue, lacing facings, heel tab, stitched cup sole."""
    kit, _, _ = shoe_kit(material, options)
    lining = materials.lining('lining', '#e0d6c4')
    floor = lambda x: 0.26 + 0.06 * (1 - smoothstep(0.2, 1.6, x)) + 0.05 * smoothstep(2.2, 2.9, x)
    ridge = lambda x: floor(x) + lerp(1.06, 0.50, smoothstep(0.55, 2.0, x)) - 0.17 * smoothstep(2.0, 2.6, x)
    last, throat = Last(2.95, 0.49, 0.35, floor, ridge, wall=2.4, roof=2.0, toe_power=2.3, toe_centre=0.55), 1.18
    top = topline(last, throat, 0.84, (0.70, 0.50), 1.3)
    upper(last, top, [kit.leather, kit.leather], 0.05)
    _collar(last, top, throat, lining)
    _sneaker_tongue(last, kit, throat)
    laces(last, kit, 0.98, 1.80, 6, materials.plain('lace', '#efe9dd', 0.8), spread=(0.50, 0.30), arch=0.085)
    n, heel = last.count, last.count / 2
    patch(
        last,
        heel - n * 0.085,
        heel + n * 0.085,
        lambda a: -0.01,
        lambda a: 0.30 + 0.36 * math.sin(math.pi * a) ** 0.6,
        [kit.trim(), kit.edge],
        0.022,
        name='heel counter',
    )
    patch(
        last,
        heel - n * 0.022,
        heel + n * 0.022,
        lambda a: 0.60,
        lambda a: 0.72,
        [kit.trim(), kit.edge],
        0.03,
        name='heel tab',
    )
    _cup_sole(last, kit)
    kit.finish()
    make_pair((-1.35, -0.55), (-1.15, 0.75), 6)
    return Piece(shoe_views(17, 0.74, (0.4, -0.7, 0.6)))


def _collar(last, top, throat, lining):
    """A soft rolled edge along the topline."""
    rim = [last.point(i, top(i)) for i in range(last.count) if last.x_at(i) < throat - 0.03]
    start = max(range(len(rim)), key=lambda k: (rim[k] - rim[k - 1]).length)
    rim = rim[start:] + rim[:start]
    sweep('collar', Path(rim, 0.03).points, circle(0.032, 14), lining, up=UP)


def _sneaker_tongue(last, kit, throat):
    def place(u, v):
        x = lerp(throat - 0.34, throat + 0.62, 1 - v)
        y = (u - 0.5) * lerp(0.36, 0.46, v)
        lift = 0.20 * smoothstep(0.84, 1, v)
        return Vector(
            (x - 0.08 * smoothstep(0.7, 1, v), y, last.ridge(max(throat - 0.22, x)) - 0.02 - 1.1 * y * y + lift)
        )

    obj = grid('tongue', 16, 24, place, [kit.leather, kit.leather], uv_scale=(0.5, 1))
    weld(obj, 1e-5, (1.2, 0, 0))
    solidify(obj, 0.055, 0, rim_bevel=0.022)


def _cup_sole(last, kit):
    """Rubber wall with a rolled top edge and a row of stitches round it."""
    rubber = materials.plain('rubber', '#ece5d8', 0.55)
    profile = [
        (-0.01, 0),
        (0.045, 0.0),
        (0.062, 0.02),
        (0.072, 0.10),
        (0.066, 0.20),
        (0.058, 0.255),
        (0.040, 0.275),
        (-0.01, 0.27),
    ]
    rings = [last.plan(grow) for grow, _ in profile]
    n, verts = len(rings[0]), []
    for ring_, (_, z) in zip(rings, profile):
        for p in ring_:
            base = last.floor_at(p[0]) - 0.26
            toe = 0.38 * max(0, p[0] - 2.35) ** 2 * (1 - z / 0.3)
            verts.append(Vector((p[0], p[1], max(z + base * (z / 0.27) + toe, 0) if z > 0.02 else z + toe * 0.9)))
    faces = [
        (j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i)
        for j in range(len(profile) - 1)
        for i in range(n)
    ]
    weld(mesh_object('cup sole', verts, faces, rubber, angle=50), 1e-5)
    slab(last, materials.plain('insole', '#d8ccb6', 0.7), 0.02, 0.05, -0.05, -0.05, 'insole', edge=0.004)
    stitcher = Stitcher(materials.plain('sole thread', '#f4efe6', 0.7), 0.030, 0.012, 0.006)
    line = Path([Vector((p[0], p[1], last.floor_at(p[0]) - 0.05)) for p in last.plan(0.067)], 0.02)
    stitcher.along(line, lambda p, t: Vector((p.x - 1.45, p.y * 3, 0)).normalized(), 0.003)
    stitcher.finish()


@form('sandal')
def sandal(material, options):
    """Two broad crossing straps and a buckled ankle strap on a shaped footbed."""
    kit, sole, insole = shoe_kit(material, options)
    heel = options.get('heel', 0.0)
    floor = lambda x: 0.16 + heel * (1 - smoothstep(0.42, 1.78, x)) + 0.04 * smoothstep(2.1, 2.6, x)
    ridge = lambda x: floor(x) + lerp(0.80, 0.30, smoothstep(0.5, 1.9, x))
    last = Last(2.6, 0.45, 0.32, floor, ridge, toe_power=2.2, toe_centre=0.45)
    slab(last, insole, -0.03, 0.01, 0.0, 0.0, 'footbed', edge=0.012)
    slab(last, kit.leather, -0.075, -0.028, 0.012, 0.012, 'mid sole', edge=0.012)
    slab(last, sole, -0.16, -0.074, 0.012, 0.016, 'sole', edge=0.012)
    kit.stitcher.run(last.plan(-0.035), lambda u, v: Vector((u, v, last.floor_at(u) + 0.010)), 0.002)
    for inner, outer, wide in ((1.98, 1.52, 0.22), (1.50, 1.98, 0.22)):
        _crossing(last, kit, inner, outer, wide, 0.012 if inner < outer else 0.045)
    _ankle_strap(kit, floor)
    kit.finish()
    make_pair((-1.15, -0.46), (-0.98, 0.66), 6)
    return Piece(shoe_views(22, 0.70, (0.8, -0.5, 0.4)))


def _crossing(last, kit, inner_x, outer_x, width, lift):
    """A strap over the foot from the inner to the outer edge of the sole."""
    half = lambda x, side: abs(last.edge(last.index(x, side))[1])

    def place(u, v):
        t = v  # -1 inner edge .. 1 outer edge
        x = lerp(inner_x, outer_x, (t + 1) / 2) + u
        side = 1 if t >= 0 else -1
        reach = half(x, side) + 0.012
        arch_ = (1 - abs(t) ** 2.6) ** (1 / 2.3) if abs(t) < 1 else 0
        height = lerp(0.50, 0.30, smoothstep(1.4, 2.0, x))
        return Vector((x, t * reach, last.floor_at(x) - 0.02 + (height + lift) * arch_ + lift * 0.3))

    columns, rows = 10, 72
    verts = [
        place(lerp(-width, width, a / columns), lerp(-1, 1, b / rows))
        for a in range(columns + 1)
        for b in range(rows + 1)
    ]
    faces = [
        (a * (rows + 1) + b, a * (rows + 1) + b + 1, (a + 1) * (rows + 1) + b + 1, (a + 1) * (rows + 1) + b)
        for a in range(columns)
        for b in range(rows)
    ]
    uv = [(a / columns * width * 2, b / rows * 1.4) for a in range(columns + 1) for b in range(rows + 1)]
    obj = weld(mesh_object('crossing strap', verts, faces, [kit.leather, kit.edge], uv=uv, angle=60), 1e-5, (1.7, 0, 0))
    solidify(obj, 0.030, 1, rim_material=1, rim_bevel=0.01)
    for edge in (-width + 0.035, width - 0.035):
        line = Path([place(edge, lerp(-0.96, 0.96, k / 60)) for k in range(61)], 0.02)
        kit.stitcher.along(line, lambda p, t: Vector((0, p.y * 0.8, 0.35)), 0.030)


def _ankle_strap(kit, floor):
    """Heel cup and a strap round the ankle with a small buckle."""
    base = floor(0.3)

    def loop(a):
        return Vector((0.36 + 0.42 * math.cos(a), 0.30 * math.sin(a), base + 0.74 + 0.10 * math.cos(a)))

    path = Path([loop(math.pi * 2 * i / 90) for i in range(91)], 0.02)
    outline = rounded([(0, -0.075), (path.length, -0.075), (path.length, 0.075), (0, 0.075)], 0.01, 4)
    panel(
        'ankle strap',
        outline,
        lambda u, v: path.at(u) + UP * v,
        kit,
        thickness=0.03,
        step=0.04,
        groove=0.024,
        wobble=0,
        puff=0.002,
    )
    verts, faces, columns, k = [], [], 36, 13
    for c in range(columns + 1):
        a = lerp(math.pi * 0.54, math.pi * 1.46, c / columns)
        rise = lerp(0.40, 0.80, math.cos((a - math.pi) * 1.05) ** 2)
        for r in range(k):
            t = r / (k - 1)
            x = lerp(0.32, 0.36, t) + lerp(0.33, 0.41, t) * math.cos(a)
            verts.append(Vector((x, lerp(0.325, 0.305, t) * math.sin(a), lerp(base - 0.03, base + rise, t))))
    for c in range(columns):
        faces += [(c * k + r, c * k + r + 1, (c + 1) * k + r + 1, (c + 1) * k + r) for r in range(k - 1)]
    obj = weld(mesh_object('heel cup', verts, faces, [kit.leather, kit.edge], angle=60), 1e-5, (0.4, 0, 0.4))
    solidify(obj, 0.03, 1, rim_material=1)
    at = loop(-math.pi * 0.42)
    frame = [
        at + Vector((p[0], -0.035, p[1]))
        for p in rounded([(-0.09, -0.11), (0.09, -0.11), (0.09, 0.11), (-0.09, 0.11)], 0.03, 5)
    ]
    sweep(
        'buckle',
        Path(frame + frame[:1], 0.01).points[:-1],
        circle(0.016, 10),
        kit.hardware,
        closed=True,
        up=Vector((0, -1, 0)),
    )
    cylinder('prong', 0.012, at + Vector((-0.09, -0.04, 0)), at + Vector((0.09, -0.045, 0)), kit.hardware, 0.004, 16)
