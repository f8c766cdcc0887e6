"""Belt, bracelet and hat."""

import math

from mathutils import Matrix, Vector, noise

import materials
from hardware import ball, chain, cylinder, plate
from kit import make_kit
from leatherwork import panel
from lettering import stamp
from mesh import grid, solidify, sweep
from shapes import Path, arch, bar, circle, lerp, rectangle, resample, rounded, smoothstep
from stage import View, area_light, flag

from . import Piece, form
from .bucket_hat import bucket_hat
from .felt_hat import felt_hat

UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))


@form('belt')
def belt(material, options):
    """Coiled on its edge, the buckle in front."""
    kit = make_kit(material, options, grain=0.8, stitch=(0.028, 0.010, 0.0052))
    if material == 'croc-embossed':
        kit.leather = materials.make(material, 'leather', 0.38, kit.options.get('zone', 1), lengthwise=True)
    trim = kit.fittings()
    width, turns, floor = options.get('width', 0.38), 2.55, 0.025
    padding = 0.008 if material == 'grained-calf' else 0.03  # two leathers bonded, or one over a filler
    middle = width / 2 + floor
    coil = [Vector((0.445, -0.985, middle)), Vector((0.25, -0.985, middle))]
    for i in range(421):
        t = i / 420
        a, r = -math.pi / 2 - turns * 2 * math.pi * t, 0.98 - 0.086 * turns * t
        coil.append(Vector((r * 1.06 * math.cos(a), r * math.sin(a) + 0.02 * math.sin(a * 2 + 1), middle)))
    path = Path(coil, 0.02)
    outline = rounded([(0, -width / 2), (path.length, -width / 2), (path.length, width / 2), (0, width / 2)], 0.05, 8)

    def padded(u, v):
        return path.at(u) - UP * v + UP.cross(path.tangent(u)) * (padding * (1 - (2 * v / width) ** 2))

    band = panel(
        'belt',
        outline,
        padded,
        kit,
        thickness=0.032,
        step=0.04,
        groove=0.035,
        puff=0.002,
        wobble=0,
    )
    inside = materials.make('smooth-calf', 'inside', zone=kit.options.get('zone', 1))
    band.data.materials.append(inside)
    band.modifiers['solidify'].material_offset = 2
    if kit.woven:  # the buckle is sewn to plain leather
        end = rectangle(0.86, width + 0.03, [0.05, 0.04, 0.04, 0.05], x=0.43, z=-width / 2 - 0.015)
        panel('end', end, lambda u, v: path.at(u) - UP * v + path.tangent(u).cross(UP) * 0.014, trim, thickness=0.06)
    turn = Matrix.Translation((0.50, -1.03, middle)) @ Matrix.Rotation(math.pi / 2, 4, 'Y')
    outline = arch(0.40, 0.56)
    frame = [
        turn @ Vector((p[0], 0, p[1] - 0.10))
        for p in resample(rounded(outline, [0.06, 0.06] + [0] * (len(outline) - 2), 6), 0.02)
    ]
    sweep('buckle', frame, bar(0.068, 0.06, 0.016), kit.hardware, closed=True, up=turn.to_3x3() @ Vector((0, -1, 0)))
    cylinder('buckle bar', 0.022, (0.42, -1.03, 0), (0.42, -1.03, width + 0.02), kit.hardware)
    sweep(
        'prong',
        [(0.43, -1.045, middle), (0.7, -1.085, middle), (0.88, -1.085, middle), (0.955, -1.06, middle)],
        circle(0.02, 14),
        kit.hardware,
    )
    low, high = -0.012, width + 0.012
    loop = resample(rounded([(low, low), (0.062, low), (0.062, high), (low, high)], 0.02, 6), 0.01)
    sweep(
        'keeper',
        [Vector((0.15, -1.012 + p[0], floor + p[1])) for p in loop],
        bar(0.024, 0.11, 0.008),
        inside if material == 'croc-embossed' else trim.leather,
        closed=True,
        up=Vector((1, 0, 0)),
    )
    kit.finish()
    if material == 'patent':  # mirrored along the upper edge: the other lights stand too high for it
        area_light('gloss', (-1.0, -6.0, 0.4), (0, -1, 0.2), 12, 0.5, 480, (1, 0.98, 0.95)).visible_diffuse = False
    return Piece(
        {
            'hero': View(12, 24, 0.68, 0.5),
            'angle': View(-18, 38, 0.68, 0.55),
            'macro': View(10, 22, near=0.42, focus=(0.55, -1.05, 0.2), fstop=1.4),
        }
    )


def _cuff(rx=0.325, ry=0.262, opening=0.36):
    """An open oval cuff, domed outside, that narrows to a wire with a sphere at either end."""
    polished = materials.metal('cuff', 0.06)
    half, thick, steps = 0.05, 0.026, 20
    level = Vector((0, 0, half + 0.004))
    dome = []
    for i in range(steps + 1):
        x = math.cos(math.pi * i / steps)
        dome.append(Vector((thick * (1 - x * x) ** 0.62, -half * x)))
    for z in (0.046, 0.035, 0.018, 0, -0.018, -0.035, -0.046):
        dome.append(Vector((-0.010 * (1 - (z / half) ** 2) ** 0.5, z)))
    turn = [-math.pi / 2 + opening + (2 * math.pi - 2 * opening) * i / 200 for i in range(201)]
    path = [Vector((rx * math.cos(a), ry * math.sin(a), 0)) + level for a in turn]

    def narrowed(t):
        end = smoothstep(0.30, 0.0, min(t, 1 - t))
        return lerp(1, 1.1, end), lerp(1, 0.42, end)

    sweep('cuff', path, dome, polished, up=UP, scale=narrowed, angle=50)
    for p in (path[0], path[-1]):
        ball('sphere', 0.047, p, polished)

    def inner(u, v):
        return Vector((u, ry * math.sqrt(1 - (u / rx) ** 2) - 0.010, v)) + level

    stamp(inner, 0, 0, materials.plain('engraving', '#4a3c26', 0.5), 0.028, 0.0015)
    flag('card in front', (0.4, -1.7, 0.60), (0, 0, 0.1), 1.6, 0.34)
    flag('card left', (-1.5, -0.4, 0.35), (0, 0, 0.1), 0.3, 0.8)
    flag('card right', (1.3, -0.6, 0.4), (0, 0, 0.1), 0.35, 1.0)


@form('bracelet')
def bracelet(material, options):
    """A steel cuff, a steel chain laid down as a loop, or a plaited leather band with a metal clasp."""
    kit = make_kit('leather-woven' if material == 'leather-woven' else 'smooth-calf', options, grain=0.28)
    radius = 0.31
    if material == 'leather-woven':
        path = [
            Vector((radius * 1.08 * math.cos(a), radius * math.sin(a), 0.13))
            for a in (-math.pi / 2 + 2 * math.pi * i / 90 for i in range(90))
        ]
        for wind in range(3):
            strands = [
                p
                + Vector(
                    (
                        0.018 * math.cos(i * 0.70 + wind * 2.09) * p.x / radius,
                        0.018 * math.cos(i * 0.70 + wind * 2.09) * p.y / radius,
                        0.045 * math.sin(i * 0.70 + wind * 2.09),
                    )
                )
                for i, p in enumerate(path)
            ]
            sweep('plait', resample(strands, 0.008), bar(0.05, 0.062, 0.02), kit.leather, closed=True, up=UP)
        plate('clasp', arch(0.17, 0.22), kit.hardware, 0.06, Matrix.Translation((0, -radius - 0.03, 0.02)), 0.02)
        cylinder('cap', 0.075, (-0.16, -radius + 0.012, 0.13), (-0.06, -radius, 0.13), kit.hardware, 0.014)
        cylinder('cap', 0.075, (0.16, -radius + 0.012, 0.13), (0.06, -radius, 0.13), kit.hardware, 0.014)
    elif options.get('chain'):
        turn = [2 * math.pi * i / 120 for i in range(121)]
        loop = [
            Vector((0.38 * math.cos(a) + 0.015 * math.cos(3 * a + 1), 0.25 * math.sin(a) + 0.02 * math.sin(2 * a), 0))
            for a in turn
        ]
        chain('chain', Path(loop), materials.metal('links', 0.12), 0.20, 0.027, 0.135)
    else:
        _cuff()
    kit.finish()
    fill = 0.54 if material == 'steel' and not options.get('chain') else 0.46
    return Piece(
        {
            'hero': View(-24, 22, fill, 0.4),
            'angle': View(24, 38, fill, 0.4),
            'macro': View(-18, 20, near=0.55, focus=(0, -0.3, 0.12), fstop=2.2),
        }
    )


@form('hat')
def hat(material, options):
    """A wide brim and a softly pinched crown, a felt hat or a bucket hat."""
    if options.get('shape') == 'bucket':
        return Piece(bucket_hat(material, options))
    if material == 'wool':
        return Piece(felt_hat(options))
    kit = make_kit(material, options, grain=0.9)
    round_, brim = 0.92, options.get('brim', 1.95)
    crown_height = options.get('crown', 1.05)

    def place(u, v):
        a = 2 * math.pi * u
        long = 1.12
        if v < 0.45:  # brim, from its edge inwards
            t = v / 0.45
            r = lerp(brim, round_, t)
            wave = (
                0.07 * math.cos(2 * a)
                + 0.03 * math.sin(3 * a + 1)
                + 0.02 * noise.noise(Vector((math.cos(a), math.sin(a), 3)))
            )
            z = 0.10 + (1 - t) ** 1.6 * (wave + 0.04)
        elif v < 0.80:  # crown wall
            t = (v - 0.45) / 0.35
            r = round_ - 0.13 * t - 0.03 * math.sin(math.pi * t)
            z = 0.10 + crown_height * t**0.92
        else:  # tip
            t = (v - 0.80) / 0.20
            r = (round_ - 0.13) * (1 - t)
            z = 0.10 + crown_height + 0.07 * math.sin(math.pi * 0.5 * t)
        x, y = r * math.cos(a), r * math.sin(a) * long
        height = smoothstep(0.55, 1.0, (z - 0.10) / crown_height)
        dent = 0.22 * math.exp(-((x / 0.20) ** 2)) * (0.55 - 0.45 * y / round_) * height
        pinch = 0.14 * height * math.exp(-(((y + round_ * 0.62) / 0.34) ** 2))
        x, z = x * (1 - pinch), z - dent * smoothstep(-1.25, 0.2, -y + 0.2)
        return Vector((x, y, z))

    obj = grid('hat', 180, 120, lambda u, v: place(-u, v), [kit.leather, kit.leather], uv_scale=(6.0, 3.4))
    obj.modifiers.new('fuse', 'WELD').merge_threshold = 0.002
    solidify(obj, 0.045, 1, rim_bevel=0.015)
    edge = [place(i / 160, 0.0) for i in range(160)]
    sweep('brim binding', edge, circle(0.026, 12), kit.leather, closed=True, up=UP)
    kit.finish()
    return Piece(
        {
            'hero': View(-64, 15, 0.68, 0.5),
            'angle': View(-20, 30, 0.68, 0.6),
            'front': View(0, 8, 0.68, 0.5),
            'macro': View(-50, 20, near=0.44, focus=(-0.8, -0.6, 0.4), fstop=1.3),
        }
    )
