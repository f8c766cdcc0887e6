"""The open tote."""

import math

from mathutils import Matrix, Vector

from gravity import fallen, settle
from hardware import cylinder, ring
from kit import make_kit
from leatherwork import panel, raised, rolled_handle, strap
from lettering import stamp
from mesh import smooth_path
from shapes import Path, relaxed, rounded, signed_power, smoothstep
from stage import View

from . import Piece, form
from .parts import Body, all_round

UP, BACK, ACROSS = Vector((0, 0, 1)), Vector((0, 1, 0)), Vector((1, 0, 0))


@form('tote')
def tote(material, options):
    kit = make_kit(material, options)
    trim = kit.fittings()
    body = Body(
        options.get('bottom', 2.55),
        options.get('top', 3.35),
        options.get('height', 2.35),
        1.25,
        1.02,
        lift=0.05,
        corner=0.16,
        corner_top=0.02,
        bulge=0.10,
        fold=0.16,
    )
    body.sew(kit)
    body.line(kit, trim)
    height, half, reach = body.height, body.top / 2 + 0.012, 0.78
    for side, place in ((1, body.front), (-1, body.back)):
        band = rounded(
            [
                (-half + 0.03, height - 0.26),
                (half - 0.03, height - 0.26),
                (half, height + 0.02),
                (-half, height + 0.02),
            ],
            0.02,
            4,
        )
        panel('band', band, raised(place, 0.02), trim, thickness=0.03, groove=0.04, rim=0.01)
        for x in (-reach, reach):
            tab = rounded(
                [
                    (x - 0.13, height - 0.72),
                    (x + 0.13, height - 0.72),
                    (x + 0.11, height - 0.20),
                    (x - 0.11, height - 0.20),
                ],
                [0.12, 0.12, 0.06, 0.06],
                8,
            )
            panel('tab', tab, raised(place, 0.055), trim, thickness=0.035, step=0.05, groove=0.035)
            at, low = place(x, height - 0.20), place(x, height - 0.52)
            stands = Matrix.Translation((at.x, at.y - side * 0.075, height - 0.17))
            ring('handle ring', _hung(at, height) if side > 0 else stands, 0.11, 0.02, kit.hardware, 0.85)
            loop = [
                Vector((at.x, at.y - side * y, height - z))
                for y, z in ((0.045, 0.42), (0.045, 0.25), (0.08, 0.21), (0.112, 0.25), (0.09, 0.62))
            ]
            strap('ring loop', Path(smooth_path(loop, 4, 0.01), 0.01), 0.17, trim, across=ACROSS, thickness=0.02, groove=None)
            cylinder(
                'rivet',
                0.035,
                (low.x, low.y - side * 0.05, low.z),
                (low.x, low.y - side * 0.125, low.z),
                kit.hardware,
                0.012,
            )
        handle = []
        for i in range(61):
            a = math.pi * i / 60
            rise = abs(math.sin(a))
            lean = (0.10 if side > 0 else -0.02) * rise
            handle.append(
                Vector(
                    (
                        -reach * signed_power(math.cos(a), 0.62),
                        -side * (body.depth(height) / 2 + 0.16) - lean + side * 0.16 * rise,
                        height - 0.03 + options.get('drop', 1.55) * rise**0.9,
                    )
                )
            )
        if side < 0:  # upright: each end holds its ring
            for p in handle:
                p.y -= 0.05 * smoothstep(0.75, 0, p.z - height)
            ends = [[Vector((p.x, p.y, p.z - down)) for down in (0.12, 0.06)] for p in (handle[0], handle[-1])]
            handle = [*ends[0], *handle, *reversed(ends[1])]
        if side > 0:
            held = _hung(body.front(reach, height - 0.20), height)
            foot, within = held @ Vector((0, 0, -0.094)), held @ Vector((0, 0, -0.03))
            start = handle[0].z
            tipped = [Vector((p.x, foot.y - 0.9 * (p.z - start), foot.z + 0.45 * (p.z - start))) for p in handle]
            handle = fallen(tipped, 0.06, 0.062, body.way_out(0.075, 0.13), bend=0.3).points
            first, last = (Vector((p.x, within.y, within.z)) for p in (handle[0], handle[-1]))
            handle = [first, *relaxed(handle, 30), last]
        rolled_handle('handle', handle, trim, 0.062, 0.8, up=BACK if side < 0 else UP)
    stamp(raised(body.front, 0.02), 0, height - 0.125, kit.foil, 0.055)
    kit.finish()
    settle(body.top, height, 0.05, 0.03)
    return Piece(
        {
            **all_round(-24, 10, 0.68, 0.68),
            'angle': View(-56, 11, 0.60, 0.68),
            'front': View(0, 6, 0.68, 0.68),
            'top': View(-16, 46, 0.66, 0.70),
            'inside': View(-12, 52, 0.76, 0.74),
            'strap': View(20, 13, near=0.6, focus=(0.5, 0, height + 0.25), fstop=2),
            'macro': View(-26, 10, near=0.38, focus=(-0.75, -0.6, 2.1), fstop=1.2),
        }
    )


def _hung(at, height):
    """Where the ring of a fallen handle hangs: its top in the loop on the front, itself before it; a matrix."""
    tilt = math.radians(35)
    centre = (at.x, at.y - 0.08 - 0.094 * math.sin(tilt), height - 0.245 - 0.094 * math.cos(tilt))
    return Matrix.Translation(centre) @ Matrix.Rotation(-tilt, 4, 'X')
