"""Bags with a firm body: top-handle, quilted chain, briefcase."""

import math

from mathutils import Matrix, Vector

from gravity import fallen, settle
from hardware import ball, chain, cylinder, ring
from kit import make_kit
from leatherwork import panel, raised, rolled_handle
from lettering import stamp
from mesh import sweep
from quilting import Quilt
from shapes import Path, resample, rounded, signed_power
from stage import View

from . import Piece, form
from .parts import Body, Flap, all_round, catch_on, handle_plate, lock_on


@form('top-handle')
def top_handle(material, options):
    kit = make_kit(material, options)
    width = options.get('width', 2.75)
    body = Body(width, width * 0.88, options.get('height', 1.92), 1.12, 0.78)
    body.sew(kit)
    flap, half = Flap(body, 1.02, opened=options.get('open', 0)), body.top / 2 + 0.05
    if options.get('flap') == 'straight':
        front_edge = [(-half, 0), (half, 0)]
        radii = [0.3, 0.3]
    else:
        front_edge = [(-half, 0.16), (-0.48, 0.10), (-0.30, 0), (0.30, 0), (0.48, 0.10), (half, 0.16)]
        radii = [0.34, 0.25, 0.12, 0.12, 0.25, 0.34]
    outline = front_edge + [
        (half - 0.03, flap.front_length),
        (half - 0.05, flap.length),
        (-half + 0.05, flap.length),
        (-half + 0.03, flap.front_length),
    ]
    outline = rounded(outline, radii + [0, 0.05, 0.05, 0], 12)
    panel('flap', outline, flap.place, kit, thickness=0.04, step=0.055, rim=0.014)
    stamp(body.front, 0, 0.34, kit.foil)
    if flap.opened:
        body.line(kit, kit)
        flap.line(outline, kit, 0.04)
        catch_on(body.front, flap, 0, 0.30, kit, 0.92)
    if flap.opened < 1:  # wide open, it hides the lock, and the handle, which is fixed to it
        lock_on(flap.place, 0, 0.30, kit, 0.92)
        _arched_handle(kit, body.height + body.lift + 0.06, flap.hinge())
    kit.finish()
    settle(width, body.height, 0.03, 0.022)
    return Piece(
        {
            **all_round(-22, 8, 0.70, 0.66),
            'angle': View(-58, 10, 0.62, 0.66),
            'front': View(0, 5, 0.70, 0.66),
            'inside': View(-14, 46, 0.74, 0.76),
            'macro': View(-28, 10, near=0.42, focus=(0.1, -0.5, 1.35), fstop=1.2),
            'strap': View(-36, 14, near=0.44, focus=(-0.3, 0, body.height + 0.5), fstop=1.6),
        }
    )


def _arched_handle(kit, top, hinge, half=0.66):
    """A stiff arched handle on gold ferrules; the matrix `hinge` turns it with what it stands on."""
    path = [Vector((-half, 0, top + 0.13))]
    for i in range(61):
        a = math.pi * i / 60
        path.append(Vector((-half * signed_power(math.cos(a), 0.72), 0, top + 0.26 + 0.66 * abs(math.sin(a)) ** 0.86)))
    path.append(Vector((half, 0, top + 0.13)))
    path = [hinge @ p for p in resample(path, 0.02, False)]
    sideways = hinge.to_3x3() @ Vector((0, 1, 0))
    section = rounded(
        [(-0.07, -0.07), (0.07, -0.07), (0.085, 0.05), (0, 0.085), (-0.085, 0.05)], [0.05, 0.05, 0.06, 0.09, 0.06], 5
    )
    taper = lambda t: 1 - 0.22 * abs(2 * t - 1) ** 6
    sweep('handle', path, section, kit.leather, up=sideways, scale=taper)
    for side in (1, -1):
        out = max(side * y for _, y in section)
        seam = [p + sideways * (side * out * taper(i / (len(path) - 1))) for i, p in enumerate(path)]
        kit.stitcher.along(Path(seam[5:-5], 0.02), lambda p, t: sideways * side)
    for x in (-half, half):
        rod = lambda name, radius, low, high, edge: cylinder(
            name, radius, hinge @ Vector((x, 0, top + low)), hinge @ Vector((x, 0, top + high)), kit.hardware, edge
        )
        rod('ferrule', 0.088, 0.10, 0.30, 0.018)
        rod('ferrule collar', 0.10, 0.265, 0.30, 0.015)
        ball('ferrule ball', 0.062, hinge @ Vector((x, 0, top + 0.075)), kit.hardware)
        handle_plate(x, top - 0.01, kit, hinge=hinge)
        rod('ferrule cup', 0.085, 0.01, 0.05, 0.015)


@form('quilted-chain')
def quilted_chain(material, options):
    kit = make_kit(material, options, grain=0.8, stitch=(0.026, 0.009, 0.005))
    width = options.get('width', 2.5)
    body = Body(width, width * 0.97, 1.5, 0.82, 0.68, lift=0, corner=0.22, corner_top=0.1, bulge=0.09, fold=0.2)
    quilted = material not in ('croc-embossed', 'patent')
    body.sew(kit, face_options={'quilt': Quilt() if quilted else None, 'step': 0.028}, feet=False)
    flap = Flap(body, 0.98, offset=0.07, crown=0.08, crease=0.2, dip=0, opened=options.get('open', 0))
    half, depth = body.top / 2 + 0.06, flap.length
    outline = rounded(
        [(-half, 0), (half, 0), (half - 0.02, 0.98), (half - 0.05, depth), (-half + 0.05, depth), (-half + 0.02, 0.98)],
        [0.42, 0.42, 0, 0.05, 0.05, 0],
        14,
    )
    panel(
        'flap',
        outline,
        flap.place,
        kit,
        thickness=0.05,
        step=0.028,
        rim=0.018,
        quilt=Quilt(v_offset=0.08) if quilted else None,
    )
    if flap.opened:
        body.line(kit, kit, room=0.13 if quilted else 0.05)
        flap.line(outline, kit, 0.05)
        catch_on(raised(body.front, 0.045), flap, 0, 0.26, kit, 0.86)
    else:
        flap.stuff(kit)
    if flap.opened < 1:
        lock_on(lambda u, v: flap.place(u, v) - Vector((0, 0.02, 0)), 0, 0.26, kit, 0.86)
    held = body.top / 2 - 0.19  # from the middle to each eyelet
    chain('chain', _fallen_chain(body, flap, held), kit.hardware, 0.20, 0.027, 0.135)
    for x in (-held, held):
        lying = Matrix.Translation((x, 0.02, _EYELETS + body.height)) @ Matrix.Rotation(math.pi / 2, 4, 'X')
        ring('eyelet', flap.hinge() @ lying, 0.085, 0.022, kit.hardware)
    kit.finish()
    settle(width, body.height, 0.02, 0.014)
    return Piece(
        {
            **all_round(-24, 9, 0.68, 0.66),
            'angle': View(-56, 10, 0.60, 0.66),
            'front': View(0, 5, 0.68, 0.66),
            'inside': View(-14, 46, 0.74, 0.76),
            'macro': View(-22, 14, near=0.40, focus=(0.1, -0.45, 0.78), fstop=1.6),
            'strap': View(-40, 20, near=0.42, focus=(-0.7, -0.1, body.height - 0.05), fstop=1.6),
        }
    )


_EYELETS = 0.12  # above the body, on the flap


def _fallen_chain(body, flap, reach):
    """The chain let fall over the left shoulder of the bag, to lie in front of it; behind it as soon as the flap opens."""
    hinge, room = flap.hinge(), 0.075
    start = body.height + _EYELETS + 0.03
    falls = 1 if flap.opened else -1
    held = [
        hinge @ Vector((-reach * math.cos(a), 0, start))
        + Vector((-0.5 * math.sin(a), falls * 1.1 * math.sin(a), 1.5 * math.sin(a)))
        for a in (math.pi * i / 60 for i in range(61))
    ]
    out_of_body, back = body.way_out(room), hinge.inverted()
    depth = body.depth_top / 2 + 0.07

    def inside(p):
        """Out of the body and, of an open flap, out of what was its top."""
        out = out_of_body(p)
        if not flap.opened:
            return out
        lying = back @ (out or p)
        if abs(lying.y) < depth and start - 0.35 < lying.z < start:
            lying.z = start
            return hinge @ lying
        return out

    return fallen(held, 0.06, room, inside)


@form('briefcase')
def briefcase(material, options):
    kit = make_kit(material, options)
    body = Body(3.5, 3.42, 2.35, 0.78, 0.62, lift=0.03, corner=0.16, corner_top=0.06, bulge=0.05, fold=0.15)
    body.sew(kit)
    flap = Flap(body, 1.5, offset=0.045, crown=0.06, crease=0.14, dip=0.02, opened=options.get('open', 0))
    half = body.top / 2 + 0.05
    outline = rounded(
        [
            (-half, 0),
            (half, 0),
            (half - 0.01, 1.5),
            (half - 0.03, flap.length),
            (-half + 0.03, flap.length),
            (-half + 0.01, 1.5),
        ],
        [0.2, 0.2, 0, 0.05, 0.05, 0],
        12,
    )
    panel('flap', outline, flap.place, kit, thickness=0.04, step=0.06, rim=0.013)
    if flap.opened:
        body.line(kit, kit)
        flap.line(outline, kit, 0.04)  # the grip, which is fixed to the flap, lies behind it
    else:
        _grip(body, flap, kit)
    for x in (-1.0, 1.0):
        _tongue(body, flap, x, kit)
    kit.finish()
    settle(3.46, body.height, 0.012, 0.014)
    return Piece(
        {
            **all_round(-22, 8, 0.76, 0.64),
            'angle': View(-54, 9, 0.66, 0.62),
            'front': View(0, 5, 0.76, 0.64),
            'inside': View(-14, 46, 0.78, 0.76),
            'macro': View(-24, 10, near=0.40, focus=(-1.0, -0.35, 1.1), fstop=1.2),
            'strap': View(-34, 14, near=0.36, focus=(-0.4, 0, body.height + 0.3), fstop=1.6),
        }
    )


def _tongue(body, flap, x, kit):
    """A tongue on the flap with its lock; open, the catch that it leaves on the body."""
    on_flap = raised(flap.place, 0.05)
    tongue = rounded([(x - 0.13, -0.34), (x + 0.13, -0.34), (x + 0.13, 1.5), (x - 0.13, 1.5)], [0.12, 0.12, 0.03, 0.03], 8)
    panel('tongue', tongue, on_flap, kit, thickness=0.035, groove=0.035, step=0.05)
    if flap.opened:
        catch_on(body.front, flap, x, 0.12, kit, 0.72, drop=0.28)
    else:
        lock_on(on_flap, x, 0.12, kit, 0.72, drop=0.28)


def _grip(body, flap, kit):
    """The grip and the name: the rest of what is on a closed flap."""
    half_grip, top = 0.55, body.height + 0.13
    grip = [Vector((-half_grip, 0, top + 0.02))]
    grip += [
        Vector((-half_grip * signed_power(math.cos(a), 0.5), 0, top + 0.04 + 0.36 * abs(math.sin(a)) ** 0.6))
        for a in (math.pi * i / 40 for i in range(41))
    ]
    rolled_handle('grip', grip + [Vector((half_grip, 0, top + 0.02))], kit, 0.085, 0.85)
    for x in (-half_grip, half_grip):
        ring(
            'grip ring',
            Matrix.Translation((x, 0, top)) @ Matrix.Rotation(math.pi / 2, 4, 'Z'),
            0.10,
            0.022,
            kit.hardware,
            0.8,
        )
        handle_plate(x, top - 0.03, kit, 0.34, 0.2)
    stamp(flap.place, 0, 0.22, kit.foil)
