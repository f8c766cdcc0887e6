"""Key case and zip pouch."""

import math

from mathutils import Matrix, Vector, noise

from hardware import cylinder, ring
from kit import FINE, FINER, make_kit
from leatherwork import panel, strap
from lettering import stamp
from mesh import mesh_object, smooth_path, sweep
from shapes import Path, bar, counter_clockwise, lerp, rectangle, rounded, smoothstep
from stage import View

from . import Piece, form
from .inflate import Membrane

UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))


@form('key-case')
def key_case(material, options):
    """A folded case with a pressed stud, lying back on its strap, with a ring and a clochette."""
    kit = make_kit(material, options, grain=0.5 if material == 'pebbled-calf' else 0.7, stitch=FINER)
    width, height, depth = 0.66, 1.12, 0.20
    lean = Matrix.Rotation(math.radians(-14), 3, 'X')
    profile = rounded(
        [
            (-depth / 2, 0.44),
            (-depth / 2 - 0.01, 0.02),
            (depth / 2, 0.02),
            (depth / 2, height),
            (-depth / 2 - 0.025, height),
            (-depth / 2 - 0.035, 0.34),
        ],
        [0, 0.08, 0.08, 0.09, 0.09, 0],
        12,
        False,
    )
    path = Path([Vector((0, y, z)) for y, z in profile], 0.008)
    place = lambda u, v: lean @ (
        path.at(v) + Vector((u, -0.012 * (1 - (2 * u / width) ** 2) * (1 if v > path.length * 0.6 else 0), 0))
    )
    half = width / 2
    outline = rounded(
        [
            (-half, 0),
            (half, 0),
            (half, path.length - 0.16),
            (half - 0.10, path.length),
            (-half + 0.10, path.length),
            (-half, path.length - 0.16),
        ],
        [0.02, 0.02, 0.16, 0.12, 0.12, 0.16],
        10,
    )
    panel(
        'case',
        outline,
        lambda u, v: place(-u, v),
        kit,
        thickness=0.026,
        step=0.035,
        groove=0.035,
        groove_depth=0.003,
        rim=0.007,
    )
    for y in (-0.03, 0.03):
        panel(
            'lining leaf',
            rectangle(width - 0.05, height - 0.16, 0.05, z=0.06),
            lambda u, v: lean @ Vector((u, y, v)),
            kit,
            thickness=0.02,
            groove=None,
            step=0.08,
            rim=0.005,
        )
    stud = place(0, path.length - 0.15)
    cylinder(
        'stud', 0.062, stud + lean @ Vector((0, 0.01, 0)), stud + lean @ Vector((0, -0.045, 0)), kit.hardware, 0.018
    )
    named = path.length - 0.40  # on the flap, where the pattern runs downwards
    stamp(lambda u, v: place(u, 2 * named - v), 0, named, kit.foil, 0.034, 0.018)
    ring_at = lean @ Vector((0, 0, height + 0.22))
    strap(
        'key loop',
        Path([lean @ Vector((0, 0.0, height - 0.08)), lean @ Vector((0, 0, height + 0.10))], 0.01),
        0.22,
        kit,
        across=Vector((1, 0, 0)),
        thickness=0.05,
        groove=0.025,
        end_radius=0.03,
        material=kit.upended,
    )
    ring(
        'key ring', Matrix.Translation(ring_at) @ Matrix.Rotation(math.radians(-14), 4, 'X'), 0.165, 0.020, kit.hardware
    )
    ring(
        'key ring',
        Matrix.Translation(ring_at + Vector((0, 0.012, 0.012))) @ Matrix.Rotation(math.radians(-18), 4, 'X'),
        0.165,
        0.018,
        kit.hardware,
    )
    kit.finish()
    return Piece(
        {
            'hero': View(-22, 10, 0.40, 0.50),
            'angle': View(-52, 18, 0.42, 0.50),
            'front': View(0, 6, 0.40, 0.50),
            'macro': View(-24, 18, near=0.5, focus=(0, -0.15, 0.5), fstop=1.8),
        }
    )


@form('pouch')
def pouch(material, options):
    """A filled zip pouch, standing, with a wrist loop."""
    kit = make_kit(material, options, grain=0.85, stitch=FINE)
    trim = kit.fittings()
    width, height, base = options.get('width', 2.2), options.get('height', 1.42), 0.50
    outline = counter_clockwise(
        rounded(
            [(-width / 2, 0), (width / 2, 0), (width / 2 - 0.03, height), (-width / 2 + 0.03, height)],
            [0.16, 0.16, 0.08, 0.08],
            12,
        )
    )
    film = Membrane(outline)
    depth = lambda v: lerp(base, 0.09, smoothstep(0, height, v) ** 0.8)
    ripple = lambda u, v, s: 0.03 * noise.noise(Vector((u * 1.6, v * 1.4, s))) * min(1, film(u, v) * 2)
    front = lambda u, v: Vector((u, -depth(v) / 2 - 0.17 * film(u, v) - ripple(u, v, 1), v + 0.01))
    panel('front', outline, front, kit, thickness=0.028, step=0.045, wobble=0)
    panel(
        'back',
        outline,
        lambda u, v: Vector((-u, depth(v) / 2 + 0.17 * film(u, v) + ripple(u, v, 6), v + 0.01)),
        kit,
        thickness=0.028,
        step=0.06,
        wobble=0,
    )
    seam = 0.035
    corners = [
        (-width / 2 + 0.03 + seam, height - 0.02),
        (-width / 2 + seam, seam),
        (width / 2 - seam, seam),
        (width / 2 - 0.03 - seam, height - 0.02),
    ]
    path = Path([Vector((p[0], 0, p[1])) for p in rounded(corners, [0, 0.14, 0.14, 0], 12, False)], 0.02)
    edge = [(path.length * i / 80, depth(path.at(path.length * i / 80).z) / 2) for i in range(81)]
    panel(
        'gusset',
        [Vector((s, -d)) for s, d in edge] + [Vector((s, d)) for s, d in reversed(edge)],
        lambda s, t: path.at(s) + Vector((0, -t, 0.01)),
        kit,
        thickness=0.02,
        step=0.06,
        groove=None,
    )
    top = Path([Vector((-width / 2 + 0.05, 0, height)), Vector((width / 2 - 0.05, 0, height))], 0.02)
    sweep('zip tape', top.points, bar(0.10, 0.05, 0.015), trim.leather, up=UP)
    _top_zip(kit, top, height + 0.03)
    pull = Vector((width / 2 - 0.12, -0.03, height + 0.05))
    slider = [Vector((pull.x + 0.012 * i, 0, height + 0.035)) for i in range(-4, 7)]
    rounded_off = lambda t: math.sin(math.pi * lerp(0.12, 0.88, t)) ** 0.5
    sweep('zip slider', slider, bar(0.105, 0.05, 0.02), kit.hardware, up=UP, scale=rounded_off)
    if not kit.woven:
        stamp(front, 0, 0.24, kit.foil, 0.046)
    ring('zip ring', Matrix.Translation(pull + Vector((0.02, -0.01, -0.02))), 0.05, 0.012, kit.hardware)
    strap(
        'zip tab',
        Path(
            smooth_path(
                [
                    pull + Vector((0.03, -0.05, -0.04)),
                    pull + Vector((0.04, -0.16, -0.16)),
                    pull + Vector((0.04, -0.24, -0.46)),
                ],
                8,
            ),
            0.01,
        ),
        0.12,
        trim,
        across=Vector((1, 0, 0)),
        thickness=0.035,
        groove=0.024,
        end_radius=0.05,
    )
    loop_at = Vector((-width / 2 + 0.02, 0, height - 0.16))
    ring('wrist ring', Matrix.Translation(loop_at + Vector((-0.06, 0, 0))), 0.08, 0.017, kit.hardware)
    loop = smooth_path(
        [
            loop_at + Vector(p)
            for p in (
                (-0.10, -0.02, -0.06),
                (-0.18, -0.06, -0.5),
                (-0.24, -0.14, -1.0),
                (-0.10, -0.26, -1.20),
                (0.06, -0.30, -1.18),
                (0.02, -0.36, -0.9),
                (-0.10, -0.10, -0.2),
                (-0.09, -0.04, -0.07),
            )
        ],
        14,
    )
    if options.get('wrist', True):
        strap(
            'wrist loop',
            Path(loop, 0.02),
            0.12,
            trim,
            across=Vector((0.5, 0.86, 0)),
            thickness=0.03,
            groove=0.024,
            step=0.04,
        )
    kit.finish()
    return Piece(
        {
            'hero': View(-18, 10, 0.64, 0.5),
            'angle': View(-46, 18, 0.58, 0.5),
            'front': View(0, 6, 0.64, 0.5),
            'macro': View(-22, 18, near=0.44, focus=(0.7, -0.2, 1.3), fstop=1.5),
        }
    )


def _top_zip(kit, path, height):
    """Zip teeth lying along a straight top edge."""
    verts, faces = [], []
    for i in range(int(path.length / 0.026)):
        p, n = path.at(i * 0.026), len(verts)
        verts += [
            Vector((p.x + dx, dy, height + dz))
            for dz in (-0.01, 0.012)
            for dx, dy in ((-0.009, -0.035), (0.009, -0.035), (0.009, 0.035), (-0.009, 0.035))
        ]
        faces += [
            tuple(n + k for k in f) for f in ((4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
        ]
    mesh_object('zip', verts, faces, kit.hardware, smooth=False)
