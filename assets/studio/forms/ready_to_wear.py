"""Knit and shirt, laid flat and seen from above."""

import math

from mathutils import Vector

import materials
from kit import make_kit
from leatherwork import panel
from mesh import sweep
from shapes import Path, circle, counter_clockwise, rectangle, rounded

from . import Piece, form
from .garment import Surface, mirrored, sew

UP = Vector((0, 0, 1))
from .garment_details import buttons, flat_views, neckline, turned


@form('knit')
def knit(material, options):
    kit = make_kit('cashmere', options)
    rib = materials.make('rib-knit', 'rib')
    rim = mirrored(
        [(0.32, 1.10), (0.90, 0.92), (1.18, 0.62), (1.98, -1.02), (1.70, -1.17), (0.92, 0.36), (0.92, -1.72)],
        [0, 0.12, 0.25, 0.02, 0.02, 0.14, 0.03],
    )
    cuff = Vector((0.46, -0.9)).normalized()

    def slot(x, y):
        hem = y < -1.56 and abs(x) < 1.05
        sleeve = abs(x) > 1.4 and (abs(x) - 1.84) * cuff[0] + (y + 1.095) * cuff[1] > -0.15
        return 1 if hem or sleeve else 0

    obj = sew(
        rim,
        neckline(0.32, 1.10, 0.30),
        neckline(0.32, 1.10, 0.08),
        [kit.leather, rib],
        slot,
        lambda p: (abs(p.x) < 0.305 and p.y > 0.6) or (p.y < -1.5 and abs(p.x) < 0.88),
    )
    surface = Surface(obj)
    collar = [
        surface.place(0.025)(*p)
        for p in [Vector((-0.33, 1.10)), *neckline(0.335, 1.10, 0.31, 24), Vector((0.33, 1.10))]
    ]
    sweep(
        'collar',
        Path(collar, 0.03).points,
        [Vector((p[0] * 1.7, p[1])) for p in circle(0.042, 12)],
        materials.make('rib-knit', 'collar rib', ribs=26),
        up=UP,
    )
    return Piece(flat_views(), flat=True)


@form('shirt')
def shirt(material, options):
    """A shirt buttoned up: point collar, placket, chest pocket, cuffs."""
    kit = make_kit(material, options, stitch=(0.022, 0.012, 0.0032))
    rim = mirrored(
        [
            (0.30, 1.16),
            (0.92, 0.96),
            (1.20, 0.68),
            (1.86, -1.16),
            (1.56, -1.27),
            (0.94, 0.34),
            (0.98, -1.70),
            (0.62, -1.86),
        ],
        [0, 0.10, 0.22, 0.02, 0.02, 0.12, 0.30, 0.35],
    )
    obj = sew(
        rim,
        neckline(0.30, 1.16, 0.20),
        neckline(0.30, 1.16, 0.05),
        [kit.leather, kit.leather],
        is_open=lambda p: (abs(p.x) < 0.285 and p.y > 0.6) or p.y < -1.55,
        bending=0.35,
        pressure=1.1,
        crumple=0.09,
        thickness=0.014,
    )
    surface = Surface(obj, 0.07)
    lay = dict(thickness=0.014, step=0.05, groove=0.022, groove_depth=0.003, puff=0, wobble=0, rim=0.004)
    panel('placket', rectangle(0.19, 2.66, 0.01, z=-1.78), surface.place(0.022), kit, **lay)
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
            **{**lay, 'thickness': 0.022}
        )
        cuff = turned(rectangle(0.34, 0.25, 0.05, z=-0.125), (side * 1.685, -1.135), side * math.radians(20))
        panel('cuff', cuff, surface.place(0.022), kit, **lay)
        buttons(surface, [(side * 1.60, -1.10)], kit, 0.035)
    pocket = rounded(
        [(0.32, -0.02), (0.58, -0.10), (0.84, -0.02), (0.84, 0.46), (0.32, 0.46)], [0.03, 0.04, 0.03, 0.01, 0.01], 6
    )
    panel('pocket', pocket, surface.place(0.02), kit, **lay)
    buttons(surface, [(0, 0.82 - 0.40 * i) for i in range(7)], kit)
    back = [surface.place(0.03)(x, 1.20 + 0.04 * math.cos(x * 5)) for x in (-0.30 + 0.6 * i / 20 for i in range(21))]
    sweep('collar back', back, [Vector((p[0] * 2.2, p[1] * 0.9)) for p in circle(0.05, 12)], kit.leather, up=UP)
    kit.finish()
    return Piece(flat_views(detail=(0.1, 0.75, 0.15)), flat=True)
