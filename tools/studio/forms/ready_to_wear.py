"""Knit and shirt, laid flat and seen from above."""

import math

from mathutils import Vector

import materials
from kit import make_kit
from leatherwork import panel
from mesh import sweep
from shapes import Path, circle, counter_clockwise, rectangle, rounded
from stage import View

from . import Piece, form
from .garment import Surface, mirrored, sew
from .garment_details import buttons, collar_back, flat_views, neckline, seams, turned
from .garment_skin import Line

UP = Vector((0, 0, 1))
HEM = -1.56  # where the ribbing of a knit begins
GAUGES = {'cashmere': 40, 'wool': 30, 'cotton': 48, 'silk': 60}  # stitches across 10 cm


@form('knit')
def knit(material, options):
    yarn, rib = materials.make('cashmere', 'yarn', stitches=GAUGES[material]), materials.make('rib-knit', 'rib', ribs=26)
    rim = mirrored(
        [
            (0.32, 1.10),
            (0.90, 0.92),
            (1.12, 0.66),
            (1.80, -1.06),
            (1.52, -1.18),
            (0.92, 0.32),
            (0.97, -1.34),
            (0.90, -1.74),
        ],
        [0, 0.10, 0.30, 0.05, 0.05, 0.05, 0.60, 0.06],
    )
    along = Vector((0.38, -0.9)).normalized()  # of the right sleeve
    cuff, across = Vector((1.66, -1.12)) - 0.15 * along, Vector((0.3 * along.y, -0.3 * along.x))
    edges = [(cuff - across, cuff + across), ((-1.2, HEM), (1.2, HEM))]
    edges.append([Vector((-p.x, p.y)) for p in edges[0]])
    ribbed = [Line(edge, 0.012, 0.012) for edge in edges]
    armhole = ((0.90, 0.96), (0.80, 0.62), (0.925, 0.30))

    def slot(x, y):
        in_cuff = on_sleeve(x, y) and (Vector((abs(x), y)) - cuff).dot(along) > 0
        return 1 if in_cuff or y < HEM and abs(x) < 1.05 else 0

    def on_sleeve(x, y):
        return abs(x) > 0.93 - 0.30 * max(0, 0.25 - (y - 0.62) ** 2) and abs(x) - 0.92 > (0.32 - y) * 0.35

    def turned_on_sleeves(middle, point):
        if not on_sleeve(*middle):
            return point
        side = 1 if middle.x > 0 else -1
        return Vector((-point.x * along.y + side * point.y * along.x, -side * point.x * along.x - point.y * along.y))

    obj = sew(
        rim,
        neckline(0.32, 1.10, 0.30),
        neckline(0.32, 1.10, 0.08),
        [yarn, rib],
        is_open=lambda p: abs(p.x) < 0.305 and p.y > 0.6,
        slot_of=slot,
        lines=[*ribbed, *seams([armhole], 0.010, 0.010)],
        uv_of=turned_on_sleeves,
        roundness=0.11,
        loft=0.8,
    )
    surface, band = Surface(obj), materials.make('rib-knit', 'collar rib', ribs=26)
    section = [Vector((p[0] * 1.7, p[1])) for p in circle(0.042, 12)]
    for depth, lift in ((0.07, 0.0), (0.31, 0.025)):  # behind the neck, then before it
        line = [Vector((-0.33, 1.10)), *neckline(0.335, 1.10, depth, 24), Vector((0.33, 1.10))]
        sweep('collar', Path([surface.place(lift)(*p) for p in line], 0.03).points, section, band, up=UP)
    return Piece({**flat_views(), 'macro': View(0, 78, near=0.36, focus=(-1.25, -1.22, 0.1), fstop=3)}, flat=True)


@form('shirt')
def shirt(material, options):
    """A shirt buttoned up: point collar, placket, chest pocket, cuffs."""
    kit = make_kit('washed-silk' if material == 'silk' else material, options, stitch=(0.022, 0.012, 0.0032))
    kit.edge = kit.leather  # cloth is turned under, not painted
    rim = mirrored(
        [
            (0.30, 1.16),
            (0.94, 0.98),
            (1.14, 0.72),
            (1.76, -1.14),
            (1.47, -1.24),
            (0.94, 0.30),
            (0.98, -1.70),
            (0.62, -1.86),
        ],
        [0, 0.08, 0.30, 0.02, 0.02, 0.045, 0.30, 0.35],
    )
    obj = sew(
        rim,
        neckline(0.30, 1.16, 0.20),
        neckline(0.30, 1.16, 0.05),
        [kit.leather],
        is_open=lambda p: (abs(p.x) < 0.285 and p.y > 0.6) or p.y < -1.55,
        bending=0.35,
        pressure=1.1,
        crumple=0.09,
        lines=seams([((0.90, 1.02), (0.82, 0.60), (0.945, 0.25)), ((0.30, 0.90), (0.62, 0.80), (0.870, 0.73))], 0.006),
        roundness=0.07,
        loft=0.75,
        folds=0.075 if material == 'silk' else 0.02,
    )
    surface = Surface(obj, 0.03)
    lay = dict(thickness=0.014, step=0.05, groove=0.022, groove_depth=0.003, puff=0, wobble=0, rim=0.004)
    lay['stitched'] = material != 'silk'  # a blouse shows no thread
    panel('placket', rectangle(0.19, 2.73, 0.01, z=-1.85), surface.place(0.022), kit, **lay)
    for side in (-1, 1):
        stand = lambda u, v: 0.035 + 0.09 * math.exp(-(((math.hypot(u, v - 1.20) - 0.26) / 0.12) ** 2))
        leaf = [
            (side * 0.015, 0.955),
            (side * 0.40, 0.70),
            (side * 0.52, 1.02),
            (side * 0.34, 1.24),
            (side * 0.19, 1.10),
            (side * 0.06, 1.0),
        ]
        panel(
            'collar',
            counter_clockwise([Vector(p) for p in rounded(leaf, [0.03, 0.03, 0.12, 0.10, 0.15, 0.1], 8)]),
            surface.place(0.04, stand),
            kit,
            **{**lay, 'thickness': 0.014 if material == 'silk' else 0.022}
        )
        cuff = turned(rectangle(0.34, 0.25, 0.05, z=-0.125), (side * 1.588, -1.105), side * math.radians(18.5))
        panel('cuff', cuff, surface.place(0.022), kit, **lay)
        buttons(surface, [(side * 1.50, -1.07)], kit, 0.03, lift=0.022)
    pocket = rounded(
        [(0.32, -0.02), (0.58, -0.10), (0.84, -0.02), (0.84, 0.46), (0.32, 0.46)], [0.03, 0.04, 0.03, 0.01, 0.01], 6
    )
    panel('pocket', pocket, surface.place(0.02), kit, **lay)
    buttons(surface, [(0, 0.82 - 0.40 * i) for i in range(7)], kit, 0.036, lift=0.022)
    collar_back(surface, kit, 0.33, 1.21, 1.31, 0.03, **{**lay, 'groove': None})
    kit.finish()
    return Piece(flat_views(detail=(0.1, 0.75, 0.15)), flat=True)
