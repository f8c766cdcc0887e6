"""A round dress watch on a leather strap, standing on its own band."""

import math

from mathutils import Matrix, Vector

import materials
from hardware import cylinder, plate
from kit import make_kit
from leatherwork import panel
from lettering import engrave
from mesh import lathe, mesh_object, smooth_path, sweep
from nodes import Shader
from shapes import Path, circle, rectangle, rounded, signed_power, smoothstep
from stage import View

from . import Piece, form

RADIUS, CENTRE = 0.195, 0.62
# A lug in profile, in depth and in radii from the centre: out of the case, down to a narrow tip behind the pin, and back.
LUG = (
    (-0.034, 0.72),
    (-0.034, 0.90),
    (-0.020, 1.08),
    (0.014, 1.22),
    (0.040, 1.28),
    (0.054, 1.26),
    (0.046, 1.10),
    (0.016, 0.84),
)
PIN = (0.030, 1.16)  # the bar between two lugs, which holds the strap; in depth and in radii likewise
LUG_WIDTH = 0.026


@form('watch')
def watch(material, options):
    """The strap takes the tint; the case is the hardware."""
    kit = make_kit(
        options.get('strap', 'smooth-calf'), options, grain=options.get('grain', 0.5), stitch=(0.017, 0.006, 0.0032)
    )
    steel = materials.metal('case', 0.08)
    r, face = RADIUS, Matrix.Translation((0, 0, CENTRE)) @ Matrix.Rotation(math.pi / 2, 4, 'X')
    lathe(
        'case',
        [
            (0, -0.05),
            (r * 0.85, -0.05),
            (r * 0.97, -0.03),
            (r, 0),
            (r, 0.03),
            (r * 0.985, 0.045),
            (r * 0.93, 0.058),
            (r * 0.885, 0.062),
            (r * 0.865, 0.056),
            (r * 0.855, 0.038),
        ],
        steel,
        face,
        128,
        40,
    )
    _dial(steel, face, options.get('dial', '#f3ede0'))
    dome = [(r * 0.868 * math.sin(a), 0.052 + 0.016 * math.cos(a)) for a in (math.pi / 2 * i / 24 for i in range(25))]
    lathe('crystal', dome, _crystal(), face, 96, 180)
    _crown(steel)
    for end in (1, -1):
        _strap(kit, steel, end)
    at_the_back = Matrix.Translation((0, 0.674, CENTRE))
    plate('clasp', rectangle(0.186, 0.15, 0.03, z=-0.075), steel, 0.016, at_the_back, 0.006, 4)
    kit.finish()
    return Piece(
        {
            'hero': View(-18, 7, 0.36, 0.56),
            'angle': View(-48, 10, 0.40, 0.56),
            'front': View(0, 4, 0.36, 0.56),
            'macro': View(-24, 8, near=0.55, focus=(0, -0.05, 0.62), fstop=2.4),
        }
    )


def _crystal():
    """A domed glass; a window's reflection and its bright rim are painted on."""
    s = Shader('crystal')
    x, _, z = s.parts(s.object_space())[:3]
    across = s.add(s.times(x, 0.64), s.times(z, 0.77), -0.77 * CENTRE)
    window = s.times(s.ramp(across, 0.035, 0.045), s.ramp(across, 0.085, 0.20, 1.0, 0.25))
    rim = s.math('POWER', s.node('LayerWeight', {'Blend': 0.4}).outputs['Facing'], 4)
    return s.glass(s.add(s.times(window, 0.10), s.times(rim, 0.5)))


def _dial(steel, face, colour):
    r = RADIUS
    dial = materials.plain('dial', colour, 0.55, Specular=0.3)
    lathe('dial', [(0, 0.040), (r * 0.86, 0.040)], dial, face, 96)
    pale = sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) > 380
    ink = materials.plain('ink', '#2a2420' if pale else '#d8d2c4', 0.5)
    engrave(face @ Matrix.Translation((0, r * 0.36, 0.0408)) @ Matrix.Rotation(-math.pi / 2, 4, 'X'), ink, 0.0165)
    upright = Matrix.Rotation(math.pi / 2, 4, 'X') @ Matrix.Rotation(math.pi, 4, 'Y') @ Matrix.Rotation(math.pi, 4, 'X')
    for hour in range(12):
        turned, (w, h) = face @ Matrix.Rotation(-math.tau * hour / 12, 4, 'Z'), (
            (0.0065, 0.036) if hour % 3 else (0.009, 0.05)
        )
        at = turned @ Matrix.Translation((0, r * 0.74 - h / 2 + 0.01, 0.040)) @ upright
        plate('index', [(-w, -h / 2), (w, -h / 2), (w, h / 2), (-w, h / 2)], steel, 0.008, at, 0.002, 2)
    for minute in range(60):
        turned = face @ Matrix.Rotation(-math.tau * minute / 60, 4, 'Z')
        cylinder(
            'tick',
            0.0016,
            turned @ Vector((0, r * 0.82, 0.040)),
            turned @ Vector((0, r * 0.82, 0.0415)),
            ink,
            0.0003,
            8,
        )
    for degrees, length, width, height in ((-54, r * 0.50, 0.0155, 0.047), (54, r * 0.76, 0.0115, 0.053)):
        turned = face @ Matrix.Rotation(-math.radians(degrees), 4, 'Z')
        shape = [
            (-width * 0.6, -0.035),
            (width * 0.6, -0.035),
            (width, length * 0.25),
            (0, length),
            (-width, length * 0.25),
        ]
        verts = [turned @ Vector((x, y, height)) for x, y in shape]
        verts += [turned @ Vector((x * 0.3, y * 0.98, height + 0.006)) for x, y in shape]
        mesh_object(
            'hand',
            verts,
            [(5, 6, 7, 8, 9)] + [(i, (i + 1) % 5, 5 + (i + 1) % 5, 5 + i) for i in range(5)],
            steel,
            smooth=False,
        )
    cylinder('pinion', 0.012, face @ Vector((0, 0, 0.045)), face @ Vector((0, 0, 0.064)), steel, 0.003, 24)
    turned = face @ Matrix.Rotation(-math.radians(190), 4, 'Z')
    sweep(
        'seconds', [turned @ Vector((0, -0.04, 0.060)), turned @ Vector((0, r * 0.78, 0.060))], circle(0.0018, 8), steel
    )


def _crown(steel):
    cylinder('crown', 0.030, (RADIUS * 0.98, 0, CENTRE), (RADIUS + 0.055, 0, CENTRE), steel, 0.008, 40)
    for i in range(28):
        y, z = 0.031 * math.cos(math.tau * i / 28), 0.031 * math.sin(math.tau * i / 28)
        cylinder('flute', 0.0032, (RADIUS + 0.012, y, CENTRE + z), (RADIUS + 0.046, y, CENTRE + z), steel, 0.001, 8)


def _strap(kit, steel, end):
    """Half the band, from between its lugs over the loop to the back."""
    loop = [
        Vector((0, 0.31 - 0.352 * signed_power(math.cos(a), 2 / 2.4), CENTRE + end * 0.377 * math.sin(a) ** (2 / 2.4)))
        for a in (math.pi * (0.16 + 0.84 * i / 80) for i in range(81))
    ]
    start = next(i for i, p in enumerate(loop) if abs(p.z - CENTRE) > RADIUS * 1.04)
    path, half = Path(smooth_path(loop[start:], 14), 0.01), 0.098
    outline = rounded(
        [(0, -half), (path.length, -half * 0.85), (path.length, half * 0.85), (0, half)], [0.01, 0.03, 0.03, 0.01], 6
    )
    panel(
        'strap',
        outline,
        lambda u, v: path.at(u) - Vector((v * end, 0.022 * (1 - smoothstep(0, 0.12, u)), 0)),
        kit,
        thickness=0.028,
        step=0.03,
        groove=0.018,
        groove_depth=0.003,
        puff=0.007,
        wobble=0,
        rim=0.008,
        edge_step=0.02,
    )
    profile = [(y, end * RADIUS * k) for y, k in LUG]
    beside = half + 0.005
    for x in (beside, -beside - LUG_WIDTH):
        at = Matrix.Translation((x, 0, CENTRE)) @ Matrix.Rotation(math.pi / 2, 4, 'Z')
        plate('lug', rounded(profile, [0, 0.03, 0.03, 0.03, 0.016, 0.016, 0.03, 0], 5), steel, LUG_WIDTH, at, 0.005, 3)
    pin = Vector((0, PIN[0], CENTRE + end * RADIUS * PIN[1]))
    cylinder('bar', 0.009, pin - Vector((0.126, 0, 0)), pin + Vector((0.126, 0, 0)), steel, 0.002, 16)
