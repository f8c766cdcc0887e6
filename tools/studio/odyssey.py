"""The season's scenes, "Summer Odyssey": an arcade by the sea in the low sun.

    blender -b --factory-startup --python odyssey.py -- '{"png": "banner.png", "width": 1600, "height": 900,
        "samples": 64, "crop": "wide"}'

Crops: "wide" is the banner and leaves its left third free for words, "tall" is the same for phones; "terrace" and
"gifts" show other pieces from nearer by, "terrace-tall" and "gifts-tall" the same for phones; the other tall ones stand
for categories. "hour" is the time of day: "afternoon" (if it is missing), "morning", "evening" or "night".
"""

import json
import math
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bpy  # noqa: E402
import numpy as np  # noqa: E402
from mathutils import Matrix, Vector  # noqa: E402

import forms  # noqa: E402
import nodes  # noqa: E402
import passes  # noqa: E402
import stage  # noqa: E402
import tone  # noqa: E402
from denoise import denoise  # noqa: E402
from hardware import ball, box  # noqa: E402
from mesh import lathe, mesh_object, set_aside  # noqa: E402
from nodes import Shader, linear  # noqa: E402
from shapes import arch  # noqa: E402

WALL_Y, GOBO_DISTANCE = 6.5, 22
BAG, WALLET = '#542c1a', '#84381c'
SHADE, SHADE_DEPTH = 0.4, 0.26  # light left at the very top, and the share of the height until it is full
HOURS = {  # the sun (azimuth from the left front, elevation, energy, colour), the sky from the sea up, the other lights
    'afternoon': {
        'sun': (52, 25, 6.5, (1, 0.66, 0.36)),
        'sky': ((0, (1.0, 0.62, 0.36)), (0.10, (0.98, 0.72, 0.52)), (0.24, (0.60, 0.66, 0.74)), (0.55, (0.22, 0.42, 0.72))),
        'seen': (1.15, 0.75),
        'bounce': (260, (1, 0.85, 0.72)),
        'key': (220, (1, 0.86, 0.70)),
    },
    'morning': {
        'sun': (44, 31, 5.2, (1, 0.84, 0.66)),
        'sky': ((0, (0.98, 0.86, 0.78)), (0.10, (0.86, 0.88, 0.90)), (0.24, (0.58, 0.74, 0.88)), (0.55, (0.30, 0.54, 0.84))),
        'seen': (1.25, 0.95),
        'bounce': (240, (0.96, 0.95, 0.95)),
        'key': (220, (1, 0.95, 0.88)),
    },
    'evening': {
        'sun': (60, 16, 5.0, (1, 0.42, 0.20)),
        'sky': ((0, (1.0, 0.42, 0.26)), (0.10, (0.86, 0.46, 0.46)), (0.24, (0.46, 0.36, 0.56)), (0.55, (0.12, 0.16, 0.40))),
        'seen': (0.95, 0.55),
        'bounce': (170, (0.86, 0.72, 0.84)),
        'key': (150, (1, 0.72, 0.56)),
    },
    'night': {
        'sun': (46, 34, 2.0, (0.66, 0.76, 1.0)),
        'sky': ((0, (0.20, 0.24, 0.38)), (0.10, (0.10, 0.14, 0.28)), (0.24, (0.05, 0.08, 0.19)), (0.55, (0.02, 0.03, 0.09))),
        'seen': (0.55, 0.50),
        'bounce': (130, (0.74, 0.82, 1.0)),
        'key': (430, (1, 0.74, 0.46)),
    },
}
# The large plinth and the small one before it, where pieces stand.
LARGE, SMALL = (2.35, -0.7, 1.25), (-0.75, -1.6, 0.55)
NEAR = ((-1.9, -12.4, 2.35), (1.25, 0, 1.8), 58)  # for what is low


def beside(plinth, x, y=0):
    return plinth[0] + x, plinth[1] + y, plinth[2]


BANNER = (  # form, material, dye, place, turn, scale
    ('top-handle', 'pebbled-calf', BAG, beside(LARGE, 0, -0.05), -16, 1),
    ('continental-wallet', 'pebbled-calf', WALLET, beside(SMALL, 0, -0.15), 14, 0.9),
)
TERRACE = (
    ('tote', 'straw', '#b09a78', LARGE, -34, 1),
    ('hat', 'straw', '#c4b494', SMALL, 10, 0.86),
)
GIFTS = (
    ('service-box', 'paper', '#cbb993', LARGE, -24, 1),
    ('bucket', 'leather-woven', '#9a5e30', SMALL, -20, 0.86),
)
SCENES = {  # the pieces and the camera of each crop
    'wide': (BANNER, ((0.55, -18.2, 2.35), (0.55, 0, 2.72), 54)),
    'tall': (BANNER, ((1.35, -18.2, 2.35), (1.35, 0, 2.9), 52)),
    'terrace': (TERRACE, ((-4.8, -15.4, 2.7), (1.0, 0, 2.5), 52)),
    'terrace-tall': (TERRACE, ((-3.6, -14.6, 2.6), (1.2, 0, 2.3), 54)),
    'gifts': (GIFTS, ((5.2, -15.0, 2.6), (0.9, 0, 2.4), 54)),
    'gifts-tall': (GIFTS, ((4.4, -15.4, 2.6), (0.9, 0, 2.4), 54)),
    'journey-tall': (
        (
            ('weekender', 'pebbled-calf', '#4f2d1b', LARGE, -24, 0.92),
            ('hat', 'wool', '#8a7054', SMALL, 10, 0.86),
        ),
        ((-2.6, -14.8, 2.6), (1.3, 0, 2.3), 54),
    ),
    'office-tall': (
        (
            ('briefcase', 'smooth-calf', '#1d2026', beside(LARGE, 0.1), -22, 0.96),
            ('derby', 'smooth-calf', '#2b1a14', beside(SMALL, 0.1), -28, 0.62),
        ),
        ((-2.6, -14.2, 2.6), (1.3, 0, 2.2), 54),
    ),
    'leather-tall': (
        (
            ('continental-wallet', 'quilted-lambskin', '#a07c72', beside(LARGE, -0.15), -22, 1.2),
            ('card-holder', 'smooth-calf', '#7a4a20', beside(SMALL, 0, 0.1), 14, 1.2),
        ),
        NEAR,
    ),
    'pockets-tall': (
        (
            ('bifold', 'smooth-calf', '#171c26', beside(LARGE, -0.4), -22, 1.5),
            ('key-case', 'pebbled-calf', '#4a2f22', beside(SMALL, 0, 0.1), 14, 1.2),
        ),
        NEAR,
    ),
    'steps-tall': (
        (
            ('pump', 'patent', '#4a1318', beside(LARGE, -0.15, -0.1), -26, 1.0),
            ('sandal', 'smooth-calf', '#6f4426', beside(SMALL, 0.05, 0.1), -26, 0.66),
        ),
        NEAR,
    ),
    'soles-tall': (
        (
            ('ankle-boot', 'suede', '#46301f', beside(LARGE, -0.1, -0.1), -26, 0.95),
            ('loafer', 'smooth-calf', '#2b1a14', beside(SMALL, 0, 0.1), -26, 0.62),
        ),
        NEAR,
    ),
    'sun-tall': (
        (
            ('hat', 'straw', '#b9a888', beside(LARGE, -0.2, -0.1), 10, 1.0),
            ('sunglasses', 'acetate', '#2a1a12', beside(SMALL, 0, 0.1), -22, 1.25),
        ),
        NEAR,
    ),
    'evening-tall': (
        (
            ('hat', 'wool', '#2c3640', beside(LARGE, -0.2, -0.1), 10, 1.0),
            ('belt', 'smooth-calf', '#2c1017', beside(SMALL, 0.1, 0.1), -10, 0.95),
        ),
        NEAR,
    ),
    'knit-tall': (
        (
            ('blanket-scarf', 'wool', '#6e4a38', beside(LARGE, -0.25, -0.1), -22, 0.82),
            ('knit', 'cashmere', '#b3a68f', beside(SMALL, 0.05, 0.1), -18, 0.56),
        ),
        NEAR,
    ),
}


def plaster(name, light, dark):
    s = Shader(name)
    at = s.object_space()
    broad, fine = s.noise(at, 0.55, 5, 0.6, 0.6), s.noise(at, 7, 6, 0.65)
    run = s.noise(s.scale(at, (1, 1, 0.35)), 1.8, 5, 0.6, 1.2)
    colour = s.mix(s.ramp(broad, 0.3, 0.7), linear(light), linear(dark))
    colour = s.mix(s.ramp(run, 0.45, 0.75, 0, 0.14), colour, linear('#ecd2b2'))
    return s.principled(
        Base_Color=colour,
        Roughness=0.88,
        Specular=0.15,
        Normal=s.bump(s.add(s.times(fine, 0.5), s.times(run, 0.6)), 0.5, 0.05),
    )


def travertine(name, light='#d9c7ab', dark='#b99f7c'):
    s = Shader(name)
    at = s.object_space()
    bands = s.noise(s.scale(at, (0.7, 0.7, 4.5)), 1.2, 6, 0.62, 0.8)
    veins = s.noise(s.scale(at, (2, 2, 14)), 1.6, 5, 0.6, 0.6)
    pits = s.ramp(s.noise(s.scale(at, (3.2, 3.2, 11)), 2.2, 6, 0.7, 0.5), 0.60, 0.68)
    colour = s.mix(s.ramp(bands, 0.35, 0.65), linear(light), linear(dark))
    colour = s.mix(s.ramp(veins, 0.45, 0.7, 0, 0.5), colour, linear('#efe3cd'))
    colour = s.mix(s.times(pits, 0.75), colour, linear('#6f5a40'))
    height = s.math('SUBTRACT', s.times(s.noise(at, 60, 4), 0.15), pits)
    return s.principled(Base_Color=colour, Roughness=0.5, Specular=0.4, Normal=s.bump(height, 0.8, 0.02))


def wall(name, outline, holes, matrix, thickness, material, edge=0.04):
    """An upright slab with openings, from a filled flat curve."""
    curve = bpy.data.curves.new(name, 'CURVE')
    curve.dimensions, curve.fill_mode = '2D', 'BOTH'
    curve.extrude, curve.bevel_depth, curve.bevel_resolution = thickness / 2, edge, 3
    for polygon in [outline] + holes:
        spline = curve.splines.new('POLY')
        spline.points.add(len(polygon) - 1)
        spline.use_cyclic_u = True
        for point, p in zip(spline.points, polygon):
            point.co = (p[0], p[1], 0, 1)
    curve.materials.append(material)
    obj = bpy.data.objects.new(name, curve)
    bpy.context.scene.collection.objects.link(obj)
    obj.matrix_world = matrix @ Matrix.Rotation(math.pi / 2, 4, 'X')
    return obj


def sky(hour):
    world = bpy.data.worlds.new('dusk')
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    at, parts = tree.nodes.new('ShaderNodeTexCoord'), tree.nodes.new('ShaderNodeSeparateXYZ')
    ramp, ray = tree.nodes.new('ShaderNodeValToRGB'), tree.nodes.new('ShaderNodeLightPath')
    strength = tree.nodes.new('ShaderNodeMath')
    strength.operation = 'MULTIPLY_ADD'
    seen, lit = hour['seen']
    strength.inputs[1].default_value, strength.inputs[2].default_value = seen - lit, lit
    background = tree.nodes['Background']
    for a, b in (
        (at.outputs['Generated'], parts.inputs[0]),
        (parts.outputs['Z'], ramp.inputs[0]),
        (ramp.outputs[0], background.inputs[0]),
        (ray.outputs['Is Camera Ray'], strength.inputs[0]),
        (strength.outputs[0], background.inputs[1]),
    ):
        tree.links.new(a, b)
    stops, (low, *between, high) = ramp.color_ramp.elements, hour['sky']
    for stop, (position, colour) in ((stops[0], low), (stops[1], high)):
        stop.position, stop.color = position, (*colour, 1)
    for position, colour in between:
        stops.new(position).color = (*colour, 1)


def architecture():
    stone, floor = travertine('stone'), travertine('floor', '#e2d3ba', '#cbb492')
    dark, pale = plaster('plaster', '#cf9f78', '#bd8a64'), plaster('pale plaster', '#dcb994', '#cfa67f')
    mesh_object(
        'floor', [(-40, -30, 0), (40, -30, 0), (40, 9.5, 0), (-40, 9.5, 0)], [(0, 1, 2, 3)], floor, parented=False
    )
    s = Shader('sea')
    waves = s.noise(s.scale(s.object_space(), (0.5, 2.2, 1)), 0.9, 5, 0.6)
    sea = s.principled(Base_Color=(0.05, 0.13, 0.16, 1), Roughness=0.12, Specular=0.6, Normal=s.bump(waves, 0.6, 0.5))
    mesh_object(
        'sea', [(-300, 9.5, -4), (300, 9.5, -4), (300, 600, -4), (-300, 600, -4)], [(0, 1, 2, 3)], sea, parented=False
    )
    opening = arch(5.2, 6.9, 3.1, -0.01, 40)
    wall('wall', [(-30, 0), (30, 0), (30, 16), (-30, 16)], [opening], Matrix.Translation((0, WALL_Y, 0)), 1.5, dark)
    wall('frame', arch(6.2, 7.45, 3.1, 0, 40), [opening], Matrix.Translation((0, WALL_Y - 0.95, 0)), 0.4, pale, 0.03)
    for left, front, height in ((-1.9, 1.6, 0.35), (-1.1, 2.6, 0.70)):
        width, depth = 9 - left, 5.6 - front
        box(
            'step',
            (width, depth, height),
            stone,
            Matrix.Translation((left + width / 2, front + depth / 2, 0)),
            parented=False,
        )
    for x, y, radius, height, material in ((2.35, -0.6, 1.85, 1.25, stone), (-0.75, -1.6, 1.15, 0.55, floor)):
        profile = [
            (0, 0),
            (radius, 0),
            (radius, height - 0.04),
            (radius - 0.012, height - 0.012),
            (radius - 0.04, height),
            (0, height),
        ]
        lathe('plinth', profile, material, Matrix.Translation((x, y, 0)), 128, 40, parented=False)
    box(
        'pillar',
        (1.9, 1.9, 2.5),
        floor,
        Matrix.Translation((5.3, 0.3, 0)) @ Matrix.Rotation(math.radians(18), 4, 'Z'),
        parented=False,
    )
    ball('orb', 0.62, Vector((5.3, 0.3, 3.12)), pale)
    set_aside('orb')


def pieces(crop):
    """What stands on the plinths, in this season's colours."""
    for form, material, dye, place, turn, scale in SCENES[crop][0]:
        nodes.dyes = {1: linear(dye), 2: linear(BAG)}
        forms.build(form, material, {})
        piece = set_aside(form)
        piece.location, piece.scale = place, (scale,) * 3
        piece.rotation_euler = (0, 0, math.radians(turn))


def light(hour):
    """A low sun through an arcade that stands behind the camera, so that the light itself falls as arches."""
    degrees, height, energy, colour = hour['sun']
    azimuth, elevation = math.radians(degrees), math.radians(height)
    toward = Vector(
        (math.cos(elevation) * math.sin(azimuth), math.cos(elevation) * math.cos(azimuth), -math.sin(elevation))
    )
    data = bpy.data.lights.new('sun', 'SUN')
    data.energy, data.color, data.angle = energy, colour, math.radians(0.38)
    sun = bpy.data.objects.new('sun', data)
    sun.rotation_euler = toward.to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(sun)
    shift = math.tan(azimuth), math.tan(elevation) / math.cos(azimuth)
    onto_pieces = [
        Vector((p[0] + (WALL_Y + 0.6) * shift[0], p[1] - (WALL_Y + 0.6) * shift[1]))
        for p in arch(9.6, 12.6, 2.0, -3.2, 40)
    ]
    holes = [arch(2.9, 6.6, -6.9, -1.0, 40), arch(2.9, 6.6, -3.2, -1.0, 40), onto_pieces]
    gobo = wall(
        'arcade',
        [(-60, -30), (60, -30), (60, 40), (-60, 40)],
        holes,
        Matrix.Translation((-GOBO_DISTANCE * shift[0], WALL_Y - GOBO_DISTANCE, GOBO_DISTANCE * shift[1])),
        0.2,
        plaster('shade', '#c8a27e', '#c8a27e'),
        0,
    )
    gobo.visible_camera = gobo.visible_diffuse = gobo.visible_glossy = False
    stage.area_light('bounce', (9, -9, 5), (2, 0, 2), 6, 6, *hour['bounce'])
    stage.area_light('soft key', (-7, -9, 7), (2, 0, 2), 5, 5, *hour['key'])


def camera(crop):
    location, target, focal = SCENES[crop][1]
    data = bpy.data.cameras.new('camera')
    data.lens, data.sensor_fit, data.sensor_width, data.clip_end = focal, 'HORIZONTAL', 36, 300
    if crop.endswith('tall'):
        data.sensor_fit, data.sensor_height = 'VERTICAL', 36
    obj = bpy.data.objects.new('camera', data)
    obj.location = location
    obj.rotation_euler = (Vector(target) - Vector(location)).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(obj)
    bpy.context.scene.camera = obj


def shade_above(height):
    """Rows of the picture, bottom first: the top falls into shade, so that pale words can be read there."""
    down = np.clip(np.linspace(1, 0, height) / SHADE_DEPTH, 0, 1)
    return (SHADE + (1 - SHADE) * down**2 * (3 - 2 * down))[:, None, None]


def shoot(order):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    hour = HOURS[order.get('hour', 'afternoon')]
    sky(hour)
    architecture()
    pieces(order['crop'])
    light(hour)
    camera(order['crop'])
    stage.cycles(order['width'], order['height'], order['samples'] // 2)
    wanted = ('image', 'albedo', 'normal')
    with tempfile.TemporaryDirectory() as scratch:
        a, b = (passes.render_passes(scratch, seed, wanted) for seed in (1, 2))
    features = np.concatenate(
        [(a['normal'] + b['normal']) / 2 / 0.14, np.log1p((a['albedo'] + b['albedo']) * 2) / 0.08], -1
    )
    clean = denoise(a['image'], b['image'], features, reach=6, patch=2, strength=0.9)
    picture = (a['image'] + b['image']) / 2 * 0.15 + clean * 0.85
    tone.set_look('High Contrast', -0.10)
    if order['crop'] in ('wide', 'tall'):
        picture = picture * shade_above(order['height'])
    tone.write_png(picture.astype(np.float32), order['png'])


if __name__ == '__main__':
    shoot(json.loads(sys.argv[sys.argv.index('--') + 1]))
