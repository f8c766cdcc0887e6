"""Wallets, card holder, key case and pouch."""

import math

from mathutils import Matrix, Vector, noise

from kit import FINE, FINER, make_kit
from leatherwork import Quilt, panel, strap
from hardware import cylinder, plate, ring
from mesh import mesh_object, smooth_path, sweep
from shapes import Path, arch, bar, counter_clockwise, lerp, rectangle, rounded, smoothstep
from stage import View

from . import Piece, form
from .bags_soft import CLOTHS
from .inflate import Membrane

UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))


@form('continental-wallet')
def continental_wallet(material, options):
    kit = make_kit(material, options, grain=0.75, stitch=FINE)
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
            puff=0.003,
            groove_depth=0.003,
        )
    profile = rounded(
        [(-0.155, height - 0.60), (-0.15, height + 0.03), (0.16, height + 0.03), (0.165, height - 0.3)],
        [0, 0.075, 0.075, 0],
        12,
        False,
    )
    path = Path([Vector((0, y, z)) for y, z in profile], 0.008)

    def flap(u, v):
        p = path.at(v)
        return Vector((u, p.y - (bow(u) + 0.012 * smoothstep(0.4, 0, v) if v < 0.55 else -bow(u)), p.z))

    half, end = width / 2 + 0.015, path.length
    outline = rounded(
        [(-half, 0.1), (-0.34, 0.04), (-0.2, 0), (0.2, 0), (0.34, 0.04), (half, 0.1), (half, end), (-half, end)],
        [0.16, 0.2, 0.1, 0.1, 0.2, 0.16, 0.05, 0.05],
        12,
    )
    quilt = Quilt(0.28, 0.024) if material == 'quilted-lambskin' else None
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
    )
    at = flap(0, 0.2)
    plate('stud', arch(0.2, 0.26), kit.hardware, 0.045, Matrix.Translation(at + Vector((0, 0, -0.13))), 0.012)
    plate(
        'stud face', arch(0.13, 0.18), kit.brushed, 0.012, Matrix.Translation(at + Vector((0, -0.043, -0.09))), 0.004, 2
    )
    kit.finish()
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
    kit = make_kit(material, options, grain=0.7, stitch=FINER)
    width, height, opening = 1.10, 0.92, math.radians(options.get('opening', 42))
    radius = 0.06
    outline = rectangle(width, height, 0.06, x=width / 2 + radius)

    def leaf(side, depth):
        a = side * opening / 2
        across, out = Vector((math.cos(a), math.sin(a), 0)), Vector((-math.sin(a), math.cos(a), 0)) * side
        return lambda u, v: across * u + out * depth + Vector((0, 0, v))

    def outside(side, depth, **options_):
        place = leaf(side, depth)
        flipped = side > 0
        pattern = [Vector((-p[0], p[1])) for p in outline] if flipped else outline
        panel(
            'cover',
            pattern,
            (lambda u, v: place(-u, v)) if flipped else place,
            kit,
            thickness=0.022,
            groove=0.03,
            groove_depth=0.0025,
            puff=0.002,
            rim=0.006,
            step=0.05,
            **options_
        )

    for side in (-1, 1):
        outside(side, 0.045)
        for k, high in enumerate((0.80, 0.62, 0.44)):
            pocket = rectangle(width - 0.05, high, [0.05, 0.05, 0.012, 0.012], x=width / 2 + radius)
            inner = leaf(side, 0.012 - k * 0.012)
            turned = side < 0
            pattern = [Vector((-p[0], p[1])) for p in pocket] if turned else pocket
            panel(
                'pocket',
                pattern,
                (lambda u, v: inner(-u, v)) if turned else inner,
                kit,
                thickness=0.012,
                groove=0.03,
                stitched=k == 2,
                rim=0.004,
                step=0.06,
                groove_depth=0.002,
                puff=0.001,
            )
    start, end, bend = leaf(-1, 0.047)(radius, 0), leaf(1, 0.047)(radius, 0), Vector((-0.11, 0, 0))
    wrap = Path(
        [start * (1 - t) ** 2 + bend * (2 * t * (1 - t)) + end * t * t for t in (i / 24 for i in range(25))], 0.01
    )
    panel(
        'spine',
        [Vector((0, 0)), Vector((wrap.length, 0)), Vector((wrap.length, height)), Vector((0, height))],
        lambda u, v: wrap.at(u) + UP * v,
        kit,
        thickness=0.022,
        groove=None,
        step=0.04,
        rim=0.006,
    )
    front = leaf(-1, 0.047)
    plate_at = front(width - 0.16, 0.10)
    plate(
        'logo',
        arch(0.075, 0.10),
        kit.hardware,
        0.012,
        Matrix.Translation(plate_at) @ Matrix.Rotation(-opening / 2, 4, 'Z'),
        0.004,
        3,
    )
    kit.finish()
    return Piece(
        {
            'hero': View(-8, 14, 0.56, 0.5),
            'angle': View(-52, 22, 0.52, 0.5),
            'macro': View(-8, 18, near=0.5, focus=(0.8, -0.3, 0.45), fstop=1.6),
        }
    )


@form('card-holder')
def card_holder(material, options):
    kit = make_kit(material, options, grain=0.7, stitch=FINER)
    width, height, lean = 1.04, 0.76, Matrix.Rotation(math.radians(-12), 3, 'X')
    base = rectangle(width, height, 0.05)
    at = lambda y: (lambda u, v: lean @ Vector((u, y, v)))
    panel(
        'back', base, at(0.045), kit, thickness=0.02, groove=0.03, step=0.06, rim=0.005, groove_depth=0.002, puff=0.001
    )
    panel('inner', base, at(0.02), kit, thickness=0.02, groove=None, step=0.06, rim=0.005)
    quilt = Quilt(0.20, 0.016) if material == 'quilted-lambskin' else None
    for i, top in enumerate((0.60, 0.47, 0.34)):
        corners, radii = [(-width / 2, 0), (width / 2, 0), (width / 2, top), (-width / 2, top)], [
            0.05,
            0.05,
            0.012,
            0.012,
        ]
        if i == 2:
            corners[3:3] = [(0.2, top), (0.13, top - 0.035), (-0.13, top - 0.035), (-0.2, top)]
            radii = [0.05, 0.05, 0.012, 0.04, 0.05, 0.05, 0.04, 0.012]
        bowed = lambda u, v: lean @ Vector((u, -0.002 - 0.014 * i - 0.006 * (1 - (2 * u / width) ** 2), v))
        panel(
            'slot',
            rounded(corners, radii, 8),
            bowed,
            kit,
            thickness=0.014,
            groove=0.03,
            stitched=i == 2,
            rim=0.004,
            step=0.02 if quilt else 0.05,
            groove_depth=0.0025,
            puff=0.001,
            quilt=quilt if i == 2 else None,
        )
    plate(
        'logo',
        arch(0.085, 0.115),
        kit.hardware,
        0.012,
        lean.to_4x4() @ Matrix.Translation((0, -0.036 if not quilt else -0.052, 0.10)),
        0.004,
        3,
    )
    kit.finish()
    return Piece(
        {
            'hero': View(-18, 9, 0.55, 0.46),
            'angle': View(-44, 16, 0.50, 0.44),
            'macro': View(-22, 18, near=0.5, focus=(0.1, -0.05, 0.4), fstop=1.8),
        }
    )


@form('key-case')
def key_case(material, options):
    """A folded case with a pressed stud, lying back on its strap, with a ring and a clochette."""
    kit = make_kit(material, options, grain=0.7, stitch=FINER)
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
            'macro': View(-24, 18, near=0.5, focus=(0, -0.15, 0.5), fstop=1.8),
        }
    )


@form('pouch')
def pouch(material, options):
    """A filled zip pouch, standing, with a wrist loop."""
    kit = make_kit(material, options, grain=0.85, stitch=FINE)
    trim = kit.trim_kit() if material in CLOTHS else kit
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
    if trim is not kit:
        trim.finish()
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
