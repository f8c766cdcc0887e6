"""A round dress watch on a leather strap, standing on its own band."""
import math

from mathutils import Matrix, Vector

import materials
from kit import make_kit
from leatherwork import panel
from mesh import cylinder, lathe, mesh_object, plate, sweep
from nodes import Shader
from shapes import Path, bar, circle, relaxed, rounded, smoothstep
from stage import View

from . import Piece, form

RADIUS, CENTRE = .195, .62


@form('watch')
def watch(material, options):
    """The strap takes the tint; the case is the hardware."""
    kit = make_kit(options.get('strap', 'smooth-calf'), options, grain=options.get('grain', .5), stitch=(.017, .006, .0032))
    steel = materials.metal('case', .08)
    r, face = RADIUS, Matrix.Translation((0, 0, CENTRE)) @ Matrix.Rotation(math.pi / 2, 4, 'X')
    lathe('case', [(0, -.05), (r * .85, -.05), (r * .97, -.03), (r, 0), (r, .03), (r * .985, .045), (r * .93, .058),
                   (r * .885, .062), (r * .865, .056), (r * .855, .038)], steel, face, 128, 40)
    _dial(steel, face, options.get('dial', '#f3ede0'))
    _crown(steel)
    for end in (1, -1):
        _strap(kit, steel, end)
    kit.finish()
    return Piece({'hero': View(-18, 7, .36, .56), 'angle': View(-48, 10, .40, .56),
                  'macro': View(-24, 8, near=.55, focus=(0, -.05, .62), fstop=2.4)})


def _dial(steel, face, colour):
    r = RADIUS
    dial = materials.plain('dial', colour, .32, Clearcoat=.6, Clearcoat_Roughness=.05)
    lathe('dial', [(0, .040), (r * .86, .040)], dial, face, 96)
    ink = materials.plain('ink', '#2a2420', .5)
    upright = Matrix.Rotation(math.pi / 2, 4, 'X') @ Matrix.Rotation(math.pi, 4, 'Y') @ Matrix.Rotation(math.pi, 4, 'X')
    for hour in range(12):
        turned, (w, h) = face @ Matrix.Rotation(-math.tau * hour / 12, 4, 'Z'), ((.0065, .036) if hour % 3 else (.009, .05))
        at = turned @ Matrix.Translation((0, r * .74 - h / 2 + .01, .040)) @ upright
        plate('index', [(-w, -h / 2), (w, -h / 2), (w, h / 2), (-w, h / 2)], steel, .008, at, .002, 2)
    for minute in range(60):
        turned = face @ Matrix.Rotation(-math.tau * minute / 60, 4, 'Z')
        cylinder('tick', .0016, turned @ Vector((0, r * .82, .040)), turned @ Vector((0, r * .82, .0415)), ink, .0003, 8)
    for degrees, length, width, height in ((-54, r * .50, .011, .047), (54, r * .74, .008, .053)):
        turned = face @ Matrix.Rotation(-math.radians(degrees), 4, 'Z')
        shape = [(-width * .6, -.03), (width * .6, -.03), (width, length * .25), (0, length), (-width, length * .25)]
        verts = [turned @ Vector((x, y, height)) for x, y in shape]
        verts += [turned @ Vector((x * .3, y * .98, height + .006)) for x, y in shape]
        mesh_object('hand', verts, [(5, 6, 7, 8, 9)] + [(i, (i + 1) % 5, 5 + (i + 1) % 5, 5 + i) for i in range(5)], steel,
                    smooth=False)
    cylinder('pinion', .012, face @ Vector((0, 0, .045)), face @ Vector((0, 0, .064)), steel, .003, 24)
    turned = face @ Matrix.Rotation(-math.radians(190), 4, 'Z')
    sweep('seconds', [turned @ Vector((0, -.04, .060)), turned @ Vector((0, r * .78, .060))], circle(.0018, 8), steel)
    s = Shader('crystal')
    share = s.times(s.node('Fresnel', {'IOR': 1.35}).outputs[0], .6)
    crystal = s.surface(s.node('MixShader', {0: share, 1: s.node('BsdfTransparent').outputs[0],
                                             2: s.node('BsdfGlossy', {'Roughness': .01}).outputs[0]}).outputs[0])
    lathe('crystal', [(0, .075), (r * .5, .073), (r * .8, .066), (r * .87, .058)], crystal, face, 96, 60)


def _crown(steel):
    cylinder('crown', .030, (RADIUS * .98, 0, CENTRE), (RADIUS + .055, 0, CENTRE), steel, .008, 40)
    for i in range(28):
        y, z = .031 * math.cos(math.tau * i / 28), .031 * math.sin(math.tau * i / 28)
        cylinder('flute', .0032, (RADIUS + .012, y, CENTRE + z), (RADIUS + .046, y, CENTRE + z), steel, .001, 8)


def _strap(kit, steel, end):
    """Half the band, from the lugs round to the back."""
    depth, reach, behind = .30, .36, .30
    points = [Vector((0, 0, CENTRE + end * (RADIUS + .02)))]
    for i in range(41):
        t = i / 40
        a = math.pi * (.12 + .88 * t)
        rise = RADIUS * .55 * (1 - smoothstep(.62, 1, t)) + (reach - RADIUS * .55) * abs(math.sin(a)) ** .8
        points.append(Vector((0, behind - depth * math.cos(a * .98), CENTRE + end * rise)))
    path, half = Path(relaxed(Path(points, .02).points, 20), .01), .1075
    outline = rounded([(0, -half), (path.length, -half * .85), (path.length, half * .85), (0, half)], [.01, .03, .03, .01], 6)
    panel('strap', outline, lambda u, v: path.at(u) + Vector((v * end, 0, 0)), kit, thickness=.04, step=.03, groove=.02,
          groove_depth=.002, puff=.01, wobble=0, rim=.012, edge_step=.02)
    for x in (-.125, .125):
        z = lambda k: CENTRE + end * RADIUS * k
        lug = [Vector((x, .01, z(.72))), Vector((x, -.03, z(.86))), Vector((x, -.012, z(1.06))), Vector((x, .035, z(1.18)))]
        sweep('lug', Path(lug, .01).points, bar(.034, .044, .006), steel, up=Vector((0, -1, 0)))
    cylinder('bar', .012, (-.12, .03, CENTRE + end * RADIUS * 1.12), (.12, .03, CENTRE + end * RADIUS * 1.12), steel, .002, 16)
