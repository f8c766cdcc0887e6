"""Sunglasses in solid acetate."""

import math

from mathutils import Matrix, Vector

from hardware import cylinder, plate
from kit import make_kit
from mesh import mesh_object, smooth_path, sweep
from nodes import Shader, linear
from shapes import arch, bar, lerp, resample, smoothstep
from stage import View

from . import Piece, form

UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))


def _lens(colour):
    s = Shader('lens')
    height = s.parts(s.object_space())[2]
    tint = s.mix(s.ramp(height, 0.12, 0.58), linear('#d9cbb8'), linear(colour))
    through = s.node('BsdfTransparent', {'Color': tint})
    mirror = s.node('BsdfGlossy', {'Color': (1, 1, 1, 1), 'Roughness': 0.03})
    share = s.add(s.times(s.node('Fresnel', {'IOR': 1.6}).outputs[0], 0.5), 0.02)
    return s.surface(s.node('MixShader', {0: share, 1: through.outputs[0], 2: mirror.outputs[0]}).outputs[0])


@form('sunglasses')
def sunglasses(material, options):
    kit = make_kit(material, options)
    lens, centre = _lens(options.get('lens', '#2a2019')), 0.34
    width, height, power = {'round': (0.275, 0.275, 2.05), 'square': (0.300, 0.235, 3.4)}.get(
        options.get('shape'), (0.292, 0.248, 2.7)
    )
    wrap = lambda x: 0.16 * x * x
    for side in (-1, 1):
        middle, rim = 0.37 * side, []
        for i in range(96):
            a = 2 * math.pi * i / 96
            c, q = math.cos(a), math.sin(a)
            x = width * math.copysign(abs(c) ** (2 / power), c)
            z = height * math.copysign(abs(q) ** (2 / power), q)
            brow = smoothstep(-0.6 * height, 0.6 * height, z)
            lifted = z + lerp(0.01 * x * side, 0.045 * (x * side / width + 0.2), brow)
            rim.append(Vector((middle + x * (1 + 0.10 * (z / height)), 0, centre + lifted)))
        rim = [Vector((p.x, wrap(p.x), p.z)) for p in resample(rim, 0.02)]
        sweep('rim', rim, bar(0.058, 0.056, 0.016), kit.leather, closed=True, up=-BACK)
        _glaze(rim, Vector((middle, 0, centre)), wrap, lens)
        _temple(kit, side, wrap, centre + 0.165)
    bridge = [
        Vector((x, wrap(x) - 0.012, centre + 0.095 - 0.9 * x * x)) for x in (-0.13 + 0.26 * i / 20 for i in range(21))
    ]
    sweep('bridge', bridge, bar(0.062, 0.060, 0.022), kit.leather, up=UP)
    return Piece(
        {
            'hero': View(-26, 13, 0.62, 0.5),
            'angle': View(-62, 16, 0.62, 0.5),
            'front': View(0, 5, 0.62, 0.5),
            'macro': View(-40, 14, near=0.46, focus=(0.5, 0, 0.4), fstop=2.0),
        },
        see_through=True,
    )


def _glaze(rim, centre, wrap, lens):
    n, rings, verts = len(rim), 8, []
    for r in range(rings + 1):
        k = r / rings
        for p in rim:
            q = centre.lerp(Vector((p.x, 0, p.z)), k)
            verts.append(Vector((q.x, wrap(q.x) - 0.03 * (1 - k * k), q.z)))
    faces = [
        (r * n + i, (r + 1) * n + i, (r + 1) * n + (i + 1) % n, r * n + (i + 1) % n)
        for r in range(rings)
        for i in range(n)
    ]
    mesh_object('lens', verts, faces, lens)


def _temple(kit, side, wrap, level):
    hinge = [
        (0.60, wrap(0.6), -0.01),
        (0.70, wrap(0.7), 0.02),
        (0.745, wrap(0.74) + 0.06, 0.02),
        (0.75, wrap(0.75) + 0.14, 0.01),
    ]
    sweep(
        'end piece',
        resample([Vector((x * side, y, level + z)) for x, y, z in hinge], 0.02, False),
        bar(0.062, 0.112, 0.02),
        kit.leather,
        up=UP,
    )
    run = [
        (0.75, wrap(0.75) + 0.13, 0.01),
        (0.755, 0.6, 0.005),
        (0.745, 1.05, -0.01),
        (0.725, 1.25, -0.07),
        (0.70, 1.42, -0.24),
        (0.68, 1.52, -0.42),
    ]
    taper = lambda t: (1, lerp(1, 0.62, smoothstep(0, 0.55, t)) * (1 + 0.25 * smoothstep(0.75, 1, t)))
    sweep(
        'temple',
        smooth_path([Vector((x * side, y, level + z)) for x, y, z in run]),
        bar(0.040, 0.108, 0.018),
        kit.leather,
        up=UP,
        scale=taper,
    )
    plate(
        'logo',
        arch(0.05, 0.07),
        kit.hardware,
        0.012,
        Matrix.Translation((0.782 * side, 0.34, level - 0.03)) @ Matrix.Rotation(math.radians(90 * side), 4, 'Z'),
        0.003,
        2,
    )
    cylinder(
        'pin',
        0.016,
        (0.70 * side, wrap(0.7) - 0.055, level + 0.02),
        (0.70 * side, wrap(0.7) - 0.075, level + 0.02),
        kit.hardware,
        0.005,
        20,
    )
