"""Backpack and weekender."""

import math
from functools import partial

from mathutils import Matrix, Vector

from gravity import settle
from hardware import cylinder, plate, ring
from kit import make_kit
from leatherwork import panel, raised, rolled_handle, strap
from lettering import stamp
from mesh import mesh_object, smooth_path, sweep
from shapes import (
    Path,
    arch,
    bar,
    circle,
    counter_clockwise,
    inset,
    lerp,
    rectangle,
    resample,
    rounded,
    signed_power,
    smoothstep,
    superellipse,
)
from stage import View

from . import Piece, form
from .parts import LINED, all_round, arch_lock, slip_pocket, zip_run

UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))


@form('backpack')
def backpack(material, options):
    """A rounded back and front with a gusset between them, which a zip divides; open, the front leans forward."""
    kit, is_open = make_kit(material, options), options.get('open', False)
    trim = kit.fittings()
    width, height, depth, lift = 2.35, 2.75, 1.0, 0.04
    outline = rounded(
        [(-width / 2, 0), (width / 2, 0), (width / 2 - 0.06, height), (-width / 2 + 0.06, height)],
        [0.32, 0.32, 0.72, 0.72],
        18,
    )
    bulge = lambda u, v: 0.13 * max(0, 1 - (2 * u / width) ** 2) * math.sin(math.pi * max(0, min(1, v / height))) ** 0.7
    hinge = height * 0.45

    def lean(p):
        """What is before the open zip, leaning forward above its lower ends."""
        above = max(0, p.z - hinge) if is_open else 0
        return Vector((p.x, p.y - 0.36 * above**2, p.z - 0.06 * above**2))

    front = lambda u, v: lean(Vector((u, -depth / 2 - bulge(u, v), v + lift)))
    back = lambda u, v: Vector((-u, depth / 2, v + lift))
    wobble = 0.02 if is_open else 0.05
    panel('front', outline, front, kit, thickness=0.04, wobble=wobble)
    panel('back', outline, back, kit, thickness=0.04)
    loop = inset(counter_clockwise(resample(outline, 0.03)), 0.05)
    start = min(range(len(loop)), key=lambda i: abs(loop[i][0]) + loop[i][1] * 10)
    loop = loop[start:] + loop[:start] + [loop[start]]
    path = Path([Vector((p[0], 0, p[1])) for p in loop], 0.03)

    def gusset(s, t):
        p, along = path.at(s), path.tangent(s, 0.03)
        return Vector((p.x, -t, p.z + lift)) + Vector((-along.z, 0, along.x)) * (
            0.05 * max(0, 1 - abs(2 * t / depth)) ** 1.2
        )

    d, zipped = depth / 2 - 0.02, depth * 0.22
    before = lambda s, t: lean(gusset(s, t))
    strips = ((before, zipped, d), (gusset, -d, zipped)) if is_open else ((gusset, -d, d),)
    for place, low, high in strips:
        strip = [(0, low), (path.length, low), (path.length, high), (0, high)]
        panel('gusset', strip, place, kit, step=0.06, groove=None)
        if is_open:
            low, high = max(low, -d + 0.04), min(high, d - 0.04)
            strip = [(0, low), (path.length, low), (path.length, high), (0, high)]
            panel('gusset lining', strip, raised(place, -0.04), kit, kit.lining, **LINED)
    for y in (-depth / 2 - 0.01, depth / 2 + 0.01):
        edge = [Vector((p[0], y, p[1] + lift)) for p in resample(outline, 0.03)]
        sweep('piping', [lean(p) for p in edge] if y < 0 else edge, circle(0.03, 12), trim.leather, closed=True, up=BACK)
    if is_open:
        _open_backpack(kit, trim, outline, front, back)
        for place in (before, gusset):
            line = [place(path.length * (0.2 + 0.6 * i / 120), zipped) for i in range(121)]
            sweep('zip tape', line, bar(0.05, 0.03, 0.01), kit.hardware, up=BACK)
    else:
        zip_run(kit, path, lambda s: gusset(s, zipped), path.length * 0.2, path.length * 0.8)
    _backpack_pocket(kit, trim, front, lift)
    grip = [
        Vector((-0.36 * math.cos(a), depth * 0.30, height + lift - 0.02 + 0.34 * math.sin(a) ** 0.8))
        for a in (math.pi * i / 30 for i in range(31))
    ]
    grip = [grip[0] - 0.15 * UP, *grip, grip[-1] - 0.15 * UP]
    rolled_handle('grip', grip, trim, 0.07, 0.7)
    for side in (-1, 1):
        points = [
            (0.36, 0.03, height - 0.2),
            (0.42, 0.04, height - 0.48),
            (0.62, 0.24, height - 0.74),
            (0.92, 0.36, 1.7),
            (1.06, 0.34, 1.1),
            (1.04, 0.18, 0.56),
            (0.90, -0.06, 0.22),
        ]
        run = smooth_path([Vector((side * x, depth / 2 + y, z)) for x, y, z in points], 60, 0.03)
        strap('shoulder strap', Path(run, 0.02), 0.34, trim, across=Vector((1, 0, 0)), thickness=0.09, step=0.08)
    yoke = rounded([(-0.7, height - 0.46), (0.7, height - 0.46), (0.7, height - 0.14), (-0.7, height - 0.14)], 0.12, 8)
    panel('yoke', yoke, raised(back, 0.14), trim, thickness=0.04, groove=0.04)
    stamp(raised(back, 0.14), 0, height - 0.3, kit.foil, 0.055)
    kit.finish()
    settle(width, height, 0.10, 0.055)
    return Piece(
        {
            **all_round(-26, 8, 0.60, 0.66),
            'angle': View(-62, 10, 0.56, 0.66),
            'front': View(0, 5, 0.60, 0.66),
            'inside': View(-16, 48, 0.66, 0.74),
            'macro': View(-24, 10, near=0.36, focus=(0.1, -0.85, 0.9), fstop=1.2),
            'strap': View(146, 14, near=0.46, focus=(-0.5, depth / 2 + 0.2, height - 0.3), fstop=1.6),
        }
    )


def _open_backpack(kit, trim, outline, front, back):
    """The inside of an open backpack: lining on both walls, and a slip pocket on the one behind."""
    inner = inset(outline, 0.05)
    for wall in (front, back):
        within = raised(wall, -0.06)
        panel('lining', inner, lambda u, v: within(-u, v), kit, kit.lining, wobble=0.016, **LINED)
    behind = raised(back, -0.08)
    slip_pocket(lambda u, v: behind(-u, v), 0.70, 1.2, 2.1, kit, trim)


def _backpack_pocket(kit, trim, front, lift):
    outline = rounded([(-0.88, 0.18), (0.88, 0.18), (0.86, 1.22), (-0.86, 1.22)], [0.28, 0.28, 0.16, 0.16], 14)
    panel(
        'pocket',
        outline,
        lambda u, v: front(u, v) + Vector((0, -0.22, 0)),
        kit,
        thickness=0.24,
        rim=0.06,
        groove=0.09,
        puff=0.012,
    )
    flap = rounded(
        [(-0.92, 0.82), (-0.3, 0.74), (0.3, 0.74), (0.92, 0.82), (0.92, 1.34), (-0.92, 1.34)],
        [0.2, 0.2, 0.2, 0.2, 0.06, 0.06],
        10,
    )
    panel(
        'pocket flap',
        flap,
        lambda u, v: front(u, v) + Vector((0, -0.255 + 0.25 * smoothstep(1.2, 1.36, v), 0)),
        trim,
        thickness=0.035,
        step=0.05,
    )
    arch_lock(Matrix.Translation((0, front(0, 0.86).y - 0.26, 0.72 + lift)), kit, 0.8)


@form('weekender')
def weekender(material, options):
    """A soft holdall: one piece wrapped round two shaped ends, rolled handles, a zip along the top; open, it gapes."""
    kit = make_kit(material, options, grain=1.1)
    is_open = options.get('open', False)
    trim = kit.fittings()
    length, depth, height = 4.4, 2.1, 2.35
    profile = [Vector((p[0], p[1] + height / 2)) for p in superellipse(depth / 2, height / 2, 3.0, 96)]
    start = min(range(96), key=lambda i: profile[i][1] + abs(profile[i][0]) * 0.2)
    profile = profile[start:] + profile[:start] + [profile[start]]
    path = Path([Vector((0, -p[0], p[1])) for p in reversed(profile)], 0.02)
    if path.at(path.length * 0.25).y > 0:
        path = Path([Vector((0, p[0], p[1])) for p in reversed(profile)], 0.02)
    centre, top = Vector((0, 0, height / 2)), path.length / 2
    end = counter_clockwise([Vector((p.y, p.z)) for p in path.points[:-1]])

    def place(u, v, side=0):
        p = path.at(v)
        sag = 1 - 0.045 * math.cos(math.pi * u / length) * smoothstep(height * 0.4, height, p.z)
        full = 1 + 0.05 * math.cos(math.pi * u / length) * (1 - smoothstep(height * 0.3, height, p.z))
        point = Vector((u, p.y * full, 0.03 + p.z * sag))
        return gape(point, side or (-1 if v < top else 1)) if is_open else point

    def gape(p, side):
        """Lets the two edges of the open zip stand apart: what lies between them and the sides is pushed outwards."""
        eye = max(0, 1 - (p.x / (length * 0.44)) ** 2) * smoothstep(height * 0.55, height * 0.95, p.z)
        half, away = depth / 2, min(1, abs(p.y) / (depth / 2))
        return Vector((p.x, side * lerp(abs(p.y), 0.66 * half + 0.34 * abs(p.y), eye), p.z + 0.16 * eye * (1 - away)))

    x = length / 2
    for side, low, high in ((-1, 0, top), (1, top, path.length)) if is_open else ((0, 0, path.length),):
        outline = [(-x, low), (x, low), (x, high), (-x, high)]
        panel('body', outline, partial(place, side=side), kit, thickness=0.03, step=0.08, wobble=0.02)
    if is_open:
        _line_weekender(kit, trim, place, path, length, end)
    for side in (-1, 1):
        panel(
            'end',
            end,
            lambda u, v: Vector(
                (side * (length / 2 - 0.02 + 0.10 * _dome(u / depth, (v - centre.z) / height)), side * u, v + 0.03)
            ),
            kit,
            thickness=0.03,
            step=0.07,
        )
        sweep(
            'piping',
            [Vector((side * length / 2, p.y, p.z + 0.03)) for p in path.points[:-1]],
            circle(0.035, 12),
            trim.leather,
            closed=True,
            up=Vector((1, 0, 0)),
        )
    _weekender_handles(kit, trim, place, path, length, is_open)
    kit.finish()
    return Piece(
        {
            **all_round(-22, 10, 0.78, 0.62),
            'angle': View(-52, 12, 0.66, 0.62),
            'front': View(0, 6, 0.78, 0.62),
            'inside': View(-14, 50, 0.80, 0.72),
            'macro': View(-24, 14, near=0.34, focus=(-0.85, -0.9, 1.7), fstop=1.2),
            'strap': View(-30, 22, near=0.36, focus=(-0.75, -0.4, 2.5), fstop=1.6),
        }
    )


def _dome(x, y):
    return max(0, 1 - (2 * x) ** 2) * max(0, 1 - (2 * y) ** 2)


def _line_weekender(kit, trim, place, path, length, end):
    """The inside of an open weekender: lining up to a facing of leather, and a slip pocket on the back wall."""
    x, top, hem = length / 2 - 0.06, path.length / 2, 0.30

    def within(side):
        wall = raised(partial(place, side=side), -0.05)
        return lambda u, v: wall(-u, v)

    for side, low, high in ((-1, 0, top - hem), (1, top + hem, path.length)):
        outline = [(-x, low), (x, low), (x, high), (-x, high)]
        panel('lining', outline, within(side), kit, kit.lining, wobble=0.016, **LINED)
    for side, low, high in ((-1, top - hem - 0.02, top), (1, top, top + hem + 0.02)):
        outline = [(-x, low), (x, low), (x, high), (-x, high)]
        panel('facing', outline, within(side), trim, groove=0.03, thickness=0.02)
    for side in (-1, 1):
        panel('end lining', end, lambda u, v: Vector((side * x, -side * u, v + 0.03)), kit, kit.lining, **LINED)
    back = raised(place, -0.07)
    slip_pocket(lambda u, v: back(u, path.length - v), 0.75, 1.75, 2.55, kit, trim)


def _zip(kit, trim, tape, width):
    """A zip along points, its tape this wide."""
    sweep('zip tape', tape, bar(width, 0.02, 0.008), trim.leather, up=UP)
    run, half = Path(tape, 0.02), width * 0.19
    verts, faces = [], []
    for i in range(int(run.length / 0.034)):
        p, base = run.at(i * 0.034), len(verts)
        verts += [
            p + Vector((dx, dy, dz))
            for dz in (0.012, 0.04)
            for dx, dy in ((-0.012, -half), (0.012, -half), (0.012, half), (-0.012, half))
        ]
        faces += [
            tuple(base + k for k in f) for f in ((4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
        ]
    mesh_object('zip', verts, faces, kit.hardware, smooth=False)
    return run


def _weekender_handles(kit, trim, place, path, length, is_open):
    """Straps that run under the bag and rise into two handles; the zip lies between them, and open on its two edges."""
    top = path.length / 2
    along = [i / 40 * length - length / 2 for i in range(2, 39)]
    if is_open:
        for v in (top - 0.03, top + 0.03):
            _zip(kit, trim, [place(x, v) + Vector((0, 0, 0.012)) for x in along], 0.13)
    else:
        run = _zip(kit, trim, [place(x, top) + Vector((0, 0, 0.012)) for x in along], 0.26)
        puller = run.at(run.length * 0.93) + Vector((0, -0.02, 0.05))
        plate(
            'zip pull',
            arch(0.09, 0.26),
            kit.hardware,
            0.025,
            Matrix.Translation(puller) @ Matrix.Rotation(math.radians(80), 4, 'X'),
            0.008,
        )
    reach = 0.82
    for side, low, high in (
        (1, path.length * 0.06, path.length * 0.395),
        (-1, path.length * 0.605, path.length * 0.94),
    ):
        for x in (-reach, reach):
            outline = rectangle(0.26, high - low, 0.1, x=x, z=low)
            panel('band', outline, raised(place, 0.03), trim, thickness=0.035, step=0.06, groove=0.035)
            ring_at = raised(place, 0.08)(x, high if side > 0 else low)
            ring('handle ring', Matrix.Translation(ring_at), 0.13, 0.026, kit.hardware)
            low_point = raised(place, 0.05)(x, low + (high - low) * (0.80 if side > 0 else 0.20))
            cylinder('rivet', 0.04, low_point, low_point + Vector((0, -side * 0.045, 0)), kit.hardware, 0.013)
        base = raised(place, 0.08)(reach if is_open else 0, high if side > 0 else low)
        out, up = (0.95, 0.45) if is_open else (0.06, 1.15)  # open, they fall to the sides
        grip = [
            Vector(
                (
                    -reach * signed_power(math.cos(a), 0.6),
                    base.y - side * out * math.sin(a),
                    base.z + up * math.sin(a) ** 0.85,
                )
            )
            for a in (math.pi * i / 50 for i in range(51))
        ]
        rolled_handle('grip', grip, trim, 0.075, 0.9)
