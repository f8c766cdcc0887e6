"""Coat and trousers, laid flat and seen from above."""

import math

from mathutils import Vector

from kit import make_kit
from leatherwork import panel
from mesh import sweep
from shapes import Path, circle, counter_clockwise, lerp, rectangle, rounded, smoothstep

from . import Piece, form
from .garment import Surface, mirrored, sew

from .garment_details import buttons, collar_back, flat_views, neckline, turned

UP = Vector((0, 0, 1))


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
        flap = turned(rectangle(0.52, 0.20, [0.06, 0.06, 0.01, 0.01], z=-0.1), (s * 0.74, -0.72), -s * 0.06)
        panel('pocket flap', flap, surface.place(0.035), kit, **lay)
        strap_ = turned(rectangle(0.40, 0.13, 0.03, z=-0.065), (s * 1.63, -0.86), s * math.radians(16))
        panel('cuff strap', strap_, surface.place(0.035), kit, **lay)
    collar_back(surface, kit, 0.37, 1.60, 1.73, 0.05, **{**lay, 'groove': None})
    buttons(surface, [(x, y) for x in (0.20, -0.38) for y in (-0.02, -0.52, -1.02)], kit, 0.068, '#2c1d14')
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
        crease = [Vector((s * lerp(0.40, 0.50, t), lerp(1.59, -2.28, t), 0)) for t in (i / 130 for i in range(131))]
        crease = [Vector((p.x, p.y, surface.height(p.x, p.y) + 0.003)) for p in crease]
        sweep(
            'crease',
            crease,
            [Vector((x, z)) for x, z in ((-0.05, -0.010), (0, 0.008), (0.05, -0.010))],
            kit.leather,
            up=UP,
            angle=20,
        )
    buttons(surface, [(0.15, 1.695)], kit, 0.04, '#3a2a1e')
    kit.finish()
    return Piece(flat_views(0.82, (0.22, 1.34, 0.15), near=0.20), flat=True)
