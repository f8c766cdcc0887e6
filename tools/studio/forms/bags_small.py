"""Clutch and crossbody."""

import math

from mathutils import Matrix, Vector, noise

from gravity import lean_back, settle
from hardware import plate, ring
from kit import make_kit
from leatherwork import panel, soft, strap
from lettering import stamp
from mesh import smooth_path, sweep
from quilting import Quilt
from shapes import (
    Path,
    arch,
    bar,
    circle,
    resample,
    rounded,
    smoothstep,
)
from stage import View

from . import Piece, form
from .parts import Body, Flap, all_round, catch_on, lock_on

UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))
EVEN, WOBBLE = 0.004, {'suede': 0.024}  # no panel of suede is as flat as one of calf


@form('clutch')
def clutch(material, options):
    """An envelope for the evening: a deep pointed flap, an arch stud, nothing else."""
    cloth = 'satin' if material == 'silk' else material
    grain = {'croc-embossed': 0.6, 'leather-woven': 0.44}.get(material, 0.8)
    kit = make_kit(cloth, options, grain, stitch=(0.026, 0.009, 0.005))
    weave, trim = kit.strips(grain), kit.fittings()
    body = Body(2.7, 2.66, 1.52, 0.40, 0.30, lift=0, corner=0.10, corner_top=0.05, bulge=0.06, fold=0.06)
    quilt = Quilt(0.34, 0.032) if material == 'quilted-lambskin' else None
    wobble = EVEN if options.get('open') else WOBBLE.get(material, EVEN)  # a lining would not follow it
    face, cover = {}, {'step': 0.05}
    if quilt:
        face, cover = {'quilt': quilt, 'step': 0.028}, {'quilt': Quilt(0.34, 0.032, 0.03), 'step': 0.028}
    elif weave:
        face = cover = {'quilt': weave, 'groove': 0.026}
    elif cloth == 'satin':
        kit.edge = kit.leather
        face = cover = {'groove': None, 'stitched': False, 'height': _folds, 'step': 0.03}
    body.sew(kit, trim, feet=False, face_options={'wobble': wobble, **face})
    half = 1.37
    flap = Flap(body, 1.12, offset=0.035, crown=0.05, crease=0.11, back_drop=0.45, dip=0.01, opened=options.get('open', 0))
    point = [(-half, 0.46), (-0.22, 0.03), (0.22, 0.03), (half, 0.46)]
    outline = rounded(
        point + [(half - 0.02, 1.12), (half - 0.03, flap.length), (-half + 0.03, flap.length), (-half + 0.02, 1.12)],
        [0.10, 0.26, 0.26, 0.10, 0, 0.05, 0.05, 0],
        14,
    )
    panel(
        'flap',
        outline,
        flap.place,
        kit,
        thickness=0.035,
        rim=0.012,
        wobble=wobble,
        **cover,
    )
    if flap.opened:
        body.line(kit, trim, room=0.11 if quilt else 0.04)
        flap.line(outline, trim, 0.047 if weave else 0.035)  # clear of the strips
    else:
        _stud(soft(flap.place, wobble)(0, 0.24), kit)
        if not kit.woven:
            folds = _folds if cloth == 'satin' else lambda u, v, d: 0
            surface = soft(flap.place, wobble)
            stamp(lambda u, v: surface(u, v) - BACK * folds(u, v, 1), 0, 0.52, kit.foil, 0.05)
    kit.finish()
    settle(2.68, body.height, 0.012, 0.02)
    if material in ('croc-embossed', 'silk') and not flap.opened:
        lean_back(7)
    return Piece(
        {
            **all_round(-20, 10, 0.68, 0.5),
            'angle': View(-48, 14, 0.62, 0.5),
            'front': View(0, 5, 0.68, 0.5),
            'inside': View(-14, 46, 0.74, 0.76),
            'macro': View(-22, 14, near=0.42, focus=(0.1, -0.25, 0.9), fstop=1.3),
        }
    )


def _folds(u, v, from_edge):
    """Satin over a soft core: a turned edge, and shallow folds that run together at the catch."""
    away, turn = math.hypot(u, v - 0.2), math.atan2(u, v + 0.4)
    drawn = noise.noise(Vector((turn * 3.2, away * 0.7, 0.3))) * smoothstep(0.1, 0.5, away)
    slack = noise.noise(Vector((u * 0.9, v * 1.6, 1.7)))
    return 0.022 * smoothstep(0, 0.11, from_edge) + (0.034 * drawn + 0.020 * slack) * smoothstep(0.02, 0.3, from_edge)


def _stud(at, kit):
    plate('stud', arch(0.17, 0.23), kit.hardware, 0.05, Matrix.Translation(at + Vector((0, 0, -0.13))), 0.016)
    face = Matrix.Translation(at + Vector((0, -0.047, -0.095)))
    plate('stud face', arch(0.10, 0.155), kit.brushed, 0.012, face, 0.004, 2)


def _leaning(opened, low):
    """How a strap leans out of the way of an opening flap, about its rings at the height `low`: a matrix."""
    rings = Matrix.Translation((0, 0, low))
    return rings @ Matrix.Rotation(math.radians(-104) * smoothstep(0, 0.8, opened), 4, 'X') @ rings.inverted()


def _held_strap(body, low):
    """The strap held up by a thread, a little behind the bag and off its middle; its ends go through the rings."""
    x, tail = body.top / 2 + 0.05, 0.35

    def at(t):
        up = math.sin(math.pi * t) ** 0.85
        return Vector((-x * math.cos(math.pi * t) * (1 - 0.3 * up) - 0.12 * up, 0.2 * up**2, low + 0.06 + 1.8 * up))

    arch = [at(i / 60) for i in range(61)]

    def end(side, points):
        """Under the top of the ring, and up along the outside of the strap."""
        out = Vector((side * 0.036, 0, 0))
        folded = [p + out for p in points if p.z < low + tail]
        return [*reversed(folded), Vector((side * (x + 0.018), 0, low + 0.01))]

    return Path(smooth_path([*end(-1, arch[:20]), *arch, *reversed(end(1, arch[:-20:-1]))], 3), 0.02)


@form('crossbody')
def crossbody(material, options):
    """A small saddle-shaped bag with a rounded flap and a long flat strap."""
    kit = make_kit(material, options, grain=0.85, stitch=(0.027, 0.0095, 0.0052))
    trim = kit.fittings()
    body = Body(2.15, 2.05, 1.62, 0.78, 0.60, lift=0, corner=0.46, corner_top=0.1, bulge=0.08, fold=0.12)
    wobble = EVEN if options.get('open') else WOBBLE.get(material, EVEN)  # a lining would not follow it
    body.sew(kit, feet=False, face_options={'wobble': wobble})
    half = 1.08
    flap = Flap(body, 1.10, offset=0.045, crown=0.07, crease=0.17, dip=0.02, opened=options.get('open', 0))
    outline = rounded(
        [
            (-half, 0),
            (half, 0),
            (half - 0.02, 1.1),
            (half - 0.03, flap.length),
            (-half + 0.03, flap.length),
            (-half + 0.02, 1.1),
        ],
        [0.72, 0.72, 0, 0.05, 0.05, 0],
        18,
    )
    panel('flap', outline, flap.place, trim, thickness=0.04, step=0.045, rim=0.014, wobble=wobble)
    if flap.opened:
        body.line(kit, trim)
        flap.line(outline, kit, 0.04)
        catch_on(body.front, flap, 0, 0.20, kit, 0.72)
    else:
        flap.stuff(kit)
    if flap.opened < 1:
        lock_on(flap.place, 0, 0.20, kit, 0.72)
        stamp(soft(flap.place, wobble), 0, 0.56, kit.foil, 0.05)
    top = body.height - 0.10
    for side in (-1, 1):
        x = side * (body.top / 2 + 0.02)
        tab = strap(
            'tab',
            Path([Vector((x, 0, top - 0.40)), Vector((x + side * 0.015, 0, top + 0.10))], 0.02),
            0.22,
            trim,
            across=BACK,
            thickness=0.03,
            end_radius=0.08,
            groove=0.028,
        )
        tab.name = 'strap tab'
        ring(
            'strap ring',
            Matrix.Translation((x + side * 0.03, 0, top + 0.14)) @ Matrix.Rotation(math.pi / 2, 4, 'Z'),
            0.115,
            0.022,
            kit.hardware,
        )
    leaning = _leaning(flap.opened, top + 0.20)
    path = Path([leaning @ p for p in _held_strap(body, top + 0.20).points], 0.02)
    wide = leaning.to_3x3() @ BACK
    strap('strap', path, 0.17, trim, across=wide, thickness=0.032, groove=0.026)
    spot = path.length * 0.18
    at, along = path.at(spot), path.tangent(spot)
    frame = [at + wide * p[0] + along * p[1] for p in resample(bar(0.27, 0.22, 0.05), 0.02)]
    out = wide.cross(along)
    sweep('strap buckle', frame, circle(0.021, 12), kit.hardware, closed=True, up=out)
    tail = Path([path.at(spot - 0.04 + 0.02 * i) + out * 0.038 for i in range(34)], 0.02)
    strap('strap tail', tail, 0.17, trim, across=wide, thickness=0.032, groove=0.026, end_radius=0.07)
    prong = [at + along * x + out * (0.07 + 0.03 * (x < 0.05)) for x in (-0.12, -0.04, 0.04, 0.12)]
    sweep('prong', prong, circle(0.013, 10), kit.hardware)
    for s in (0.20, 0.40):
        loop_at = path.at(spot + s) + out * 0.019
        loop = [loop_at + wide * p[0] + out * p[1] for p in resample(bar(0.205, 0.105, 0.035), 0.01)]
        sweep('keeper', loop, bar(0.018, 0.075, 0.006), trim.leather, closed=True, up=path.tangent(spot + s))
    kit.finish()
    settle(2.1, body.height, 0.03, 0.02)
    return Piece(
        {
            **all_round(-22, 9, 0.60, 0.68),
            'angle': View(-56, 11, 0.56, 0.68),
            'front': View(0, 5, 0.60, 0.68),
            'inside': View(-14, 46, 0.74, 0.76),
            'macro': View(-24, 12, near=0.40, focus=(0.1, -0.45, 0.95), fstop=1.3),
            'strap': View(24, 12, near=0.42, focus=(0.95, -0.1, 1.8), fstop=1.6),
        }
    )
