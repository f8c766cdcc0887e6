"""Belt, sunglasses, watch, bracelet and hat."""
import math

from mathutils import Matrix, Vector, noise

import materials
from kit import make_kit
from leatherwork import panel, strap
from mesh import ball, cylinder, grid, lathe, mesh_object, plate, smooth_path, solidify, sweep
from nodes import Shader, linear
from shapes import Path, arch, bar, circle, lerp, resample, rounded, smoothstep
from stage import View

from . import Piece, form

UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))


@form('belt')
def belt(material, options):
    """Coiled on its edge, the buckle in front."""
    kit = make_kit(material, options, grain=.8, stitch=(.028, .010, .0052))
    width, turns, floor = options.get('width', .38), 2.55, .025
    middle = width / 2 + floor
    coil = [Vector((.55, -.985, middle)), Vector((.25, -.985, middle))]
    for i in range(421):
        t = i / 420
        a, r = -math.pi / 2 - turns * 2 * math.pi * t, .98 - .086 * turns * t
        coil.append(Vector((r * 1.06 * math.cos(a), r * math.sin(a) + .02 * math.sin(a * 2 + 1), middle)))
    path = Path(coil, .02)
    outline = rounded([(0, -width / 2), (path.length, -width / 2), (path.length, width / 2), (0, width / 2)], .05, 8)
    panel('belt', outline, lambda u, v: path.at(u) - UP * v, kit, thickness=.035, step=.06, groove=.035, puff=.002,
          wobble=0)
    turn = Matrix.Translation((.50, -1.03, middle)) @ Matrix.Rotation(math.pi / 2, 4, 'Y')
    outline = arch(.40, .56)
    frame = [turn @ Vector((p[0], 0, p[1] - .10))
             for p in resample(rounded(outline, [.06, .06] + [0] * (len(outline) - 2), 6), .02)]
    sweep('buckle', frame, bar(.068, .06, .016), kit.hardware, closed=True, up=turn.to_3x3() @ Vector((0, -1, 0)))
    cylinder('buckle bar', .022, (.42, -1.03, 0), (.42, -1.03, width + .02), kit.hardware)
    sweep('prong', [(.43, -1.045, middle), (.7, -1.085, middle), (.88, -1.085, middle), (.955, -1.06, middle)],
          circle(.02, 14), kit.hardware)
    strap('keeper', Path([Vector((.12, -1.045, 0)), Vector((.12, -1.045, width + .01))], .02), .11, kit,
          across=Vector((-1, 0, 0)), thickness=.03, groove=.022, step=.04)
    kit.finish()
    return Piece({'hero': View(12, 24, .68, .5), 'angle': View(-18, 38, .68, .55),
                  'macro': View(10, 22, near=.42, focus=(.55, -1.05, .2), fstop=1.4)})


def _lens(colour):
    s = Shader('lens')
    height = s.parts(s.object_space())[2]
    tint = s.mix(s.ramp(height, .12, .58), linear('#b9a48e'), linear(colour))
    through = s.node('BsdfTransparent', {'Color': tint})
    mirror = s.node('BsdfGlossy', {'Color': (1, 1, 1, 1), 'Roughness': .02})
    share = s.add(s.times(s.node('Fresnel', {'IOR': 1.6}).outputs[0], .9), .03)
    return s.surface(s.node('MixShader', {0: share, 1: through.outputs[0], 2: mirror.outputs[0]}).outputs[0])


@form('sunglasses')
def sunglasses(material, options):
    kit = make_kit(material, options)
    lens, centre = _lens(options.get('lens', '#2a2019')), .34
    width, height, power = {'round': (.275, .275, 2.05), 'square': (.300, .235, 3.4)}.get(
        options.get('shape'), (.292, .248, 2.7))
    wrap = lambda x: .16 * x * x
    for side in (-1, 1):
        middle, rim = .37 * side, []
        for i in range(96):
            a = 2 * math.pi * i / 96
            c, q = math.cos(a), math.sin(a)
            x = width * math.copysign(abs(c) ** (2 / power), c)
            z = height * math.copysign(abs(q) ** (2 / power), q)
            lifted = z + (.045 * (x * side / width + .2) if z > 0 else .01 * x * side)
            rim.append(Vector((middle + x * (1 + .10 * (z / height)), 0, centre + lifted)))
        rim = [Vector((p.x, wrap(p.x), p.z)) for p in resample(rim, .02)]
        sweep('rim', rim, bar(.068, .056, .014), kit.leather, closed=True, up=-BACK)
        _glaze(rim, Vector((middle, 0, centre)), wrap, lens)
        _temple(kit, side, wrap, centre + .165)
    bridge = [Vector((x, wrap(x) - .012, centre + .095 - .9 * x * x)) for x in (-.13 + .26 * i / 20 for i in range(21))]
    sweep('bridge', bridge, bar(.09, .084, .025), kit.leather, up=UP)
    return Piece({'hero': View(-26, 13, .62, .5), 'angle': View(-62, 16, .62, .5), 'front': View(0, 5, .62, .5),
                  'macro': View(-40, 14, near=.46, focus=(.5, 0, .4), fstop=2.0)})


def _glaze(rim, centre, wrap, lens):
    n, rings, verts = len(rim), 8, []
    for r in range(rings + 1):
        k = r / rings
        for p in rim:
            q = centre.lerp(Vector((p.x, 0, p.z)), k)
            verts.append(Vector((q.x, wrap(q.x) - .03 * (1 - k * k), q.z)))
    faces = [(r * n + i, r * n + (i + 1) % n, (r + 1) * n + (i + 1) % n, (r + 1) * n + i) for r in range(rings)
             for i in range(n)]
    mesh_object('lens', verts, faces, lens)


def _temple(kit, side, wrap, level):
    hinge = [(.60, wrap(.6), -.01), (.70, wrap(.7), .02), (.745, wrap(.74) + .06, .02), (.75, wrap(.75) + .14, .01)]
    sweep('end piece', resample([Vector((x * side, y, level + z)) for x, y, z in hinge], .02, False),
          bar(.10, .13, .02), kit.leather, up=UP)
    run = [(.75, wrap(.75) + .13, .01), (.755, .6, .005), (.745, 1.05, -.01), (.725, 1.25, -.07), (.70, 1.42, -.24),
           (.68, 1.52, -.42)]
    taper = lambda t: (1, lerp(1, .62, smoothstep(0, .55, t)) * (1 + .25 * smoothstep(.75, 1, t)))
    sweep('temple', smooth_path([Vector((x * side, y, level + z)) for x, y, z in run]), bar(.044, .124, .018),
          kit.leather, up=UP, scale=taper)
    plate('logo', arch(.05, .07), kit.hardware, .012, Matrix.Translation((.782 * side, .34, level - .03))
          @ Matrix.Rotation(math.radians(90 * side), 4, 'Z'), .003, 2)
    cylinder('pin', .016, (.70 * side, wrap(.7) - .055, level + .02), (.70 * side, wrap(.7) - .075, level + .02),
             kit.hardware, .005, 20)


@form('bracelet')
def bracelet(material, options):
    """A cuff: a plain bangle of steel with an arched clasp, or a plaited leather band with a metal clasp."""
    kit = make_kit('leather-woven' if material == 'leather-woven' else 'smooth-calf', options, grain=.28)
    radius = .31
    if material == 'leather-woven':
        path = [Vector((radius * 1.08 * math.cos(a), radius * math.sin(a), .13))
                            for a in (-math.pi / 2 + 2 * math.pi * i / 90 for i in range(90))]
        for wind in range(3):
            strands = [p + Vector((.018 * math.cos(i * .70 + wind * 2.09) * p.x / radius,
                                         .018 * math.cos(i * .70 + wind * 2.09) * p.y / radius,
                                         .045 * math.sin(i * .70 + wind * 2.09))) for i, p in enumerate(path)]
            sweep('plait', resample(strands, .008), bar(.05, .062, .02), kit.leather, closed=True, up=UP)
        plate('clasp', arch(.17, .22), kit.hardware, .06, Matrix.Translation((0, -radius - .03, .02)), .02)
        cylinder('cap', .075, (-.16, -radius + .012, .13), (-.06, -radius, .13), kit.hardware, .014)
        cylinder('cap', .075, (.16, -radius + .012, .13), (.06, -radius, .13), kit.hardware, .014)
    else:
        cuff = materials.metal('cuff', .12)
        path = [Vector((radius * 1.1 * math.cos(a), radius * math.sin(a), 0))
                for a in (-math.pi / 2 + .34 + (2 * math.pi - .68) * i / 120 for i in range(121))]
        dome = [(.004, -.080), (.022, -.066), (.040, -.036), (.047, 0), (.040, .036), (.022, .066), (.004, .080),
                (-.008, .078), (-.010, 0), (-.008, -.078)]
        sweep('cuff', [p + UP * .085 for p in path], [Vector((-x, z)) for x, z in dome], cuff, up=UP, angle=70)
        for p in (path[0], path[-1]):
            ball('tip', .060, p + UP * .085, cuff, (1, 1, 1.4))
    kit.finish()
    return Piece({'hero': View(-24, 22, .46, .4), 'angle': View(24, 38, .46, .4),
                  'macro': View(-18, 20, near=.55, focus=(0, -.3, .12), fstop=2.2)})


@form('hat')
def hat(material, options):
    """A wide brim and a softly pinched crown; a ribbon of grosgrain round its foot."""
    kit = make_kit(material, options, grain=.9)
    round_, brim = .92, options.get('brim', 1.95)
    crown_height = options.get('crown', 1.05)

    def place(u, v):
        a = 2 * math.pi * u
        long = 1.12
        if v < .45:                      # brim, from its edge inwards
            t = v / .45
            r = lerp(brim, round_, t)
            wave = .07 * math.cos(2 * a) + .03 * math.sin(3 * a + 1) + .02 * noise.noise(Vector((math.cos(a), math.sin(a), 3)))
            z = .10 + (1 - t) ** 1.6 * (wave + .04) - options.get('droop', 0) * (1 - t) ** .8
        elif v < .80:                    # crown wall
            t = (v - .45) / .35
            r = round_ - .13 * t - .03 * math.sin(math.pi * t)
            z = .10 + crown_height * t ** .92
        else:                            # tip
            t = (v - .80) / .20
            r = (round_ - .13) * (1 - t)
            z = .10 + crown_height + .07 * math.sin(math.pi * .5 * t)
        x, y = r * math.cos(a), r * math.sin(a) * long
        height = smoothstep(.55, 1.0, (z - .10) / crown_height)
        if options.get('shape') != 'bucket':
            dent = .22 * math.exp(-(x / .20) ** 2) * (.55 - .45 * y / round_) * height
            pinch = .14 * height * math.exp(-((y + round_ * .62) / .34) ** 2)
            x, z = x * (1 - pinch), z - dent * smoothstep(-1.25, .2, -y + .2)
        return Vector((x, y, z))
    obj = grid('hat', 180, 120, lambda u, v: place(-u, v), [kit.leather, kit.leather],
               uv_scale=(6.0, 3.4))
    obj.modifiers.new('fuse', 'WELD').merge_threshold = .002
    solidify(obj, .045, -1, rim_bevel=.015)
    edge = [place(i / 160, 0.0) for i in range(160)]
    sweep('brim binding', edge, circle(.032, 12), kit.leather, closed=True, up=UP)
    if options.get('shape') != 'bucket':
        ribbon = kit.trim('cotton')
        band = grid('ribbon', 140, 8, lambda u, v: _outwards(place(-u, lerp(.462, .535, v)), .022), ribbon, uv_scale=(6, .3))
        solidify(band, .012, 0, rim_bevel=0)
        knot = _outwards(place(.5, .50), .05)
        lathe('ribbon knot', [(0, -.07), (.05, -.06), (.06, 0), (.05, .06), (0, .07)], ribbon, Matrix.Translation(knot))
    kit.finish()
    return Piece({'hero': View(-64, 15, .68, .5), 'angle': View(-20, 30, .68, .6),
                  'macro': View(-50, 20, near=.44, focus=(-.8, -.6, .4), fstop=1.3)})


def _outwards(p, distance):
    return p + Vector((p.x, p.y, 0)).normalized() * distance
