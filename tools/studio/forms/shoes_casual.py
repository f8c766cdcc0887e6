"""Sneaker and sandal."""

import math

from mathutils import Vector

import materials
from hardware import cylinder
from leatherwork import Stitcher, panel
from mesh import mesh_object, solidify, sweep, weld
from shapes import Path, bar, circle, lerp, relaxed, rounded, smoothstep

from . import Piece, form
from .last import Last, drawn, lengths, make_pair, patch, slab, stitch_line, toe_cap, tongue, topline_places, upper
from .shoes_dress import shoe_kit, shoe_views
from .shoes_laced import laces

UP = Vector((0, 0, 1))
SOLE = 0.19  # of a sneaker, under the foot
LACED = 1.82  # where its lacing ends


@form('sneaker')
def sneaker(material, options):
    """A low court shoe: padded collar, tongue, facings with crossed laces, toe cap, heel tab, stitched cup sole.

    With the option `tonal` its laces, sole and heel tab have the color of the upper.
    """
    kit, _, _ = shoe_kit(material, options)
    tonal = options.get('tonal', False)
    lining = materials.lining('lining', '#e6ddcc')
    floor = lambda x: SOLE + 0.06 * (1 - smoothstep(0.2, 1.6, x)) + 0.08 * smoothstep(2.1, 2.9, x)
    height = drawn([(0.4, 0.98), (1.05, 0.74), (1.5, 0.52), (1.9, 0.36), (2.3, 0.26), (2.6, 0.21), (3, 0.15)])
    ridge = lambda x: floor(x) + height(x)
    last, throat = Last(2.9, 0.458, 0.335, floor, ridge, wall=2.25, roof=1.85, toe_power=2.05, toe_centre=0.30), 1.02
    rise = drawn([(0, 0.60), (0.10, 0.59), (0.58, 0.43), (0.92, 0.50), (1.1, 0.56)])
    top, gap = _opening(last, throat, LACED, rise)
    upper(last, top, [kit.leather, kit.leather, lining], 0.045)
    rim = [last.point(i, t - 0.01) for i, t in topline_places(last, top, throat - 0.03)]
    sweep('collar', relaxed(Path(rim, 0.02).points, 6), circle(0.030, 14), kit.leather, up=UP)
    stitch_line(last, kit, topline_places(last, top, throat - 0.12, 0.13), 0.010)
    tongue(last, [kit.leather, kit.leather], throat, 0.04, 0.15, 0.235, 0.018, 1.12, 0.03)
    rows = _eyestay(last, kit, gap, (throat - 0.01, LACED))
    lace = materials.thread('lace', 1.0) if tonal else materials.plain('lace', '#efe9dd', 0.8)
    laces(last, rows, kit, 6, lace, bar(0.010, 0.070, 0.004), 0.034, crossed=True)
    toe_cap(last, kit, last.length - 0.58, 0.010, (0.028, 0.05))
    _quarters(last, kit, 1.40, top)
    heel, reach = last.count / 2, last.count * 0.085
    place = lambda a: lerp(heel - reach, heel + reach, a)
    tab = lambda a: top(place(a)) * (0.34 + 0.62 * smoothstep(0, 0.36, min(a, 1 - a)))
    leather = [kit.leather if tonal else kit.trim(grain=0.6), kit.edge]
    patch(last, heel - reach, heel + reach, lambda a: -0.01, tab, leather, 0.016, name='heel tab')
    stitch_line(last, kit, [(place(a / 80), tab(a / 80) - 0.03) for a in range(2, 79)], 0.016)
    _cup_sole(last, materials.rubber() if tonal else materials.plain('rubber', '#ece5d8', 0.55), tonal)
    kit.finish()
    make_pair((-1.35, -0.55), (-1.15, 0.75), 6)
    return Piece(shoe_views(17, 0.74, (0.4, -0.7, 0.6)))


def _opening(last, throat, end, rise):
    """The topline of a laced shoe, cut open in front of the throat down to x = end; and half of that gap by x."""

    def gap(x):
        width = lerp(0.17, 0.115, smoothstep(throat, end, x))
        return width * max(0.0, 1 - (max(0.0, x - end + 0.12) / 0.12) ** 2) ** 0.5 if x < end else 0.0

    def top(i):
        x = last.x_at(i)
        if x >= end:
            return 1.0
        half = abs(last.edge(i)[1])
        centre = max(last.heel_centre, min(last.toe_centre, x))
        low = rise(x) / (last.ridge(centre) - last.floor(centre))
        laced = last.wall_at(min(1.0, gap(x) / half)) if x > throat - 0.3 else 0.0
        return max(0.12, min(1, lerp(low, laced, smoothstep(throat - 0.14, throat + 0.01, x))))

    return top, gap


def _eyestay(last, kit, gap, ends, width=0.21, thickness=0.022):
    """A strip sewn along the gap and round its end; returns for each side a function of 0..1 along its eyelets."""
    start, end = ends

    def surface(x, y):
        return Vector((x, y, last.height_over(x, y)))

    def away(x, y, direction, distance):
        """The place this far over the foot from a place of the plan."""
        p, done, step = surface(x, y), 0.0, 0.008
        while done < distance:
            q = surface(p.x + direction[0] * step, p.y + direction[1] * step)
            done, before, p = done + (q - p).length, p, q
        return p.lerp(before, (done - distance) / (p - before).length) if done > distance else p

    straight = end - 0.12
    inner = [Vector((x, gap(x))) for x in (lerp(start, straight, k / 60) for k in range(60))]
    turn = [math.pi / 28 * k for k in range(15)]
    inner += [Vector((straight + 0.12 * math.sin(a), gap(straight) * math.cos(a))) for a in turn]
    inner += [Vector((p[0], -p[1])) for p in reversed(inner[:-1])]
    inner = Path(inner, 0.015)
    count = inner.count
    columns = []
    for k, p in enumerate(inner.points):
        along = (inner.points[min(count, k + 2)] - inner.points[max(0, k - 2)]).normalized()
        columns.append([away(p[0], p[1], (-along[1], along[0]), width * r / 12) for r in range(13)])
    verts = [p for column in columns for p in column]
    uv = [(k * 0.015, r / 12 * width) for k in range(count + 1) for r in range(13)]
    faces = [(k * 13 + r, k * 13 + r + 1, k * 13 + r + 14, k * 13 + r + 13) for k in range(count) for r in range(12)]
    obj = weld(mesh_object('eyestay', verts, faces, [kit.leather, kit.edge], uv=uv, angle=60), 1e-5, (1.4, 0, 0))
    solidify(obj, thickness, 1, rim_material=1, rim_bevel=0.008)
    over = lambda p, t: Vector((0, p.y * 1.6, 0.55))
    for inside in (2, 10):
        line = Path([column[inside] for column in columns], 0.02)
        kit.stitcher.along(line, over, thickness)

    def row(side):
        def eyelet(a):
            x = lerp(start + 0.05, end - 0.07, a)
            p = away(x, gap(x) * side, (0, side), 0.085)
            n = (surface(p.x + 0.01, p.y) - surface(p.x - 0.01, p.y)).cross(
                surface(p.x, p.y + 0.01) - surface(p.x, p.y - 0.01)
            )
            return p + n.normalized() * thickness, n.normalized()

        return eyelet

    return [row(1), row(-1)]


def _quarters(last, kit, foot, top, thickness=0.010):
    """They lie over the vamp: their front edge falls back from the end of the lacing to x = foot at the sole."""
    heel, head = last.count / 2, LACED - 0.02
    for side in (1, -1):
        tip = last.index(head, side)
        tip += last.count if side < 0 and tip < heel else 0
        place = lambda a, start=heel - 0.02 * last.count * side, tip=tip: lerp(start, tip, a)
        low = lambda i: lerp(-0.02, top(i) - 0.01, max(0.0, (last.x_at(i) - foot) / (head - foot)) ** 1.5)
        leather, edges = [kit.leather, kit.edge], (lambda a: low(place(a)), lambda a: top(place(a)))
        patch(last, heel - 0.02 * last.count * side, tip, *edges, leather, thickness, 120, 26, name='quarter')
        steps = [place(k / 400) for k in range(401)]
        for inside in (0.035, 0.065):
            row = [(i, low(i) + inside) for i in steps if foot - 0.04 < last.x_at(i) < head - 0.12]
            stitch_line(last, kit, row, thickness)


def _cup_sole(last, rubber, tonal):
    """Rubber wall with a rolled top edge and a row of stitches round it."""
    stitched = SOLE - 0.052  # the height of the channel in which its stitches lie
    profile = [
        (-0.01, 0),
        (0.036, 0.0),
        (0.050, 0.012),
        (0.057, 0.050),
        (0.054, 0.055),
        (0.054, 0.060),
        (0.058, 0.065),
        (0.060, stitched - 0.022),
        (0.054, stitched - 0.012),
        (0.054, stitched + 0.012),
        (0.059, stitched + 0.022),
        (0.056, SOLE - 0.002),
        (0.048, SOLE + 0.010),
        (0.034, SOLE + 0.016),
        (-0.01, SOLE + 0.01),
    ]
    rings = [last.plan(grow) for grow, _ in profile]
    n, verts = len(rings[0]), []
    for ring_, (_, z) in zip(rings, profile):
        for p in ring_:
            base = last.floor_at(p[0]) - SOLE
            toe = 0.38 * max(0, p[0] - 2.25) ** 2 * (1 - z / (SOLE + 0.04))
            verts.append(Vector((p[0], p[1], max(z + base * z / (SOLE + 0.01) + toe, 0) if z > 0.02 else z + toe * 0.9)))
    faces = [
        (j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i)
        for j in range(len(profile) - 1)
        for i in range(n)
    ]
    weld(mesh_object('cup sole', verts, faces, rubber, angle=50), 1e-5)
    slab(last, materials.plain('insole', '#d8ccb6', 0.7), 0.02, 0.05, -0.05, -0.05, 'insole', edge=0.004)
    thread = materials.thread('sole thread') if tonal else materials.plain('sole thread', '#f4efe6', 0.7)
    stitcher = Stitcher(thread, 0.034, 0.014, 0.0075)
    line = Path([Vector((p[0], p[1], last.floor_at(p[0]) - SOLE + stitched)) for p in last.plan(0.054)], 0.02)
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
    slab(last, kit.fittings().leather, -0.075, -0.028, 0.012, 0.012, 'mid sole', edge=0.012)
    slab(last, sole, -0.16, -0.074, 0.012, 0.016, 'sole', edge=0.012)
    kit.stitcher.run(last.plan(-0.035), lambda u, v: Vector((u, v, last.floor_at(u) + 0.010)), 0.002)
    for inner, outer, wide in ((1.98, 1.56, 0.23), (1.52, 1.96, 0.23)):
        _crossing(last, kit, inner, outer, wide, 0.012 if inner < outer else 0.045)
    _ankle_strap(kit, kit.fittings(), floor)
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
    along = [lengths(verts[a : a + rows + 1]) for a in range(0, len(verts), rows + 1)]
    uv = [(a / columns * width * 2, s) for a, line in enumerate(along) for s in line]
    obj = weld(mesh_object('crossing strap', verts, faces, [kit.leather, kit.edge], uv=uv, angle=60), 1e-5, (1.7, 0, 0))
    solidify(obj, 0.030, 1, rim_material=1, rim_bevel=0.01)
    if kit.woven:
        for edge in (-width, width):
            line = [place(edge, lerp(-0.985, 0.985, k / 72)) for k in range(73)]
            sweep('binding', line, bar(0.06, 0.056, 0.014), kit.binding)
        return
    for edge in (-width + 0.035, width - 0.035):
        line = Path([place(edge, lerp(-0.96, 0.96, k / 60)) for k in range(61)], 0.02)
        kit.stitcher.along(line, lambda p, t: Vector((0, p.y * 0.8, 0.35)), 0.030)


def _ankle_strap(kit, trim, floor):
    """A heel cup drawn up to a point and a strap round the ankle with a small buckle."""
    base = floor(0.3)

    def loop(a):
        return Vector((0.37 + 0.40 * math.cos(a), 0.325 * math.sin(a), base + 0.72 + 0.09 * math.cos(a)))

    path = Path([loop(math.pi * 2 * i / 90) for i in range(91)], 0.02)
    outline = rounded([(0, -0.075), (path.length, -0.075), (path.length, 0.075), (0, 0.075)], 0.01, 4)
    panel(
        'ankle strap',
        outline,
        lambda u, v: path.at(u) + UP * v,
        trim,
        thickness=0.03,
        step=0.04,
        groove=0.024,
        wobble=0,
        puff=0.002,
    )
    heel = Last(2.6, 0.45, 0.325, floor, lambda x: floor(x) + 1.45, toe_centre=0.45)
    middle, reach = heel.count / 2, heel.count * 0.125

    def rise(i):
        away = min(1.0, abs(i - middle) / reach)
        return lerp(0.05, 0.735, (1 - smoothstep(0.16, 1.0, away)) ** 1.5) / 1.45

    leather, span = [trim.leather, kit.edge, kit.lining], (middle - reach, middle + reach)
    cup = upper(heel, rise, leather, 0.03, 24, 'heel cup', span, bottom=-0.06)
    cup.modifiers['solidify'].offset = 0
    steps = [middle + reach * (k / 40 - 1) * 0.9 for k in range(81)]
    stitch_line(heel, kit, [(i, rise(i) - 0.028) for i in steps], 0.016)
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
