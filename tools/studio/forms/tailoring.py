"""Coat and trousers, laid flat and seen from above."""

import math

from mathutils import Vector

import materials
from kit import make_kit
from leatherwork import panel
from shapes import counter_clockwise, rectangle, rounded, smoothstep
from stage import View

from . import Piece, form
from .garment import Surface, mirrored, sew
from .garment_details import buttons, flat_views, neckline, seams, turned

UP = Vector((0, 0, 1))


@form('coat')
def coat(material, options):
    """A long double-breasted coat: broad lapels, flap pockets, two rows of horn buttons."""
    kit = make_kit(material, options)
    kit.edge = kit.leather  # cloth is turned under, not painted
    rim = mirrored(
        [(0.32, 1.58), (1.00, 1.36), (1.18, 1.12), (1.66, -1.06), (1.34, -1.15), (0.98, 0.62), (1.14, -2.60)],
        [0, 0.10, 0.30, 0.03, 0.03, 0.045, 0.05],
    )
    armhole = ((0.96, 1.40), (0.84, 0.95), (0.985, 0.55))
    cuff = ((1.28, -0.93), (1.46, -0.93), (1.66, -0.85))
    obj = sew(
        rim,
        neckline(0.32, 1.58, 0.30),
        neckline(0.32, 1.58, 0.06),
        [kit.leather],
        is_open=lambda p: (abs(p.x) < 0.30 and p.y > 1) or p.y < -2.5,
        step=0.062,
        bending=1.2,
        pressure=1.3,
        crumple=0.07,
        lines=seams([armhole, cuff], 0.010, 0.010),
        roundness=0.09,
        loft=0.75,
    )
    surface = Surface(obj, 0.05)
    cloth = dict(thickness=0.018, step=0.05, groove=None, wobble=0, rim=0.008, stitched=False)

    def piece(name, outline, radii, lift, curl=None, material=None):
        flat = counter_clockwise([Vector(p) for p in rounded(outline, radii, 8)])
        panel(name, flat, surface.place(lift, curl), kit, material=material, **cloth)

    inside = [(-0.34, 1.62), (0.34, 1.62), (0.32, 1.20), (0.07, 0.58), (-0.32, 1.20)]
    piece('lining', inside, 0.02, 0.05, material=kit.lining)
    label = materials.plain('label', '#cdbfa6', 0.8)
    piece('label', rectangle(0.22, 0.10, 0.005, z=1.24), 0, 0.066, material=label)
    lapel = [(-0.27, 1.34), (-0.44, 0.99), (-0.71, 1.13), (-0.63, 0.80), (0.40, -0.03), (0.40, 0.02)]
    roll = lambda u, v: 0.03 * smoothstep(0.7, 0.2, abs(u)) * smoothstep(0, 0.3, v)
    under = [(-x, y) for x, y in lapel[:4]] + [(0.12, 0.28), (0.02, 0.66)]
    piece('under lapel', under, [0.1, 0.02, 0.02, 0.2, 0.03, 0.03], 0.056, roll)
    # The upper front dives into the cloth where nothing of its other edge is to be seen.
    piece(
        'front',
        [(0.42, -2.58), (0.42, 0.0), (-0.24, 1.26), (-0.34, 1.0), (-0.34, -2.58)],
        [0.03, 0.02, 0.05, 0.1, 0],
        0.070,
        lambda u, v: -0.13 * smoothstep(0.2, -0.2, u + 0.45 * max(0, v)),
    )
    piece('upper lapel', lapel, [0.1, 0.02, 0.02, 0.2, 0.03, 0.03], 0.090, roll)
    leaf = [(0.44, 1.00), (0.66, 1.18), (0.60, 1.44), (0.42, 1.66), (0.18, 1.78)]
    fold = [(0.20, 1.60), (0.30, 1.50), (0.27, 1.30)]
    half = leaf + [(-x, y) for x, y in reversed(leaf)]
    neck = [(-x, y) for x, y in reversed(fold)]
    piece(
        'collar',
        half + neck + fold,
        [0.02, 0.03, 0.2, 0.25, 0.5, 0.5, 0.25, 0.2, 0.03, 0.02, 0.04, 0.1, 0.1, 0.1, 0.1, 0.04],
        0.095,
        lambda u, v: 0.04 * smoothstep(0.62, 0.30, math.hypot(u, v - 1.46)),
    )
    for s in (1, -1):
        flap = turned(rectangle(0.50, 0.19, [0.05, 0.05, 0.01, 0.01], z=-0.1), (s * 0.76, -0.74), -s * 0.05)
        panel('pocket flap', flap, surface.place(0.026), kit, **cloth)
    for x, lift in ((0.28, 0.07), (-0.28, 0.0)):
        buttons(surface, [(x, y) for y in (-0.16, -0.62, -1.08)], kit, 0.055, '#2c1d14', lift)
    kit.finish()
    views = flat_views(0.80, (0.15, 0.7, 0.2))
    return Piece({**views, 'macro': View(10, 50, near=0.25, focus=(0.28, -0.45, 0.1), fstop=4)}, flat=True)


@form('trousers')
def trousers(material, options):
    """Straight trousers with a pressed crease, waistband, slant pockets and a tab."""
    kit = make_kit(material, options)
    kit.edge = kit.leather  # cloth is turned under, not painted
    rim = mirrored(
        [(0.62, 1.78), (0.84, 1.00), (0.86, 0.40), (0.80, -2.30), (0.12, -2.32), (0.03, 0.50)],
        [0.02, 1.2, 1.2, 0.02, 0.02, 0.02],
    )
    top = [Vector((x, 1.78 - 0.03 * math.cos(x * 2))) for x in (-0.5, -0.25, 0, 0.25, 0.5)]
    crease = [((0.38, 1.58), (0.42, 0), (0.46, -2.28))]
    pockets = [((0.48, 1.60), (0.60, 1.35), (0.76, 1.05))]
    fly = [((0.0, 1.60), (0.0, 1.0), (0.0, 0.55)), ((0.15, 1.60), (0.17, 0.98), (0.01, 0.88))]
    obj = sew(
        rim,
        top,
        [p + Vector((0, 0.05)) for p in top],
        [kit.leather],
        is_open=lambda p: (p.y > 1.7 and abs(p.x) < 0.60) or p.y < -2.25,
        bending=0.8,
        pressure=0.9,
        crumple=0.05,
        lines=[*seams(crease, -0.014, 0.022), *seams(pockets, 0.008), *seams(fly, 0.006, sides=(1,))],
        roundness=0.08,
        loft=0.75,
        folds=0.012,
    )
    surface = Surface(obj, 0.05)
    cloth = dict(thickness=0.02, step=0.05, groove=None, wobble=0, rim=0.006, stitched=False)
    waist = rounded([(-0.662, 1.60), (0.662, 1.60), (0.612, 1.785), (-0.612, 1.785)], [0.004, 0.004, 0.02, 0.02], 6)
    panel('waistband', [Vector(p) for p in waist], surface.place(0.026), kit, **cloth)
    tab = rounded([(-0.30, 1.622), (0.22, 1.622), (0.22, 1.762), (-0.30, 1.762)], [0, 0.03, 0.03, 0], 6)
    panel('tab', [Vector(p) for p in tab], surface.place(0.044), kit, **cloth)
    for s in (-1, 1):
        loop = rectangle(0.05, 0.225, 0.01, x=s * 0.40, z=1.575)
        panel('belt loop', loop, surface.place(0.060), kit, **cloth)
    buttons(surface, [(0.16, 1.695)], kit, 0.03, '#3a2a1e', 0.044)
    kit.finish()
    return Piece(flat_views(0.82, (0.22, 1.34, 0.15), near=0.20), flat=True)
