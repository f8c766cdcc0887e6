"""Clutch, crossbody, backpack and weekender."""
import math

from mathutils import Matrix, Vector

from kit import make_kit
from leatherwork import Quilt, panel, raised, rolled_handle, strap
from mesh import box, cylinder, d_ring, mesh_object, plate, ring, smooth_path, sweep
from shapes import (Path, arch, bar, circle, counter_clockwise, inset, rectangle, resample, rounded, signed_power,
                    smoothstep, superellipse)
from stage import View

from . import Piece, form
from .bags_soft import CLOTHS
from .parts import Body, Flap, arch_lock, lock_on

UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))


@form('clutch')
def clutch(material, options):
    """An envelope for the evening: a deep pointed flap, an arch stud, nothing else."""
    kit = make_kit(material, options, grain=.8, stitch=(.026, .009, .005))
    body = Body(2.7, 2.66, 1.52, .40, .30, lift=0, corner=.10, corner_top=.05, bulge=.06, fold=.06)
    quilt = Quilt(.34, .032) if material == 'quilted-lambskin' else None
    body.sew(kit, feet=False, front_options={'quilt': quilt, 'step': .028} if quilt else None)
    flap, half = Flap(body, front_drop=1.12, offset=.035, crown=.05, crease=.11, back_drop=.45, dip=.01), 1.37
    point = [(-half, .46), (-.22, .03), (.22, .03), (half, .46)]
    outline = rounded(point + [(half - .02, 1.12), (half - .03, flap.length), (-half + .03, flap.length),
                               (-half + .02, 1.12)], [.10, .26, .26, .10, 0, .05, .05, 0], 14)
    panel('flap', outline, flap.place, kit, thickness=.035, step=.028 if quilt else .05, rim=.012,
          quilt=Quilt(.34, .032, .03) if quilt else None)
    at = flap.place(0, .24)
    plate('stud', arch(.17, .23), kit.hardware, .05, Matrix.Translation(at + Vector((0, 0, -.13))), .016)
    plate('stud face', arch(.10, .155), kit.brushed, .012, Matrix.Translation(at + Vector((0, -.047, -.095))), .004, 2)
    kit.finish()
    return Piece({'hero': View(-20, 10, .68, .5), 'angle': View(-48, 14, .62, .5), 'front': View(0, 5, .68, .5),
                  'macro': View(-22, 14, near=.42, focus=(.1, -.25, .9), fstop=1.3)})


@form('crossbody')
def crossbody(material, options):
    """A small saddle-shaped bag with a rounded flap and a long flat strap."""
    kit = make_kit(material, options, grain=.85, stitch=(.027, .0095, .0052))
    trim = kit.trim_kit() if material in CLOTHS else kit
    body = Body(2.15, 2.05, 1.62, .78, .60, lift=0, corner=.46, corner_top=.1, bulge=.08, fold=.12)
    body.sew(kit, feet=False)
    flap, half = Flap(body, front_drop=1.10, offset=.045, crown=.07, crease=.17, dip=.02), 1.08
    outline = rounded([(-half, 0), (half, 0), (half - .02, 1.1), (half - .03, flap.length), (-half + .03, flap.length),
                       (-half + .02, 1.1)], [.72, .72, 0, .05, .05, 0], 18)
    panel('flap', outline, flap.place, trim, thickness=.04, step=.045, rim=.014)
    lock_on(flap.place, 0, .20, kit, .72)
    top = body.height - .10
    for side in (-1, 1):
        x = side * (body.top / 2 + .02)
        tab = strap('tab', Path([Vector((x, 0, top - .40)), Vector((x + side * .015, 0, top + .10))], .02), .22, trim,
                    across=BACK, thickness=.03, end_radius=.08, groove=.028)
        tab.name = 'strap tab'
        ring('strap ring', Matrix.Translation((x + side * .03, 0, top + .14)) @ Matrix.Rotation(math.pi / 2, 4, 'Z'),
             .115, .022, kit.hardware)
    x, low = body.top / 2 + .05, top + .20
    arc = [Vector((-x, 0, low))]
    arc += [Vector((-x * signed_power(math.cos(a), .8), .10 * math.sin(a), low + .1 + 1.85 * math.sin(a) ** .92))
            for a in (math.pi * i / 40 for i in range(1, 40))] + [Vector((x, 0, low))]
    path = Path(smooth_path(arc, 14), .02)
    strap('strap', path, .17, trim, across=BACK, thickness=.032, groove=.026)
    spot = path.length * .18
    at, along = path.at(spot), path.tangent(spot)
    frame = [at + BACK * p[0] + along * p[1] for p in resample(bar(.27, .22, .05), .02)]
    sweep('strap buckle', frame, circle(.021, 12), kit.hardware, closed=True, up=BACK.cross(along))
    kit.finish()
    if trim is not kit:
        trim.finish()
    return Piece({'hero': View(-22, 9, .60, .68), 'angle': View(-56, 11, .56, .68), 'front': View(0, 5, .60, .68),
                  'macro': View(-24, 12, near=.40, focus=(.1, -.45, .95), fstop=1.3)})


@form('backpack')
def backpack(material, options):
    kit = make_kit(material, options)
    trim = kit.trim_kit() if material in CLOTHS else kit
    width, height, depth, lift = 2.35, 2.75, 1.0, .04
    outline = rounded([(-width / 2, 0), (width / 2, 0), (width / 2 - .06, height), (-width / 2 + .06, height)],
                      [.32, .32, .72, .72], 18)
    bulge = lambda u, v: .13 * max(0, 1 - (2 * u / width) ** 2) * math.sin(math.pi * max(0, min(1, v / height))) ** .7
    front = lambda u, v: Vector((u, -depth / 2 - bulge(u, v), v + lift))
    panel('front', outline, front, kit, thickness=.04)
    panel('back', outline, lambda u, v: Vector((-u, depth / 2, v + lift)), kit, thickness=.04)
    loop = inset(counter_clockwise(resample(outline, .03)), .05)
    start = min(range(len(loop)), key=lambda i: abs(loop[i][0]) + loop[i][1] * 10)
    loop = loop[start:] + loop[:start] + [loop[start]]
    path = Path([Vector((p[0], 0, p[1])) for p in loop], .03)

    def gusset(s, t):
        p, along = path.at(s), path.tangent(s, .03)
        return Vector((p.x, -t, p.z + lift)) + Vector((-along.z, 0, along.x)) * (.05 * max(0, 1 - abs(2 * t / depth)) ** 1.2)
    d = depth / 2 - .02
    panel('gusset', [(0, -d), (path.length, -d), (path.length, d), (0, d)], gusset, kit, step=.06, groove=None)
    for y in (-depth / 2 - .01, depth / 2 + .01):
        sweep('piping', [Vector((p[0], y, p[1] + lift)) for p in resample(outline, .03)], circle(.03, 12), trim.leather,
              closed=True, up=BACK)
    zip_teeth(kit, path, lambda s: gusset(s, depth * .22), path.length * .2, path.length * .8)
    _backpack_pocket(kit, trim, front, lift)
    grip = [Vector((-.36 * math.cos(a), depth * .30, height + lift - .02 + .34 * math.sin(a) ** .8))
            for a in (math.pi * i / 30 for i in range(31))]
    rolled_handle('grip', grip, trim, .07, .7)
    for side in (-1, 1):
        points = [(.42, .06, height - .1), (.55, .30, height - .3), (.72, .42, 1.5), (.92, .25, .5), (1.0, .05, .2)]
        run = smooth_path([Vector((side * x, depth / 2 + y, z)) for x, y, z in points], 60, .03)
        strap('shoulder strap', Path(run, .02), .34, trim, across=Vector((1, 0, 0)), thickness=.09, step=.08)
    kit.finish()
    if trim is not kit:
        trim.finish()
    return Piece({'hero': View(-26, 8, .60, .66), 'angle': View(-62, 10, .56, .66), 'front': View(0, 5, .60, .66),
                  'macro': View(-24, 10, near=.36, focus=(.1, -.85, .9), fstop=1.2)})


def zip_teeth(kit, path, place, start, end, pitch=.03, width=.045):
    """Metal zip teeth along a Path; place(s) is the point on the leather."""
    verts, faces = [], []
    for i in range(int((end - start) / pitch)):
        s = start + i * pitch
        p, along = place(s), path.tangent(s)
        out, base = Vector((along.z, 0, -along.x)), len(verts)
        verts += [p + along * dx + BACK * dy + out * (dz + .008) for dx in (-.011, .011) for dy in (-width, width)
                  for dz in (0, .022)]
        faces += [tuple(base + i for i in face) for face in
                  ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (1, 5, 7, 3))]
    mesh_object('zip', verts, faces, kit.hardware, smooth=False)


def _backpack_pocket(kit, trim, front, lift):
    outline = rounded([(-.88, .18), (.88, .18), (.86, 1.22), (-.86, 1.22)], [.28, .28, .16, .16], 14)
    panel('pocket', outline, lambda u, v: front(u, v) + Vector((0, -.22, 0)), kit, thickness=.24, rim=.06, groove=.09,
          puff=.012)
    flap = rounded([(-.92, .82), (-.3, .74), (.3, .74), (.92, .82), (.92, 1.34), (-.92, 1.34)],
                   [.2, .2, .2, .2, .06, .06], 10)
    panel('pocket flap', flap, lambda u, v: front(u, v) + Vector((0, -.255 + .25 * smoothstep(1.2, 1.36, v), 0)), trim,
          thickness=.035, step=.05)
    arch_lock(Matrix.Translation((0, front(0, .86).y - .26, .72 + lift)), kit, .8)


@form('weekender')
def weekender(material, options):
    """A soft holdall: one piece wrapped round two shaped ends, rolled handles, a zip along the top."""
    kit = make_kit(material, options, grain=1.1)
    trim = kit.trim_kit('smooth-calf') if material in CLOTHS else kit
    length, depth, height = 4.4, 2.1, 2.35
    profile = [Vector((p[0], p[1] + height / 2)) for p in superellipse(depth / 2, height / 2, 3.0, 96)]
    start = min(range(96), key=lambda i: profile[i][1] + abs(profile[i][0]) * .2)
    profile = profile[start:] + profile[:start] + [profile[start]]
    path = Path([Vector((0, -p[0], p[1])) for p in reversed(profile)], .02)
    if path.at(path.length * .25).y > 0:
        path = Path([Vector((0, p[0], p[1])) for p in reversed(profile)], .02)
    centre = Vector((0, 0, height / 2))

    def place(u, v):
        p = path.at(v)
        sag = 1 - .045 * math.cos(math.pi * u / length) * smoothstep(height * .4, height, p.z)
        full = 1 + .05 * math.cos(math.pi * u / length) * (1 - smoothstep(height * .3, height, p.z))
        return Vector((u, p.y * full, .03 + p.z * sag))
    outline = [(-length / 2, 0), (length / 2, 0), (length / 2, path.length), (-length / 2, path.length)]
    panel('body', outline, place, kit, thickness=.03, step=.08, wobble=.02)
    end = counter_clockwise([Vector((p.y, p.z)) for p in path.points[:-1]])
    for side in (-1, 1):
        panel('end', end, lambda u, v: Vector((side * (length / 2 - .02 + .10 * _dome(u / depth, (v - centre.z) / height)),
                                               side * u, v + .03)), kit, thickness=.03, step=.07)
        sweep('piping', [Vector((side * length / 2, p.y, p.z + .03)) for p in path.points[:-1]], circle(.035, 12),
              trim.leather, closed=True, up=Vector((1, 0, 0)))
    _weekender_handles(kit, trim, place, path, length, height)
    kit.finish()
    if trim is not kit:
        trim.finish()
    return Piece({'hero': View(-22, 10, .78, .62), 'angle': View(-52, 12, .66, .62), 'front': View(0, 6, .78, .62),
                  'macro': View(-24, 14, near=.34, focus=(-.85, -.9, 1.7), fstop=1.2)})


def _dome(x, y):
    return max(0, 1 - (2 * x) ** 2) * max(0, 1 - (2 * y) ** 2)


def _weekender_handles(kit, trim, place, path, length, height):
    """Straps that run under the bag and rise into two handles; the zip lies between them."""
    top = path.length / 2
    tape = [place(x, top) + Vector((0, 0, .012)) for x in (i / 40 * length - length / 2 for i in range(2, 39))]
    sweep('zip tape', tape, bar(.26, .02, .008), trim.leather, up=UP)
    run = Path(tape, .02)
    verts, faces = [], []
    for i in range(int(run.length / .034)):
        p, base = run.at(i * .034), len(verts)
        verts += [p + Vector((dx, dy, dz)) for dz in (.012, .04) for dx, dy in ((-.012, -.05), (.012, -.05), (.012, .05), (-.012, .05))]
        faces += [tuple(base + k for k in f) for f in ((4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))]
    mesh_object('zip', verts, faces, kit.hardware, smooth=False)
    puller = run.at(run.length * .93) + Vector((0, -.02, .05))
    plate('zip pull', arch(.09, .26), kit.hardware, .025, Matrix.Translation(puller) @ Matrix.Rotation(math.radians(80), 4, 'X'), .008)
    reach = .82
    for side, low, high in ((1, path.length * .06, path.length * .395), (-1, path.length * .605, path.length * .94)):
        for x in (-reach, reach):
            outline = rectangle(.26, high - low, .1, x=x, z=low)
            panel('band', outline, raised(place, .03), trim, thickness=.035, step=.06, groove=.035)
            ring_at = raised(place, .08)(x, high if side > 0 else low)
            ring('handle ring', Matrix.Translation(ring_at), .13, .026, kit.hardware)
            low_point = raised(place, .05)(x, low + (high - low) * (.80 if side > 0 else .20))
            cylinder('rivet', .04, low_point, low_point + Vector((0, -side * .045, 0)), kit.hardware, .013)
        base = raised(place, .08)(0, high if side > 0 else low)
        grip = [Vector((-reach * signed_power(math.cos(a), .6), base.y - side * .06 * math.sin(a),
                        base.z + 1.15 * math.sin(a) ** .85)) for a in (math.pi * i / 50 for i in range(51))]
        rolled_handle('grip', grip, trim, .075, .9)
