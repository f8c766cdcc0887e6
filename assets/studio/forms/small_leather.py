"""Wallets, card holder, key case and pouch."""
import math

from mathutils import Matrix, Vector, noise

from kit import FINE, FINER, make_kit
from leatherwork import Quilt, panel, strap
from mesh import cylinder, mesh_object, plate, ring, smooth_path, sweep
from shapes import Path, arch, bar, counter_clockwise, lerp, rectangle, rounded, smoothstep
from stage import View

from . import Piece, form
from .bags_soft import CLOTHS
from .inflate import Membrane

UP, BACK = Vector((0, 0, 1)), Vector((0, 1, 0))


@form('continental-wallet')
def continental_wallet(material, options):
    kit = make_kit(material, options, grain=.75, stitch=FINE)
    width, height = 2.0, 1.02
    bow = lambda u: .02 * (1 - (2 * u / width) ** 2)
    for i, y in enumerate((.14, .10, .06, .02, -.02, -.06)):
        outer = i in (0, 5)
        k, side = (0 if outer else .035), (1 if y < .05 else -1)
        leaf = rectangle(width - 2 * k, height - k * 1.5, .07 if outer else .06)
        panel('leaf', leaf, lambda u, v: Vector((u, y - bow(u) * side, v)), kit, thickness=.03, stitched=outer,
              groove=.04 if outer else None, puff=.003, groove_depth=.003)
    profile = rounded([(-.155, height - .60), (-.15, height + .03), (.16, height + .03), (.165, height - .3)],
                      [0, .075, .075, 0], 12, False)
    path = Path([Vector((0, y, z)) for y, z in profile], .008)

    def flap(u, v):
        p = path.at(v)
        return Vector((u, p.y - (bow(u) + .012 * smoothstep(.4, 0, v) if v < .55 else -bow(u)), p.z))
    half, end = width / 2 + .015, path.length
    outline = rounded([(-half, .1), (-.34, .04), (-.2, 0), (.2, 0), (.34, .04), (half, .1), (half, end), (-half, end)],
                      [.16, .2, .1, .1, .2, .16, .05, .05], 12)
    quilt = Quilt(.28, .024) if material == 'quilted-lambskin' else None
    panel('flap', outline, flap, kit, thickness=.035, step=.026 if quilt else .04, rim=.01, groove_depth=.003, quilt=quilt)
    at = flap(0, .2)
    plate('stud', arch(.2, .26), kit.hardware, .045, Matrix.Translation(at + Vector((0, 0, -.13))), .012)
    plate('stud face', arch(.13, .18), kit.brushed, .012, Matrix.Translation(at + Vector((0, -.043, -.09))), .004, 2)
    kit.finish()
    return Piece({'hero': View(-20, 11, .64, .5), 'angle': View(-46, 16, .56, .5), 'front': View(0, 5, .64, .5),
                  'macro': View(-22, 16, near=.46, focus=(.2, -.15, .55), fstop=1.6)})


@form('bifold')
def bifold(material, options):
    """Standing like a half-open book, spine to the left, cards showing inside."""
    kit = make_kit(material, options, grain=.7, stitch=FINER)
    width, height, opening = 1.10, .92, math.radians(options.get('opening', 42))
    radius = .06
    outline = rectangle(width, height, .06, x=width / 2 + radius)

    def leaf(side, depth):
        a = side * opening / 2
        across, out = Vector((math.cos(a), math.sin(a), 0)), Vector((-math.sin(a), math.cos(a), 0)) * side
        return lambda u, v: across * u + out * depth + Vector((0, 0, v))

    def outside(side, depth, **options_):
        place = leaf(side, depth)
        flipped = side > 0
        pattern = [Vector((-p[0], p[1])) for p in outline] if flipped else outline
        panel('cover', pattern, (lambda u, v: place(-u, v)) if flipped else place, kit, thickness=.022,
              groove=.03, groove_depth=.0025, puff=.002, rim=.006, step=.05, **options_)
    for side in (-1, 1):
        outside(side, .045)
        for k, high in enumerate((.80, .62, .44)):
            pocket = rectangle(width - .05, high, [.05, .05, .012, .012], x=width / 2 + radius)
            inner = leaf(side, .012 - k * .012)
            turned = side < 0
            pattern = [Vector((-p[0], p[1])) for p in pocket] if turned else pocket
            panel('pocket', pattern, (lambda u, v: inner(-u, v)) if turned else inner, kit, thickness=.012, groove=.03,
                  stitched=k == 2, rim=.004, step=.06, groove_depth=.002, puff=.001)
    start, end, bend = leaf(-1, .047)(radius, 0), leaf(1, .047)(radius, 0), Vector((-.11, 0, 0))
    wrap = Path([start * (1 - t) ** 2 + bend * (2 * t * (1 - t)) + end * t * t for t in (i / 24 for i in range(25))], .01)
    panel('spine', [Vector((0, 0)), Vector((wrap.length, 0)), Vector((wrap.length, height)), Vector((0, height))],
          lambda u, v: wrap.at(u) + UP * v, kit, thickness=.022, groove=None, step=.04, rim=.006)
    front = leaf(-1, .047)
    plate_at = front(width - .16, .10)
    plate('logo', arch(.075, .10), kit.hardware, .012, Matrix.Translation(plate_at) @ Matrix.Rotation(-opening / 2, 4, 'Z'),
          .004, 3)
    kit.finish()
    return Piece({'hero': View(-8, 14, .56, .5), 'angle': View(-52, 22, .52, .5),
                  'macro': View(-8, 18, near=.5, focus=(.8, -.3, .45), fstop=1.6)})


@form('card-holder')
def card_holder(material, options):
    kit = make_kit(material, options, grain=.7, stitch=FINER)
    width, height, lean = 1.04, .76, Matrix.Rotation(math.radians(-12), 3, 'X')
    base = rectangle(width, height, .05)
    at = lambda y: (lambda u, v: lean @ Vector((u, y, v)))
    panel('back', base, at(.045), kit, thickness=.02, groove=.03, step=.06, rim=.005, groove_depth=.002, puff=.001)
    panel('inner', base, at(.02), kit, thickness=.02, groove=None, step=.06, rim=.005)
    quilt = Quilt(.20, .016) if material == 'quilted-lambskin' else None
    for i, top in enumerate((.60, .47, .34)):
        corners, radii = [(-width / 2, 0), (width / 2, 0), (width / 2, top), (-width / 2, top)], [.05, .05, .012, .012]
        if i == 2:
            corners[3:3] = [(.2, top), (.13, top - .035), (-.13, top - .035), (-.2, top)]
            radii = [.05, .05, .012, .04, .05, .05, .04, .012]
        bowed = lambda u, v: lean @ Vector((u, -.002 - .014 * i - .006 * (1 - (2 * u / width) ** 2), v))
        panel('slot', rounded(corners, radii, 8), bowed, kit, thickness=.014, groove=.03, stitched=i == 2, rim=.004,
              step=.02 if quilt else .05, groove_depth=.0025, puff=.001, quilt=quilt if i == 2 else None)
    plate('logo', arch(.085, .115), kit.hardware, .012, lean.to_4x4() @ Matrix.Translation((0, -.036 if not quilt else -.052, .10)),
          .004, 3)
    kit.finish()
    return Piece({'hero': View(-18, 9, .55, .46), 'angle': View(-44, 16, .50, .44),
                  'macro': View(-22, 18, near=.5, focus=(.1, -.05, .4), fstop=1.8)})


@form('key-case')
def key_case(material, options):
    """A folded case with a pressed stud, lying back on its strap, with a ring and a clochette."""
    kit = make_kit(material, options, grain=.7, stitch=FINER)
    width, height, depth = .66, 1.12, .20
    lean = Matrix.Rotation(math.radians(-14), 3, 'X')
    profile = rounded([(-depth / 2, .44), (-depth / 2 - .01, .02), (depth / 2, .02), (depth / 2, height),
                       (-depth / 2 - .025, height), (-depth / 2 - .035, .34)],
                      [0, .08, .08, .09, .09, 0], 12, False)
    path = Path([Vector((0, y, z)) for y, z in profile], .008)
    place = lambda u, v: lean @ (path.at(v) + Vector((u, -.012 * (1 - (2 * u / width) ** 2) *
                                                      (1 if v > path.length * .6 else 0), 0)))
    half = width / 2
    outline = rounded([(-half, 0), (half, 0), (half, path.length - .16), (half - .10, path.length),
                       (-half + .10, path.length), (-half, path.length - .16)], [.02, .02, .16, .12, .12, .16], 10)
    panel('case', outline, lambda u, v: place(-u, v), kit, thickness=.026, step=.035, groove=.035, groove_depth=.003,
          rim=.007)
    for y in (-.03, .03):
        panel('lining leaf', rectangle(width - .05, height - .16, .05, z=.06), lambda u, v: lean @ Vector((u, y, v)), kit,
              thickness=.02, groove=None, step=.08, rim=.005)
    stud = place(0, path.length - .15)
    cylinder('stud', .062, stud + lean @ Vector((0, .01, 0)), stud + lean @ Vector((0, -.045, 0)), kit.hardware, .018)
    ring_at = lean @ Vector((0, 0, height + .22))
    strap('key loop', Path([lean @ Vector((0, .0, height - .08)), lean @ Vector((0, 0, height + .10))], .01), .22, kit,
          across=Vector((1, 0, 0)), thickness=.05, groove=.025, end_radius=.03)
    ring('key ring', Matrix.Translation(ring_at) @ Matrix.Rotation(math.radians(-14), 4, 'X'), .165, .020, kit.hardware)
    ring('key ring', Matrix.Translation(ring_at + Vector((0, .012, .012))) @ Matrix.Rotation(math.radians(-18), 4, 'X'),
         .165, .018, kit.hardware)
    kit.finish()
    return Piece({'hero': View(-22, 10, .40, .50), 'angle': View(-52, 18, .42, .50),
                  'macro': View(-24, 18, near=.5, focus=(0, -.15, .5), fstop=1.8)})


@form('pouch')
def pouch(material, options):
    """A filled zip pouch, standing, with a wrist loop."""
    kit = make_kit(material, options, grain=.85, stitch=FINE)
    trim = kit.trim_kit() if material in CLOTHS else kit
    width, height, base = options.get('width', 2.2), options.get('height', 1.42), .50
    outline = counter_clockwise(rounded([(-width / 2, 0), (width / 2, 0), (width / 2 - .03, height),
                                         (-width / 2 + .03, height)], [.16, .16, .08, .08], 12))
    film = Membrane(outline)
    depth = lambda v: lerp(base, .09, smoothstep(0, height, v) ** .8)
    ripple = lambda u, v, s: .03 * noise.noise(Vector((u * 1.6, v * 1.4, s))) * min(1, film(u, v) * 2)
    front = lambda u, v: Vector((u, -depth(v) / 2 - .17 * film(u, v) - ripple(u, v, 1), v + .01))
    panel('front', outline, front, kit, thickness=.028, step=.045, wobble=0)
    panel('back', outline, lambda u, v: Vector((-u, depth(v) / 2 + .17 * film(u, v) + ripple(u, v, 6), v + .01)), kit,
          thickness=.028, step=.06, wobble=0)
    seam = .035
    corners = [(-width / 2 + .03 + seam, height - .02), (-width / 2 + seam, seam), (width / 2 - seam, seam),
               (width / 2 - .03 - seam, height - .02)]
    path = Path([Vector((p[0], 0, p[1])) for p in rounded(corners, [0, .14, .14, 0], 12, False)], .02)
    edge = [(path.length * i / 80, depth(path.at(path.length * i / 80).z) / 2) for i in range(81)]
    panel('gusset', [Vector((s, -d)) for s, d in edge] + [Vector((s, d)) for s, d in reversed(edge)],
          lambda s, t: path.at(s) + Vector((0, -t, .01)), kit, thickness=.02, step=.06, groove=None)
    top = Path([Vector((-width / 2 + .05, 0, height)), Vector((width / 2 - .05, 0, height))], .02)
    sweep('zip tape', top.points, bar(.10, .05, .015), trim.leather, up=UP)
    _top_zip(kit, top, height + .03)
    pull = Vector((width / 2 - .12, -.03, height + .05))
    ring('zip ring', Matrix.Translation(pull + Vector((.02, -.01, -.02))), .05, .012, kit.hardware)
    strap('zip tab', Path(smooth_path([pull + Vector((.03, -.05, -.04)), pull + Vector((.04, -.16, -.16)),
                                       pull + Vector((.04, -.24, -.46))], 8), .01), .12, trim, across=Vector((1, 0, 0)),
          thickness=.035, groove=.024, end_radius=.05)
    loop_at = Vector((-width / 2 + .02, 0, height - .16))
    ring('wrist ring', Matrix.Translation(loop_at + Vector((-.06, 0, 0))), .08, .017, kit.hardware)
    loop = smooth_path([loop_at + Vector(p) for p in ((-.10, -.02, -.06), (-.18, -.06, -.5), (-.24, -.14, -1.0),
                                                       (-.10, -.26, -1.20), (.06, -.30, -1.18), (.02, -.36, -.9),
                                                       (-.10, -.10, -.2), (-.09, -.04, -.07))], 14)
    if options.get('wrist', True):
        strap('wrist loop', Path(loop, .02), .12, trim, across=Vector((.5, .86, 0)), thickness=.03, groove=.024, step=.04)
    kit.finish()
    if trim is not kit:
        trim.finish()
    return Piece({'hero': View(-18, 10, .64, .5), 'angle': View(-46, 18, .58, .5), 'front': View(0, 6, .64, .5),
                  'macro': View(-22, 18, near=.44, focus=(.7, -.2, 1.3), fstop=1.5)})


def _top_zip(kit, path, height):
    """Zip teeth lying along a straight top edge."""
    verts, faces = [], []
    for i in range(int(path.length / .026)):
        p, n = path.at(i * .026), len(verts)
        verts += [Vector((p.x + dx, dy, height + dz)) for dz in (-.01, .012)
                  for dx, dy in ((-.009, -.035), (.009, -.035), (.009, .035), (-.009, .035))]
        faces += [tuple(n + k for k in f) for f in ((4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))]
    mesh_object('zip', verts, faces, kit.hardware, smooth=False)
