"""Bags with a firm body: top-handle, quilted chain, briefcase."""
import math

from mathutils import Matrix, Vector

from kit import make_kit
from leatherwork import Quilt, panel, raised, rolled_handle
from mesh import ball, chain, cylinder, ring, sweep
from shapes import Path, resample, rounded, signed_power
from stage import View

from . import Piece, form
from .parts import Body, Flap, handle_plate, lock_on


@form('top-handle')
def top_handle(material, options):
    kit = make_kit(material, options)
    width = options.get('width', 2.75)
    body = Body(width, width * .88, options.get('height', 1.92), 1.12, .78)
    body.sew(kit)
    flap, half = Flap(body, front_drop=1.02), body.top / 2 + .05
    if options.get('flap') == 'straight':
        front_edge = [(-half, 0), (half, 0)]
        radii = [.3, .3]
    else:
        front_edge = [(-half, .16), (-.48, .10), (-.30, 0), (.30, 0), (.48, .10), (half, .16)]
        radii = [.34, .25, .12, .12, .25, .34]
    outline = front_edge + [(half - .03, flap.front_length), (half - .05, flap.length),
                            (-half + .05, flap.length), (-half + .03, flap.front_length)]
    panel('flap', rounded(outline, radii + [0, .05, .05, 0], 12), flap.place, kit, thickness=.04, step=.055, rim=.014)
    lock_on(flap.place, 0, .30, kit, .92)
    _arched_handle(kit, body.height + body.lift + .06)
    kit.finish()
    return Piece({'hero': View(-22, 8, .70, .66), 'angle': View(-58, 10, .62, .66), 'front': View(0, 5, .70, .66),
                  'macro': View(-28, 10, near=.42, focus=(.1, -.5, 1.35), fstop=1.2)})


def _arched_handle(kit, top, half=.66):
    """A stiff arched handle on gold ferrules."""
    path = [Vector((-half, 0, top + .13))]
    for i in range(61):
        a = math.pi * i / 60
        path.append(Vector((-half * signed_power(math.cos(a), .72), 0, top + .26 + .66 * abs(math.sin(a)) ** .86)))
    path.append(Vector((half, 0, top + .13)))
    path = resample(path, .02, False)
    section = rounded([(-.07, -.07), (.07, -.07), (.085, .05), (0, .085), (-.085, .05)], [.05, .05, .06, .09, .06], 5)
    taper = lambda t: 1 - .22 * abs(2 * t - 1) ** 6
    sweep('handle', path, section, kit.leather, up=Vector((0, 1, 0)), scale=taper)
    seam = Path(path[5:-5], .02)
    for side in (1, -1):
        kit.stitcher.along(seam, lambda p, t: Vector((0, side, 0)), .083)
    for x in (-half, half):
        cylinder('ferrule', .088, (x, 0, top + .10), (x, 0, top + .30), kit.hardware, .018)
        cylinder('ferrule collar', .10, (x, 0, top + .265), (x, 0, top + .30), kit.hardware, .015)
        ball('ferrule ball', .062, Vector((x, 0, top + .075)), kit.hardware)
        handle_plate(x, top - .01, kit)
        cylinder('ferrule cup', .085, (x, 0, top + .01), (x, 0, top + .05), kit.hardware, .015)


@form('quilted-chain')
def quilted_chain(material, options):
    kit = make_kit(material, options, grain=.8, stitch=(.026, .009, .005))
    width = options.get('width', 2.5)
    body = Body(width, width * .97, 1.5, .82, .68, lift=0, corner=.22, corner_top=.1, bulge=.09, fold=.2)
    quilted = material not in ('croc-embossed', 'patent')
    body.sew(kit, front_options={'quilt': Quilt() if quilted else None, 'step': .028}, feet=False)
    flap = Flap(body, front_drop=.98, offset=.07, crown=.08, crease=.2, dip=0)
    half, depth = body.top / 2 + .06, flap.length
    outline = rounded([(-half, 0), (half, 0), (half - .02, .98), (half - .05, depth), (-half + .05, depth),
                       (-half + .02, .98)], [.42, .42, 0, .05, .05, 0], 14)
    panel('flap', outline, flap.place, kit, thickness=.05, step=.028, rim=.018,
          quilt=Quilt(v_offset=.08) if quilted else None)
    lock_on(lambda u, v: flap.place(u, v) - Vector((0, .02, 0)), 0, .26, kit, .86)
    path = [Vector((-1.02 * signed_power(math.cos(a), .8), .02 + .16 * math.sin(a),
                    body.height + .12 + 1.75 * math.sin(a) ** .95)) for a in (math.pi * i / 80 for i in range(1, 80))]
    chain('chain', Path([Vector((-1.02, .02, body.height + .12))] + path + [Vector((1.02, .02, body.height + .12))],
                        .02), kit.hardware, .20, .027, .135)
    for x in (-1.02, 1.02):
        ring('eyelet', Matrix.Translation((x, .02, body.height + .088)) @ Matrix.Rotation(math.pi / 2, 4, 'X'),
             .085, .022, kit.hardware)
    kit.finish()
    return Piece({'hero': View(-24, 9, .68, .66), 'angle': View(-56, 10, .60, .66), 'front': View(0, 5, .68, .66),
                  'macro': View(-22, 14, near=.40, focus=(.1, -.45, .78), fstop=1.6)})


@form('briefcase')
def briefcase(material, options):
    kit = make_kit(material, options)
    body = Body(3.5, 3.42, 2.35, .78, .62, lift=.03, corner=.16, corner_top=.06, bulge=.05, fold=.15)
    body.sew(kit)
    flap, half = Flap(body, front_drop=1.5, offset=.045, crown=.06, crease=.14, dip=.02), body.top / 2 + .05
    outline = rounded([(-half, 0), (half, 0), (half - .01, 1.5), (half - .03, flap.length), (-half + .03, flap.length),
                       (-half + .01, 1.5)], [.2, .2, 0, .05, .05, 0], 12)
    panel('flap', outline, flap.place, kit, thickness=.04, step=.06, rim=.013)
    for x in (-1.0, 1.0):
        on_flap = raised(flap.place, .05)
        tongue = rounded([(x - .13, -.34), (x + .13, -.34), (x + .13, 1.5), (x - .13, 1.5)], [.12, .12, .03, .03], 8)
        panel('tongue', tongue, on_flap, kit, thickness=.035, groove=.035, step=.05)
        lock_on(on_flap, x, .12, kit, .72, drop=.28)
    half_grip, top = .55, body.height + .13
    grip = [Vector((-half_grip, 0, top + .02))]
    grip += [Vector((-half_grip * signed_power(math.cos(a), .5), 0, top + .04 + .36 * abs(math.sin(a)) ** .6))
             for a in (math.pi * i / 40 for i in range(41))]
    rolled_handle('grip', grip + [Vector((half_grip, 0, top + .02))], kit, .085, .85)
    for x in (-half_grip, half_grip):
        ring('grip ring', Matrix.Translation((x, 0, top)) @ Matrix.Rotation(math.pi / 2, 4, 'Z'), .10, .022,
             kit.hardware, .8)
        handle_plate(x, top - .03, kit, .34, .2)
    kit.finish()
    return Piece({'hero': View(-22, 8, .76, .64), 'angle': View(-54, 9, .66, .62), 'front': View(0, 5, .76, .64),
                  'macro': View(-24, 10, near=.40, focus=(-1.0, -.35, 1.1), fstop=1.2)})
