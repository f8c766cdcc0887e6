"""Knit, shirt, coat and trousers, laid flat and seen from above."""

import math

from mathutils import Matrix, Vector

import materials
from kit import make_kit
from leatherwork import panel
from hardware import cylinder
from mesh import lathe, sweep
from shapes import Path, circle, counter_clockwise, lerp, rectangle, rounded, smoothstep
from stage import View

from . import Piece, form
from .garment import Surface, mirrored, sew

UP = Vector((0, 0, 1))


def neckline(half, top, depth, count=12):
    """A curve from the left neck point to the right one, dipping by depth."""
    return [
        Vector((half * math.cos(math.pi - math.pi * i / count), top - depth * math.sin(math.pi * i / count)))
        for i in range(1, count)
    ]


def flat_views(tall=0.74, detail=(0.2, 0.6, 0.1), fill=0.80):
    return {
        'hero': View(0, 90, fill, tall, centre=0),
        'angle': View(0, 90, near=0.42, focus=detail, fstop=6, centre=0),
        'macro': View(14, 42, near=0.34, focus=detail, fstop=1.6),
    }


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


def _buttons(surface, points, kit, radius=0.045, colour='#e9e2d2'):
    button = materials.plain('button', colour, 0.25, Clearcoat=0.6)
    for x, y in points:
        at = Matrix.Translation((x, y, surface.height(x, y) + 0.045))
        lathe(
            'button',
            [
                (0, 0.012),
                (radius * 0.55, 0.012),
                (radius * 0.62, 0.020),
                (radius * 0.92, 0.022),
                (radius, 0.012),
                (radius * 0.96, 0),
                (0, 0),
            ],
            button,
            at,
            32,
            50,
        )
        for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            hole = at @ Vector((dx * radius * 0.22, dy * radius * 0.22, 0.0125))
            cylinder('hole', radius * 0.09, hole, hole + Vector((0, 0, 0.002)), kit.lining, 0.0005, 10)


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
        cuff = _turned(rectangle(0.34, 0.25, 0.05, z=-0.125), (side * 1.685, -1.135), side * math.radians(20))
        panel('cuff', cuff, surface.place(0.022), kit, **lay)
        _buttons(surface, [(side * 1.60, -1.10)], kit, 0.035)
    pocket = rounded(
        [(0.32, -0.02), (0.58, -0.10), (0.84, -0.02), (0.84, 0.46), (0.32, 0.46)], [0.03, 0.04, 0.03, 0.01, 0.01], 6
    )
    panel('pocket', pocket, surface.place(0.02), kit, **lay)
    _buttons(surface, [(0, 0.82 - 0.40 * i) for i in range(7)], kit)
    back = [surface.place(0.03)(x, 1.20 + 0.04 * math.cos(x * 5)) for x in (-0.30 + 0.6 * i / 20 for i in range(21))]
    sweep('collar back', back, [Vector((p[0] * 2.2, p[1] * 0.9)) for p in circle(0.05, 12)], kit.leather, up=UP)
    kit.finish()
    return Piece(flat_views(detail=(0.1, 0.75, 0.15)), flat=True)


def _turned(outline, centre, angle):
    c, s = math.cos(angle), math.sin(angle)
    return [Vector((centre[0] + p[0] * c - p[1] * s, centre[1] + p[0] * s + p[1] * c)) for p in outline]


@form('coat')
def coat(material, options):
    """A long double-breasted coat: broad lapels, flap pockets, two rows of horn buttons."""
    kit = make_kit(material, options, stitch=(0.026, 0.014, 0.004))
    rim = mirrored(
        [(0.34, 1.55), (1.00, 1.34), (1.28, 1.02), (1.82, -1.02), (1.48, -1.12), (1.02, 0.62), (1.20, -2.55)],
        [0, 0.12, 0.25, 0.03, 0.03, 0.14, 0.05],
    )
    obj = sew(
        rim,
        neckline(0.34, 1.55, 0.30),
        neckline(0.34, 1.55, 0.06),
        [kit.leather, kit.leather],
        is_open=lambda p: (abs(p.x) < 0.32 and p.y > 1) or p.y < -2.45,
        step=0.062,
        bending=1.2,
        pressure=1.3,
        crumple=0.06,
        thickness=0.035,
    )
    surface = Surface(obj, 0.09)
    lay = dict(thickness=0.03, step=0.055, groove=0.03, groove_depth=0.004, puff=0.002, wobble=0, rim=0.012)
    front = [(0.36, -2.52), (0.40, 0.08), (0.06, 0.66), (-0.30, 0.66), (-0.30, -2.52)]
    panel(
        'overlap',
        counter_clockwise([Vector(p) for p in rounded(front, [0.03, 0.10, 0.05, 0, 0], 6)]),
        surface.place(0.035),
        kit,
        **lay
    )
    for s in (1, -1):
        roll = lambda u, v: 0.02 + 0.05 * smoothstep(0.05, 0.5, abs(u)) * smoothstep(1.5, 0.4, v)
        lapel = [
            (s * 0.05 + 0.10, 0.14),
            (s * 0.62 + 0.06, 0.78),
            (s * 0.66 + 0.04, 1.02),
            (s * 0.40, 1.00),
            (s * 0.34, 1.50),
            (s * 0.22, 1.40),
        ]
        panel(
            'lapel',
            counter_clockwise([Vector(p) for p in rounded(lapel, [0.02, 0.05, 0.04, 0.03, 0.05, 0.2], 8)]),
            surface.place(0.085 if s > 0 else 0.055, roll),
            kit,
            **lay
        )
        leaf = [
            (s * 0.42, 1.03),
            (s * 0.70, 1.12),
            (s * 0.66, 1.34),
            (s * 0.36, 1.66),
            (s * 0.12, 1.62),
            (s * 0.33, 1.46),
        ]
        panel(
            'collar',
            counter_clockwise([Vector(p) for p in rounded(leaf, [0.02, 0.05, 0.10, 0.10, 0.1, 0.15], 8)]),
            surface.place(0.10, lambda u, v: 0.05 * smoothstep(1.3, 1.6, v)),
            kit,
            **lay
        )
        flap = _turned(rectangle(0.52, 0.20, [0.06, 0.06, 0.01, 0.01], z=-0.1), (s * 0.74, -0.72), -s * 0.06)
        panel('pocket flap', flap, surface.place(0.035), kit, **lay)
        strap_ = _turned(rectangle(0.40, 0.13, 0.03, z=-0.065), (s * 1.63, -0.86), s * math.radians(16))
        panel('cuff strap', strap_, surface.place(0.035), kit, **lay)
    back = [surface.place(0.06)(x, 1.60 + 0.05 * math.cos(x * 4)) for x in (-0.30 + 0.6 * i / 20 for i in range(21))]
    sweep('collar back', back, [Vector((p[0] * 2.6, p[1])) for p in circle(0.055, 12)], kit.leather, up=UP)
    _buttons(surface, [(x, y) for x in (0.20, -0.38) for y in (-0.02, -0.52, -1.02)], kit, 0.068, '#2c1d14')
    kit.finish()
    return Piece(flat_views(0.80, (0.15, 0.7, 0.2)), flat=True)


@form('trousers')
def trousers(material, options):
    """Straight trousers with a pressed crease, waistband, slant pockets and a tab."""
    kit = make_kit(material, options, stitch=(0.022, 0.012, 0.0034))
    rim = mirrored(
        [(0.66, 1.78), (0.88, 0.95), (0.86, 0.30), (0.80, -2.30), (0.20, -2.32), (0.045, 0.58)],
        [0.02, 0.3, 0.6, 0.02, 0.02, 0.05],
    )
    top = [Vector((x, 1.78 - 0.03 * math.cos(x * 2))) for x in (-0.5, -0.25, 0, 0.25, 0.5)]
    obj = sew(
        rim,
        top,
        [p + Vector((0, 0.05)) for p in top],
        [kit.leather, kit.leather],
        is_open=lambda p: (p.y > 1.7 and abs(p.x) < 0.64) or p.y < -2.25,
        bending=0.8,
        pressure=0.9,
        crumple=0.05,
        thickness=0.02,
    )
    surface = Surface(obj, 0.06)
    lay = dict(thickness=0.02, step=0.05, groove=0.026, groove_depth=0.003, puff=0, wobble=0, rim=0.006)
    waist = [(-0.675, 1.60), (0.675, 1.60), (0.665, 1.79), (-0.665, 1.79)]
    panel('waistband', [Vector(p) for p in waist], surface.place(0.022), kit, **lay)
    fly = [(0, 0.86), (0.10, 0.95), (0.13, 1.60), (0, 1.60)]
    panel('fly', [Vector(p) for p in rounded(fly, [0.03, 0.1, 0, 0], 6)], surface.place(0.014), kit, **lay)
    tab = rounded([(-0.02, 1.63), (0.22, 1.63), (0.22, 1.76), (-0.02, 1.76)], 0.03, 6)
    panel('tab', [Vector(p) for p in tab], surface.place(0.045), kit, **lay)
    for s in (-1, 1):
        panel(
            'belt loop',
            rectangle(0.06, 0.25, 0.01, x=s * 0.42, z=1.57),
            surface.place(0.045),
            kit,
            **{**lay, 'groove': None}
        )
        slant = Path([Vector((s * 0.50, 1.60, 0)), Vector((s * 0.80, 1.02, 0))], 0.02)
        edge = [Vector((p.x, p.y, surface.height(p.x, p.y) + 0.012)) for p in slant.points]
        sweep('pocket edge', edge, [Vector((p[0] * 1.3, p[1] * 0.6)) for p in circle(0.018, 10)], kit.leather, up=UP)
        crease = [Vector((s * lerp(0.50, 0.46, t), lerp(1.2, -2.28, t), 0)) for t in (i / 120 for i in range(121))]
        crease = [Vector((p.x, p.y, surface.height(p.x, p.y) + 0.004)) for p in crease]
        sweep(
            'crease',
            crease,
            [Vector((x, z)) for x, z in ((-0.035, -0.012), (0, 0.012), (0.035, -0.012))],
            kit.leather,
            up=UP,
            angle=20,
        )
    _buttons(surface, [(0.15, 1.695)], kit, 0.04, '#3a2a1e')
    kit.finish()
    return Piece(flat_views(0.82, (0.2, 1.3, 0.15)), flat=True)
