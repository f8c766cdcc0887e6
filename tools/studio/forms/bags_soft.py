"""Bags that yield: bucket and hobo."""

import math

from mathutils import Matrix, Vector, noise

from hardware import cylinder, d_ring, ring
from kit import make_kit
from leatherwork import panel, raised, strap
from lettering import stamp
from mesh import lathe, smooth_path, sweep
from shapes import Path, circle, counter_clockwise, inset, lerp, resample, signed_power, smoothstep
from stage import View

from . import Piece, form
from .inflate import Membrane
from .parts import LINED, all_round, slip_pocket

UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))


@form('bucket')
def bucket(material, options):
    """A round body drawn shut by a cord; the neck gathers in soft pleats."""
    kit = make_kit(material, options)
    trim = kit.fittings()
    radius, height, pleats = 0.98, 2.15, 16
    drawn = 1 - options.get('open', 0)

    def place(u, v):
        a, share = u / radius, v / height
        neck = smoothstep(0.60, 0.86, share) * (1 - 0.45 * smoothstep(0.88, 1, share))
        r = radius * (1 + 0.05 * math.sin(math.pi * min(1, share * 1.15)) - 0.20 * neck * drawn)
        fold = smoothstep(0.52, 0.9, share) * drawn
        r += fold * (
            0.045 * math.cos(pleats * a) + 0.02 * noise.noise(Vector((math.cos(a) * 3, math.sin(a) * 3, share * 2)))
        )
        r += 0.022 * noise.noise(Vector((math.cos(a) * 1.4, math.sin(a) * 1.4, v * 1.1)))
        squash = lerp(1, 0.90, smoothstep(0, 1, share))
        return Vector((r * math.sin(a), -r * squash * math.cos(a), v + 0.03))

    turn = math.pi * radius
    outline = [Vector((-turn, 0.0)), Vector((turn, 0.0)), Vector((turn, height)), Vector((-turn, height))]
    panel('body', outline, place, kit, thickness=0.03, step=0.04, groove_depth=0.005, wobble=0)
    base = trim
    band = [Vector((-turn, 0.0)), Vector((turn, 0.0)), Vector((turn, 0.30)), Vector((-turn, 0.30))]
    panel('base band', band, raised(place, 0.022), base, thickness=0.03, step=0.06, wobble=0)
    stamp(raised(place, 0.022), 0, 0.15, kit.foil, 0.055)
    foot = [place(u, 0.012) for u in resample_range(-turn, turn, 120)]
    sweep('base piping', foot, circle(0.03, 12), base.leather, closed=True, up=UP)
    lathe('base', [(0, 0.015), (radius * 0.97, 0.015), (radius * 0.97, 0.04), (0, 0.04)], base.leather)
    if drawn == 1:
        lathe('inside', [(0, height * 0.55), (radius * 0.86, height * 0.55)], kit.lining)
    else:
        _line_bucket(kit, trim, place, turn, height)
    _drawcord(kit, trim, place, turn, height, pleats)
    side = place(turn / 2, height * 0.80)
    # Upright: fallen, so short a strap is the handle of a jug.
    out, end = side.x + 0.06, side.z + 0.15
    arc = [Vector((side.x + 0.05, 0, side.z - 0.10)), Vector((out, 0, end))]
    arc += [
        Vector((side.x * 0.98 * math.cos(a), 0.05 * math.sin(a), end + 1.75 * math.sin(a) ** 0.9))
        for a in (math.pi * i / 40 for i in range(2, 39))
    ]
    arc += [Vector((-out, 0, end)), Vector((-side.x - 0.05, 0, side.z - 0.10))]
    strap('strap', Path(smooth_path(arc, 16), 0.02), 0.20, trim, across=BACK, thickness=0.04, end_radius=0.09)
    for x in (side.x + 0.075, -side.x - 0.075):
        for z in (side.z - 0.02,):
            cylinder('stud', 0.045, (x, 0, z), (x + math.copysign(0.05, x), 0, z), kit.hardware, 0.014)
    kit.finish()
    return Piece(
        {
            **all_round(-16, 10, 0.62, 0.68),
            'angle': View(-62, 16, 0.62, 0.68),
            'front': View(0, 6, 0.62, 0.68),
            'inside': View(-12, 50, 0.66, 0.70),
            'macro': View(-10, 14, near=0.42, focus=(0.1, -0.8, 1.75), fstop=1.2),
            'strap': View(-14, 14, near=0.44, focus=(0.8, -0.3, 1.9), fstop=1.6),
        }
    )


def _line_bucket(kit, trim, place, turn, height):
    """The inside of an open bucket: lining up to a facing of leather, and a slip pocket on the back wall."""

    def wall(u, v):
        p = place(turn - u, v)  # the back, seen from the front
        return Vector((p.x * 0.945, p.y * 0.945, p.z))

    lined = [Vector(p) for p in ((-turn, 0.05), (turn, 0.05), (turn, height - 0.3), (-turn, height - 0.3))]
    panel('lining', lined, wall, kit, kit.lining, wobble=0.016, **LINED)
    lathe('floor', [(0, 0.08), (0.97, 0.08)], kit.lining)
    slip_pocket(wall, 0.55, 0.75, 1.6, kit, trim)


def resample_range(low, high, count):
    return [low + (high - low) * i / count for i in range(count)]


def _drawcord(kit, trim, place, turn, height, pleats):
    """A cord in and out of eyelets round the neck, its ends falling in front with gold stoppers."""
    level = height * 0.845
    for k in range(pleats):
        u = -turn + turn * 2 * (k + 0.5) / pleats
        p, out = place(u, level), place(u, level) - Vector((0, 0, level + 0.03))
        out = Vector((out.x, out.y, 0)).normalized()
        ring(
            'eyelet',
            Matrix.Translation(p + out * 0.012) @ out.to_track_quat('-Y', 'Z').to_matrix().to_4x4(),
            0.042,
            0.014,
            kit.hardware,
        )
    cord = []
    for i in range(241):
        u = -turn + turn * 2 * i / 240
        p = place(u, level)
        out = Vector((p.x, p.y, 0)).normalized()
        weave = math.cos(pleats * math.pi * (i / 240) * 2 * 0.5)
        cord.append(p + out * (0.035 + 0.03 * weave))
    sweep('cord', cord[:-1], circle(0.032, 12), trim.leather, closed=True, up=UP)

    def hung(x, drop, room=0.045):
        """A point `room` before the body, where a cord lies on its shoulder or hangs from there."""
        p = place(x, level - drop)
        foremost = min(place(x, level - drop * i / 12).y for i in range(13))
        return Vector((p.x, foremost - room, p.z))

    for x, drop in ((-0.05, 0.86), (0.06, 1.02)):
        turns = [(x * 0.9, 0.0, 0.075), (x * 0.5, 0.14, 0.095), (x * 0.5, 0.22, 0.095), (x * 0.6, 0.30, 0.095)]
        turns += [(x * 1.5, 0.52), (x * 2.1, drop - 0.1), (x * 2.2, drop)]
        fall = smooth_path([hung(*turn) for turn in turns], 10)
        sweep('cord end', fall, circle(0.030, 12), trim.leather)
        end = fall[-1]
        cylinder('tip', 0.046, end + Vector((0, 0, -0.15)), end + Vector((0, 0, 0.03)), kit.hardware, 0.014)
    low, high = (hung(0, 0.22, 0.095) + Vector((0, 0, by)) for by in (-0.085, 0.085))
    cylinder('toggle', 0.088, low, high, trim.leather, 0.03)
    for end in (low, high):
        rim = [end + Vector((0.07 * math.cos(a), 0.07 * math.sin(a), 0)) for a in (math.pi * i / 20 for i in range(40))]
        sweep('toggle rim', rim, circle(0.011, 10), kit.hardware, closed=True, up=UP)


@form('hobo')
def hobo(material, options):
    """A crescent with a curved gusset underneath; the strap grows out of its horns. Open, its strap lies back.

    The option `slouch` is how much it creases: glossy leathers mirror every crease.
    """
    kit, opened = make_kit(material, options), options.get('open', 0)
    half, height, dip = 1.86, 1.86, 0.86
    horn = 0.24
    top = [(-half + horn, height + 0.05)]
    top += [
        (-(half - horn) * math.cos(math.pi * i / 24), height - dip * math.sin(math.pi * i / 24) ** 0.8)
        for i in range(1, 24)
    ] + [(half - horn, height + 0.05)]
    bottom = [
        (half * signed_power(math.cos(a), 0.82), height - height * math.sin(a) ** 0.72)
        for a in (math.pi * i / 48 for i in range(1, 48))
    ]
    outline = counter_clockwise(
        [Vector(p) for p in top]
        + [Vector((half - 0.02, height))]
        + [Vector(p) for p in bottom]
        + [Vector((-half + 0.02, height))]
    )
    outline = resample(outline, 0.05)
    film = Membrane(outline)
    depth = lambda z: lerp(0.98, 0.14, smoothstep(0.1, height * 0.95, z))

    def slouch(u, v):
        folds = noise.noise(Vector((u * 1.5, v * 0.8 + abs(u) * 0.9, 3))) * 0.07
        crease = 0.045 * math.sin(9 * (v - 0.42 * u * u)) * smoothstep(0.25, 0.75, v) * smoothstep(1.45, 0.5, abs(u))
        return (folds + crease) * min(1, film(u, v) * 1.6) * options.get('slouch', 1)

    def gape(u, v):
        """How far open edges stand away from the middle."""
        return opened * 0.40 * max(0, 1 - (u / 1.45) ** 2) * smoothstep(0.2, 1.0, v)

    def front(u, v):
        return Vector((u, -depth(v) / 2 - 0.34 * film(u, v) - slouch(u, v) - gape(u, v), v + 0.02))

    def back(u, v):
        return Vector((-u, depth(v) / 2 + 0.34 * film(u, v) + slouch(-u, v + 4) + gape(u, v), v + 0.02))

    panel('front', outline, front, kit, thickness=0.03, step=0.045, wobble=0)
    panel('back', outline, back, kit, thickness=0.03, step=0.06, wobble=0)
    seam = [Vector((p[0], 0, p[1])) for p in [(half - 0.02, height)] + bottom + [(-half + 0.02, height)]]
    path = Path(seam, 0.02)

    def gusset(s, t):
        p, along = path.at(s), path.tangent(s, 0.03)
        inward = Vector((along.z, 0, -along.x))
        return Vector((p.x, t, p.z + 0.02)) + inward * 0.02

    edge = [(path.length * i / 80, depth(path.at(path.length * i / 80).z) / 2 - 0.01) for i in range(81)]
    strip = [Vector((s, -d)) for s, d in edge] + [Vector((s, d)) for s, d in reversed(edge)]
    panel('gusset', strip, gusset, kit, thickness=0.025, step=0.06, groove=None)
    if opened:
        inner = inset(outline, 0.015)
        for wall in (front, back):
            within = raised(wall, -0.05)
            panel('lining', inner, lambda u, v: within(-u, v), kit, kit.lining, wobble=0.016, **LINED)
        panel('gusset lining', strip, raised(gusset, -0.04), kit, kit.lining, **LINED)
        behind = raised(back, -0.06)
        slip_pocket(lambda u, v: behind(-u, v), 0.52, 0.30, 0.84, kit, kit)
    _hobo_strap(kit.fittings(), half - horn * 0.5, height, 68 * opened)
    if not kit.woven:
        stamp(front, 0, 0.40, kit.foil, 0.055)
    kit.finish()
    return Piece(
        {
            **all_round(-18, 9, 0.70, 0.68),
            'angle': View(-50, 12, 0.62, 0.68),
            'front': View(0, 5, 0.70, 0.68),
            'inside': View(-12, 50, 0.76, 0.72),
            'macro': View(-24, 12, near=0.40, focus=(1.1, -0.3, 1.7), fstop=1.2),
            'strap': View(30, 16, near=0.46, focus=(half - 0.15, 0, height + 0.3), fstop=1.6),
        }
    )


def _hobo_strap(kit, reach, height, back):
    """The strap from horn to horn, leaning back by so many degrees."""
    lean = math.radians(back)
    points = [Vector((-reach - 0.02, 0, height - 0.22))]
    points += [
        Vector(
            (
                -reach * signed_power(math.cos(a), 0.75),
                0.03 * math.sin(a) + 1.30 * math.sin(a) ** 0.9 * math.sin(lean),
                height + 0.12 + 1.30 * math.sin(a) ** 0.9 * math.cos(lean),
            )
        )
        for a in (math.pi * i / 40 for i in range(1, 40))
    ]
    points.append(Vector((reach + 0.02, 0, height - 0.22)))
    path = Path(smooth_path(points, 20), 0.02)
    width = lambda s: lerp(0.34, 0.22, smoothstep(0.1, 0.45, s / path.length) * smoothstep(0.9, 0.55, s / path.length))

    wide = Vector((0, math.cos(lean), -math.sin(lean)))

    def place(u, v):
        return path.at(u) + wide * v

    n = 60
    outline = [Vector((path.length * i / n, -width(path.length * i / n) / 2)) for i in range(n + 1)]
    outline += [Vector((path.length * (n - i) / n, width(path.length * (n - i) / n) / 2)) for i in range(n + 1)]
    panel('strap', outline, place, kit, thickness=0.045, step=0.05, groove=0.032, wobble=0)
    for side in (-1, 1):
        d_ring(
            'horn ring',
            Matrix.Translation((side * (reach - 0.0), 0, height - 0.14)) @ Matrix.Rotation(math.pi / 2, 4, 'Z'),
            0.42,
            0.16,
            0.026,
            kit.hardware,
        )
