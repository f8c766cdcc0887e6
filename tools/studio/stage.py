"""The photographer's side: sweep, lights, flags, camera and Cycles settings."""

import math

import bpy
import numpy as np
from mathutils import Vector

from mesh import mesh_object, product_root
from nodes import AOV_MASK, BACKDROP, Shader

SENSOR, FOCAL = 36, 85
NEAR, FAR = 0.8, 5.0  # distances from the piece,
MIRRORED = (0.34, 0.7)  # and the share of the paper's light that is mirrored there
FLOOR_LINE, OPTICAL_CENTRE = 0.22, 0.49  # shares of the height, from below
ASPECT = 1.25  # of a picture: its height as a share of its width


class View:
    """One camera position; distance and aim follow from the product's outline in the frame.

    Pieces stand on one floor line, low ones about the optical centre; `centre` moves a piece from the middle instead.
    """

    def __init__(self, yaw=-24, elevation=9, fill=0.72, tall=0.64, fstop=None, focus=None, centre=None, near=None):
        self.yaw, self.elevation, self.fill, self.tall = yaw, elevation, fill, tall
        self.fstop, self.focus, self.centre, self.near = fstop, focus, centre, near


def area_light(name, location, target, width, height, watts, colour):
    data = bpy.data.lights.new(name, 'AREA')
    data.shape, data.size, data.size_y, data.energy, data.color = 'RECTANGLE', width, height, watts, colour
    light = bpy.data.objects.new(name, data)
    light.location = location
    light.rotation_euler = (Vector(target) - Vector(location)).to_track_quat('-Z', 'Y').to_euler()
    light.visible_camera = False
    bpy.context.scene.collection.objects.link(light)
    return light


def flag(name, location, target, width, height):
    """A black card that only polished metal sees: without it gold looks like beige plastic."""
    material = Shader(name).principled(Base_Color=(0, 0, 0, 1), Roughness=1, Specular=0)
    w, h = width / 2, height / 2
    card = mesh_object(name, [(-w, -h, 0), (w, -h, 0), (w, h, 0), (-w, h, 0)], [(0, 1, 2, 3)], material, parented=False)
    card.location = location
    card.rotation_euler = (Vector(target) - Vector(location)).to_track_quat('-Z', 'Y').to_euler()
    card.visible_camera = card.visible_diffuse = card.visible_shadow = card.visible_transmission = False


def _backdrop_material():
    """Paper; what is mirrored of it darkens towards the piece, or leather would lie under a grey veil."""
    s = Shader('backdrop')
    s.report(AOV_MASK, (1, 0, 0, 1))
    flat = s.vector('MULTIPLY', s.node('NewGeometry').outputs['Position'], (1, 1, 0))
    far = s.node('VectorMath', {0: flat}, operation='LENGTH').outputs['Value']
    share = s.ramp(far, NEAR, FAR, *MIRRORED)
    mirrored = s.node('MixRGB', {'Fac': 1.0, 'Color1': BACKDROP, 'Color2': share}, blend_type='MULTIPLY').outputs[0]
    colour = s.mix(s.node('LightPath').outputs['Is Glossy Ray'], BACKDROP, mirrored)
    return s.principled(Base_Color=colour, Roughness=0.75, Specular=0.15)


def _world(strength):
    world = bpy.data.worlds.new('world')
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes['Background']
    background.inputs[0].default_value = (1, 0.97, 0.93, 1)
    background.inputs[1].default_value = strength


def tabletop():
    """Seamless sweep, soft key from the left, top light, a strip behind on the right."""
    _world(0.16)
    back, radius, half = 7.0, 3.0, 30
    profile = [(-40, 0), (back - radius, 0)]
    profile += [
        (back - radius + radius * math.sin(a * math.pi / 48), radius - radius * math.cos(a * math.pi / 48))
        for a in range(1, 25)
    ] + [(back, 40)]
    verts = [(x, y, z) for y, z in profile for x in (-half, half)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(profile) - 1)]
    mesh_object('backdrop', verts, faces, _backdrop_material(), angle=60, parented=False)
    area_light('key', (-5.6, -4.6, 5.4), (0, 0, 0.9), 3, 3.4, 1080, (1, 0.975, 0.94))
    area_light('top', (0, 0.6, 8.2), (0, 0.6, 0), 7, 5, 640, (1, 0.985, 0.965))
    area_light('strip', (5.8, 2.6, 3.0), (0, 0, 1), 1.0, 5, 150, (1, 0.98, 0.95))
    area_light('front', (2.6, -9.5, 2.4), (0, 0, 1), 4, 4, 90, (1, 0.985, 0.97))
    sheen = area_light('sheen', (-3.6, -2.6, 2.0), (0, 0, 0.5), 1.4, 1.2, 210, (1, 0.98, 0.95))
    sheen.visible_diffuse = False
    flag('flag left', (-3.4, -1.2, 1.4), (0, 0, 1), 0.5, 4)
    flag('flag right', (3.3, -3.4, 1.2), (0, 0, 1), 0.9, 4)
    flag('flag behind right', (4.3, 4.2, 1.4), (0, 0, 1), 3.4, 4.5)
    flag('flag above', (0, -4.6, 3.9), (0, 0, 1), 5, 0.5)


def flat_lay():
    """A floor seen from straight above, with one raking window light."""
    _world(0.16)
    size = 40
    mesh_object(
        'backdrop',
        [(-size, -size, 0), (size, -size, 0), (size, size, 0), (-size, size, 0)],
        [(0, 1, 2, 3)],
        _backdrop_material(),
        parented=False,
    )
    area_light('key', (-5.5, 4.5, 5.5), (0, 0, 0), 3.5, 3.5, 1500, (1, 0.975, 0.94))
    area_light('fill', (5, -4, 9), (0, 0, 0), 6, 6, 800, (0.97, 0.985, 1))


def _outline_points(root):
    """Every vertex of the product where it stands, as rows of x, y, z."""
    graph = bpy.context.evaluated_depsgraph_get()
    points = [np.zeros((0, 3), np.float32)]
    for obj in root.children_recursive:
        if obj.type == 'MESH' and not obj.hide_render:
            evaluated = obj.evaluated_get(graph)
            mesh = evaluated.to_mesh()
            local = np.empty(len(mesh.vertices) * 3, np.float32)
            mesh.vertices.foreach_get('co', local)
            place = np.array(evaluated.matrix_world)
            points.append(local.reshape(-1, 3) @ place[:3, :3].T + place[:3, 3])
            evaluated.to_mesh_clear()
    return np.concatenate(points)


def _seen(camera, points, aspect):
    """(left, low, right, high) of points in the frame, as shares of its width and height."""
    place = np.array(camera.matrix_world)
    x, y, z = ((points - place[:3, 3]) @ place[:3, :3]).T
    focal = camera.data.lens / camera.data.sensor_width
    across, up = x / -z * focal + 0.5, y / -z * focal / aspect + 0.5
    return across.min(), up.min(), across.max(), up.max()


def set_down(root):
    """Lets everything under an empty stand on the floor."""
    root.location.z = 0
    bpy.context.view_layer.update()
    root.location.z = -float(_outline_points(root)[:, 2].min())
    bpy.context.view_layer.update()


def _middle(view, height):
    """Where in the frame the middle of a piece belongs, which takes up this share of the height."""
    if view.centre is not None:
        return 0.5 + view.centre
    if view.elevation > 60:  # laid flat
        return 0.5
    return max(FLOOR_LINE + height / 2, OPTICAL_CENTRE)


def _turned(points, degrees):
    """Points turned about the vertical axis of the set."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return points @ np.array([(c, s, 0), (-s, c, 0), (0, 0, 1)], np.float32)


def _away(degrees):
    """From a piece towards the camera at this elevation."""
    elevation = math.radians(min(degrees, 89.9))  # from exactly above, up could be anywhere
    return Vector((0, -math.cos(elevation), math.sin(elevation)))


def look_at(target, distance, elevation, yaw):
    """Places the camera by hand, and turns the product."""
    product_root().rotation_euler.z = math.radians(yaw)
    camera, away = bpy.context.scene.camera, _away(elevation)
    camera.location = target + away * distance
    camera.rotation_euler = (-away).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.view_layer.update()


def frame_product(view, turns=(0,)):
    """Places the camera so that the product fills the asked share of the frame, always on its line.

    It stays within that share however it is turned by any of these degrees. Returns what the camera looks at and from
    how far.
    """
    product_root().rotation_euler = (0, 0, math.radians(view.yaw))
    set_down(product_root())
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = 1000, round(1000 * ASPECT)
    data = bpy.data.cameras.new('camera')
    data.lens, data.sensor_fit, data.sensor_width, data.clip_end = FOCAL, 'HORIZONTAL', SENSOR, 300
    camera = bpy.data.objects.new('camera', data)
    scene.collection.objects.link(camera)
    scene.camera = camera
    points = _outline_points(product_root())[:: len(turns) // 8 + 1]  # close enough to each other
    points = np.concatenate([_turned(points, degrees) for degrees in turns])
    away = _away(view.elevation)
    camera.rotation_euler = (-away).to_track_quat('-Z', 'Y').to_euler()
    target, distance = Vector(points.mean(0)), 10.0
    for _ in range(8):
        camera.location = target + away * distance
        bpy.context.view_layer.update()
        left, low, right, high = (float(side) for side in _seen(camera, points, ASPECT))
        width = SENSOR / FOCAL * distance
        target += camera.matrix_world.to_3x3() @ Vector(
            (
                ((left + right) / 2 - 0.5) * width,
                ((low + high) / 2 - _middle(view, high - low)) * width * ASPECT,
                0,
            )
        )
        distance *= max((right - left) / view.fill, (high - low) / view.tall)
    if view.near:
        _step_closer(camera, view, away, distance)
    elif view.fstop:
        data.dof.use_dof, data.dof.aperture_fstop, data.dof.focus_distance = True, view.fstop, distance - 0.45
    camera.location = camera.location if view.near else target + away * distance
    return target, distance


def _step_closer(camera, view, away, distance):
    """A detail: the same direction, a fraction of the distance, focused on a named point of the product."""
    bpy.context.view_layer.update()
    point = product_root().matrix_world @ Vector(view.focus)
    camera.location = point + away * (distance * view.near)
    dof = camera.data.dof
    dof.use_dof, dof.aperture_fstop, dof.focus_distance = True, view.fstop or 1.0, distance * view.near


def outline_box(margin=0.02):
    """(left, low, right, high) pixels of the frame that the product keeps within; the whole frame with depth of field."""
    scene = bpy.context.scene
    width, height = scene.render.resolution_x, scene.render.resolution_y
    if scene.camera.data.dof.use_dof:
        return 0, 0, width, height
    left, low, right, high = _seen(scene.camera, _outline_points(product_root()), height / width)
    return (
        max(0, int((left - margin) * width)),
        max(0, int((low - margin) * height)),
        min(width, int((right + margin) * width)),
        min(height, int((high + margin) * height)),
    )


def cycles(width, height, samples):
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    c = scene.cycles
    c.device, c.samples, c.use_denoising = 'CPU', samples, False
    c.use_adaptive_sampling = False
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces = 6, 2, 3, 6
    c.transparent_max_bounces = 8
    c.caustics_reflective = c.caustics_refractive = False
    c.blur_glossy, c.sample_clamp_indirect = 0.6, 4
    c.pixel_filter_type, c.filter_width = 'BLACKMAN_HARRIS', 1.4
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = 'FIXED', 2
    scene.render.use_persistent_data = True
