"""Sneaker and sandal."""
import math

from mathutils import Vector

import materials
from leatherwork import Stitcher, panel
from mesh import cylinder, grid, mesh_object, solidify, sweep, weld
from shapes import Path, circle, lerp, rounded, smoothstep
from stage import View

from . import Piece, form
from .last import Last, make_pair, patch, slab, topline, upper
from .shoes_dress import INSOLE, laces, shoe_kit, shoe_views

UP = Vector((0, 0, 1))


@form('sneaker')
def sneaker(material, options):
    """A low court shoe: padded collar, tongue, lacing facings, heel tab, stitched cup sole."""
    kit, _, _ = shoe_kit(material, options)
    lining = materials.lining('lining', '#e0d6c4')
    floor = lambda x: .26 + .06 * (1 - smoothstep(.2, 1.6, x)) + .05 * smoothstep(2.2, 2.9, x)
    ridge = lambda x: floor(x) + lerp(1.06, .50, smoothstep(.55, 2.0, x)) - .17 * smoothstep(2.0, 2.6, x)
    last, throat = Last(2.95, .49, .35, floor, ridge, wall=2.4, roof=2.0, toe_power=2.3, toe_centre=.55), 1.18
    top = topline(last, throat, .84, (.70, .50), 1.3)
    upper(last, top, [kit.leather, kit.leather], .05)
    _collar(last, top, throat, lining)
    _sneaker_tongue(last, kit, throat)
    laces(last, kit, .98, 1.80, 6, materials.plain('lace', '#efe9dd', .8), spread=(.50, .30))
    n, heel = last.count, last.count / 2
    patch(last, heel - n * .085, heel + n * .085, lambda a: -.01, lambda a: .30 + .36 * math.sin(math.pi * a) ** .6,
          [kit.trim(), kit.edge], .022, name='heel counter')
    patch(last, heel - n * .022, heel + n * .022, lambda a: .60, lambda a: .72, [kit.trim(), kit.edge], .03, name='heel tab')
    cap = n * .125
    edge = [last.point(i, .92 * math.sin(math.pi * (i + cap) / (2 * cap)) ** .5)
            for i in (lerp(-cap, cap, k / 90) for k in range(6, 85))]
    kit.stitcher.along(Path(edge, .02), lambda p, t: UP, .006)
    _cup_sole(last, kit)
    kit.finish()
    make_pair((-1.35, -.55), (-1.15, .75), 6)
    return Piece(shoe_views(17, .74, (.4, -.7, .6)))


def _collar(last, top, throat, lining):
    """A soft rolled edge along the topline."""
    rim = [last.point(i, top(i)) for i in range(last.count) if last.x_at(i) < throat - .03]
    start = max(range(len(rim)), key=lambda k: (rim[k] - rim[k - 1]).length)
    rim = rim[start:] + rim[:start]
    sweep('collar', Path(rim, .03).points, circle(.048, 14), lining, up=UP)


def _sneaker_tongue(last, kit, throat):
    def place(u, v):
        x = lerp(throat - .34, throat + .62, 1 - v)
        y = (u - .5) * lerp(.36, .46, v)
        lift = .16 * smoothstep(.55, 1, v)
        return Vector((x - .08 * smoothstep(.7, 1, v), y, last.ridge(max(throat - .22, x)) - .02 - 1.1 * y * y + lift))
    obj = grid('tongue', 16, 24, place, [kit.leather, kit.leather], uv_scale=(.5, 1))
    weld(obj, 1e-5, (1.2, 0, 0))
    solidify(obj, .075, 0, rim_bevel=.03)


def _cup_sole(last, kit):
    """Rubber wall with a rolled top edge and a row of stitches round it."""
    rubber = materials.plain('rubber', '#ece5d8', .55)
    profile = [(-.01, 0), (.045, .0), (.062, .02), (.072, .10), (.066, .20), (.058, .255), (.040, .275), (-.01, .27)]
    rings = [last.plan(grow) for grow, _ in profile]
    n, verts = len(rings[0]), []
    for ring_, (_, z) in zip(rings, profile):
        for p in ring_:
            base = last.floor_at(p[0]) - .26
            toe = .38 * max(0, p[0] - 2.35) ** 2 * (1 - z / .3)
            verts.append(Vector((p[0], p[1], max(z + base * (z / .27) + toe, 0) if z > .02 else z + toe * .9)))
    faces = [(j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i)
             for j in range(len(profile) - 1) for i in range(n)]
    weld(mesh_object('cup sole', verts, faces, rubber, angle=50), 1e-5)
    slab(last, materials.plain('insole', '#d8ccb6', .7), .02, .05, -.05, -.05, 'insole', edge=.004)
    stitcher = Stitcher(materials.plain('sole thread', '#f4efe6', .7), .030, .012, .006)
    line = Path([Vector((p[0], p[1], last.floor_at(p[0]) - .05)) for p in last.plan(.067)] , .02)
    stitcher.along(line, lambda p, t: Vector((p.x - 1.45, p.y * 3, 0)).normalized(), .003)
    stitcher.finish()


@form('sandal')
def sandal(material, options):
    """Two broad crossing straps and a buckled ankle strap on a shaped footbed."""
    kit, sole, insole = shoe_kit(material, options)
    heel = options.get('heel', .0)
    floor = lambda x: .16 + heel * (1 - smoothstep(.42, 1.78, x)) + .04 * smoothstep(2.1, 2.6, x)
    ridge = lambda x: floor(x) + lerp(.80, .30, smoothstep(.5, 1.9, x))
    last = Last(2.6, .45, .32, floor, ridge, toe_power=2.2, toe_centre=.45)
    slab(last, insole, -.03, .01, .0, .0, 'footbed', edge=.012)
    slab(last, kit.leather, -.075, -.028, .012, .012, 'mid sole', edge=.012)
    slab(last, sole, -.16, -.074, .012, .016, 'sole', edge=.012)
    kit.stitcher.run(last.plan(-.035), lambda u, v: Vector((u, v, last.floor_at(u) + .010)), .002)
    for inner, outer, wide in ((1.98, 1.52, .22), (1.50, 1.98, .22)):
        _crossing(last, kit, inner, outer, wide, .012 if inner < outer else .045)
    _ankle_strap(kit, floor)
    kit.finish()
    make_pair((-1.15, -.46), (-.98, .66), 6)
    return Piece(shoe_views(22, .70, (.8, -.5, .4)))


def _crossing(last, kit, inner_x, outer_x, width, lift):
    """A strap over the foot from the inner to the outer edge of the sole."""
    half = lambda x, side: abs(last.edge(last.index(x, side))[1])

    def place(u, v):
        t = v                                # -1 inner edge .. 1 outer edge
        x = lerp(inner_x, outer_x, (t + 1) / 2) + u
        side = 1 if t >= 0 else -1
        reach = half(x, side) + .012
        arch_ = (1 - abs(t) ** 2.6) ** (1 / 2.3) if abs(t) < 1 else 0
        height = lerp(.50, .30, smoothstep(1.4, 2.0, x))
        return Vector((x, t * reach, last.floor_at(x) - .02 + (height + lift) * arch_ + lift * .3))
    columns, rows = 10, 72
    verts = [place(lerp(-width, width, a / columns), lerp(-1, 1, b / rows)) for a in range(columns + 1)
             for b in range(rows + 1)]
    faces = [(a * (rows + 1) + b, a * (rows + 1) + b + 1, (a + 1) * (rows + 1) + b + 1, (a + 1) * (rows + 1) + b)
             for a in range(columns) for b in range(rows)]
    uv = [(a / columns * width * 2, b / rows * 1.4) for a in range(columns + 1) for b in range(rows + 1)]
    obj = weld(mesh_object('crossing strap', verts, faces, [kit.leather, kit.edge], uv=uv, angle=60), 1e-5, (1.7, 0, 0))
    solidify(obj, .030, 1, rim_material=1, rim_bevel=.01)
    for edge in (-width + .035, width - .035):
        line = Path([place(edge, lerp(-.96, .96, k / 60)) for k in range(61)], .02)
        kit.stitcher.along(line, lambda p, t: Vector((0, p.y * .8, .35)), .030)


def _ankle_strap(kit, floor):
    """Heel cup and a strap round the ankle with a small buckle."""
    base = floor(.3)

    def loop(a):
        return Vector((.36 + .42 * math.cos(a), .30 * math.sin(a), base + .74 + .10 * math.cos(a)))
    path = Path([loop(math.pi * 2 * i / 90) for i in range(91)], .02)
    outline = rounded([(0, -.075), (path.length, -.075), (path.length, .075), (0, .075)], .01, 4)
    panel('ankle strap', outline, lambda u, v: path.at(u) + UP * v, kit, thickness=.03, step=.04, groove=.024,
          wobble=0, puff=.002)
    verts, faces, columns, k = [], [], 36, 13
    for c in range(columns + 1):
        a = lerp(math.pi * .54, math.pi * 1.46, c / columns)
        rise = lerp(.40, .80, math.cos((a - math.pi) * 1.05) ** 2)
        for r in range(k):
            t = r / (k - 1)
            x = lerp(.32, .36, t) + lerp(.33, .41, t) * math.cos(a)
            verts.append(Vector((x, lerp(.325, .305, t) * math.sin(a), lerp(base - .03, base + rise, t))))
    for c in range(columns):
        faces += [(c * k + r, c * k + r + 1, (c + 1) * k + r + 1, (c + 1) * k + r) for r in range(k - 1)]
    obj = weld(mesh_object('heel cup', verts, faces, [kit.leather, kit.edge], angle=60), 1e-5, (.4, 0, .4))
    solidify(obj, .03, 1, rim_material=1)
    at = loop(-math.pi * .42)
    frame = [at + Vector((p[0], -.035, p[1])) for p in rounded([(-.09, -.11), (.09, -.11), (.09, .11), (-.09, .11)], .03, 5)]
    sweep('buckle', Path(frame + frame[:1], .01).points[:-1], circle(.016, 10), kit.hardware, closed=True, up=Vector((0, -1, 0)))
    cylinder('prong', .012, at + Vector((-.09, -.04, 0)), at + Vector((.09, -.045, 0)), kit.hardware, .004, 16)
