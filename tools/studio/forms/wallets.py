"""Continental wallet, bifold and card holder."""

import math
from dataclasses import replace

from mathutils import Matrix, Vector

from gravity import lean_back
from hardware import plate
from kit import FINE, FINER, make_kit
from leatherwork import panel
from lettering import stamp
from quilting import Quilt
from shapes import Path, arch, lerp, rectangle, rounded, smoothstep
from stage import View

from . import Piece, form

GLOSSY = ('croc-embossed', 'quilted-lambskin')
UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))


@form('continental-wallet')
def continental_wallet(material, options):
    glossy = material in GLOSSY
    kit = make_kit(material, options, grain=0.5 if glossy else 0.75, stitch=FINE)
    width, height = 2.0, 1.02
    bow = lambda u: 0.02 * (1 - (2 * u / width) ** 2)
    for i, y in enumerate((0.14, 0.10, 0.06, 0.02, -0.02, -0.06)):
        outer = i in (0, 5)
        k, side = (0 if outer else 0.035), (1 if y < 0.05 else -1)
        leaf = rectangle(width - 2 * k, height - k * 1.5, 0.07 if outer else 0.06)
        panel(
            'leaf',
            leaf,
            lambda u, v: Vector((u, y - bow(u) * side, v)),
            kit,
            thickness=0.03,
            stitched=outer,
            groove=0.04 if outer else None,
            puff=0.02 if material == 'quilted-lambskin' else 0.003,
            wobble=0.008 if material == 'quilted-lambskin' else 0.004,
            groove_depth=0.003,
            edge_step=0.015,
        )
    profile = rounded(
        [(-0.155, height - 0.60), (-0.15, height + 0.03), (0.16, height + 0.03), (0.165, height - 0.3)],
        [0, 0.075, 0.075, 0],
        12,
        False,
    )
    path = Path([Vector((0, y, z)) for y, z in profile], 0.008)

    lip = 0.03 if glossy else 0.012

    def flap(u, v):
        p = path.at(v)
        # Out to the front before the fold, out to the back behind it.
        out = bow(u) * lerp(1, -1, smoothstep(0.6, 0.94, v)) + lip * smoothstep(0.4, 0, v)
        return Vector((u, p.y - out, p.z))

    half, end = width / 2 + 0.015, path.length
    outline = rounded(
        [(-half, 0.1), (-0.34, 0.04), (-0.2, 0), (0.2, 0), (0.34, 0.04), (half, 0.1), (half, end), (-half, end)],
        [0.16, 0.2, 0.1, 0.1, 0.2, 0.16, 0.05, 0.05],
        12,
    )
    quilt = Quilt(0.26, 0.03, 0.07, margin=0.08, soft=True) if material == 'quilted-lambskin' else None
    panel(
        'flap',
        outline,
        flap,
        kit,
        thickness=0.035,
        step=0.026 if quilt else 0.04,
        rim=0.01,
        groove_depth=0.003,
        quilt=quilt,
        edge_step=0.015,
    )
    if quilt:
        stamp(lambda u, v: Vector((u, -0.08 - bow(u), v)), 0, 0.17, kit.foil, 0.036)
    else:
        stamp(flap, 0, 0.44, kit.foil, 0.036)
    at = flap(0, 0.2)
    plate('stud', arch(0.2, 0.26), kit.hardware, 0.045, Matrix.Translation(at + Vector((0, 0, -0.13))), 0.012)
    plate(
        'stud face', arch(0.13, 0.18), kit.brushed, 0.012, Matrix.Translation(at + Vector((0, -0.043, -0.09))), 0.004, 2
    )
    kit.finish()
    if glossy:
        lean_back(7)
    return Piece(
        {
            'hero': View(-20, 11, 0.64, 0.5),
            'angle': View(-46, 16, 0.56, 0.5),
            'front': View(0, 5, 0.64, 0.5),
            'macro': View(-22, 16, near=0.46, focus=(0.2, -0.15, 0.55), fstop=1.6),
        }
    )


@form('bifold')
def bifold(material, options):
    """Standing like a half-open book, spine to the left, cards showing inside."""
    kit = make_kit(material, options, grain=0.29 if material == 'leather-woven' else 0.7, stitch=FINER)
    weave = kit.strips(0.29)
    trim = kit.fittings()
    width, height, opening = 1.10, 0.92, math.radians(options.get('opening', 42))
    radius = 0.06

    def leaf(side, depth):
        a = side * opening / 2
        across, out = Vector((math.cos(a), math.sin(a), 0)), Vector((-math.sin(a), math.cos(a), 0)) * side
        return lambda u, v: across * u + out * depth + Vector((0, 0, v))

    tip, bend = width + radius, Vector((-0.11, 0, 0))
    front, back = leaf(-1, 0.045), leaf(1, 0.045)
    fold = [
        back(radius, 0) * (1 - t) ** 2 + bend * (2 * t * (1 - t)) + front(radius, 0) * t * t
        for t in (i / 24 for i in range(25))
    ]
    wrap = Path([back(tip, 0), *fold, front(tip, 0)], 0.01)
    panel(
        'cover',
        rectangle(wrap.length, height, 0.06, x=wrap.length / 2),
        lambda u, v: wrap.at(u) + UP * v,
        kit,
        thickness=0.022,
        quilt=weave,
        groove=0.02 if weave else 0.03,
        groove_depth=0.0025,
        puff=0.007,
        rim=0.006,
        step=0.03,
        edge_step=0.012,
    )
    for side in (-1, 1):
        for k, high in enumerate((0.80, 0.62, 0.44)):
            pocket = rectangle(width - 0.05, high, [0.05, 0.05, 0.012, 0.012], x=width / 2 + radius)
            inner = leaf(side, 0.012 - k * 0.012)
            turned = side < 0
            pattern = [Vector((-p[0], p[1])) for p in pocket] if turned else pocket
            panel(
                'pocket',
                pattern,
                (lambda u, v: inner(-u, v)) if turned else inner,
                trim,
                thickness=0.012,
                groove=0.03,
                stitched=k == 2,
                rim=0.004,
                step=0.06,
                groove_depth=0.002,
                puff=0.001,
                edge_step=0.012,
            )
    plate_at = leaf(-1, 0.047)(width - 0.16, 0.10)
    plate(
        'logo',
        arch(0.075, 0.10),
        kit.hardware,
        0.012,
        Matrix.Translation(plate_at) @ Matrix.Rotation(-opening / 2, 4, 'Z'),
        0.004,
        3,
    )
    if not kit.woven:
        stamp(leaf(-1, 0.047), radius + width * 0.5, height - 0.14, kit.foil, 0.034)
    kit.finish()
    return Piece(
        {
            'hero': View(-8, 14, 0.56, 0.5),
            'angle': View(-52, 22, 0.52, 0.5),
            'front': View(0, 7, 0.56, 0.5),
            'macro': View(-8, 18, near=0.5, focus=leaf(-1, 0)(0.8, 0.45), fstop=1.6),
        }
    )


@form('card-holder')
def card_holder(material, options):
    grain = {'croc-embossed': 0.42, 'quilted-lambskin': 0.45}.get(material, 0.7)
    kit = make_kit(material, options, grain, FINER)
    croc = material == 'croc-embossed'
    board_kit = replace(kit, material='smooth-calf', leather=kit.binding) if croc else kit  # only the pocket shows scales
    width, height, lean = 1.04, 0.76, Matrix.Rotation(math.radians(-12), 3, 'X')
    base = rectangle(width, height, 0.05)
    at = lambda y: (lambda u, v: lean @ Vector((u, y, v)))
    quilt = Quilt(0.168, 0.018, 0.012, margin=0.055, soft=True) if material == 'quilted-lambskin' else None
    board = {'thickness': 0.02, 'step': 0.06, 'rim': 0.005, 'edge_step': 0.012}
    panel('back', base, at(0.045), board_kit, groove=0.03, groove_depth=0.002, puff=0.012 if quilt else 0.001, **board)
    panel('inner', base, at(0.02), board_kit, groove=None, **board)
    named_above = quilt or croc  # the name stands on the slot above a pocket that takes no stamp
    tops = (0.65, 0.54) if named_above else (0.60, 0.47, 0.34)
    for i, top in enumerate(tops):
        is_pocket = i == len(tops) - 1
        corners, radii = [(-width / 2, 0), (width / 2, 0), (width / 2, top), (-width / 2, top)], [
            0.05,
            0.05,
            0.012,
            0.012,
        ]
        if is_pocket and not named_above:
            corners[3:3] = [(0.2, top), (0.13, top - 0.035), (-0.13, top - 0.035), (-0.2, top)]
            radii = [0.05, 0.05, 0.012, 0.04, 0.05, 0.05, 0.04, 0.012]
        bowed = lambda u, v: lean @ Vector((u, -0.002 - 0.014 * i - 0.006 * (1 - (2 * u / width) ** 2), v))
        panel(
            'slot',
            rounded(corners, radii, 8),
            bowed,
            kit if is_pocket else board_kit,
            thickness=0.014,
            groove=0.03,
            stitched=is_pocket,
            rim=0.004,
            step=0.02 if quilt else 0.05,
            groove_depth=0.0025,
            puff=0.008 if quilt and not is_pocket else 0.004,
            wobble=0.008 if quilt else 0.004,
            quilt=quilt if is_pocket else None,
            edge_step=0.012,
        )
    plate(
        'logo',
        arch(0.085, 0.115),
        kit.hardware,
        0.012,
        lean.to_4x4() @ Matrix.Translation((0, -0.040, 0.215) if named_above else (0, -0.036, 0.072)),
        0.004,
        3,
    )
    depth, at_height = (0.012, 0.592) if named_above else (0.044, 0.230)
    stamp(
        lambda u, v: lean @ Vector((u, -depth - 0.006 * (1 - (2 * u / width) ** 2), v)), 0, at_height, kit.foil, 0.03
    )
    kit.finish()
    return Piece(
        {
            'hero': View(-18, 9, 0.55, 0.46),
            'angle': View(-44, 16, 0.50, 0.44),
            'front': View(0, 6, 0.55, 0.46),
            'macro': View(-22, 18, near=0.5, focus=(0.1, -0.05, 0.4), fstop=1.8),
        }
    )
