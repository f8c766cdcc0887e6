"""Flat-lays: front and back sheets joined at the seams, filled with a breath of air and let down onto the floor."""

import random

import bmesh
import bpy
import numpy as np
from mathutils import Vector, geometry, kdtree, noise
from mathutils.bvhtree import BVHTree

from mesh import mesh_object
from shapes import counter_clockwise, resample, rounded, row_crossings, within

from .garment_skin import Drape, cover, distances

STEP = 0.055


def mirrored(half, radii):
    """The right half of a garment, from neck to hem, made into its whole rim with rounded corners."""
    right = [Vector(p) for p in half]
    left = [Vector((-p[0], p[1])) for p in reversed(half)]
    return rounded(right + left, list(radii) + list(reversed(radii)), 24)


def _sheet(rim, opening, step):
    """Triangles over a pattern piece whose rim is shared with the other side; opening closes it at the top."""
    shared = resample(rim, step, False)
    across = resample([shared[-1], *opening, shared[0]], step, False)[1:-1]
    outline = counter_clockwise(shared + across)
    edge = kdtree.KDTree(len(outline))
    for i, p in enumerate(outline):
        edge.insert((p[0], p[1], 0), i)
    edge.balance()
    points, dice = list(outline), random.Random(3)
    n = len(outline)
    seams = [(i, (i + 1) % n) for i in range(n)]
    free = lambda p: edge.find((*p, 0))[2] > step * 0.55
    low, high = min(p[1] for p in outline), max(p[1] for p in outline)
    widest = max(abs(p[0]) for p in outline)
    for row in range(int((high - low) / (step * 0.866)) + 1):
        y = low + row * step * 0.866
        crossings = row_crossings(outline, y)
        for column in range(int(2 * widest / step) + 2):
            x = -widest + column * step + (step * 0.5 if row % 2 else 0)
            if within(crossings, x) and free(Vector((x, y))):
                points.append(Vector((x + dice.uniform(-0.004, 0.004), y + dice.uniform(-0.004, 0.004))))
    flat, _, triangles, _, _, _ = geometry.delaunay_2d_cdt([Vector((p[0], p[1])) for p in points], seams, [], 1, 1e-5)
    return flat, triangles, lambda p: edge.find((p[0], p[1], 0))[2]


def sew(
    rim,
    front_opening,
    back_opening,
    materials,
    is_open=lambda p: False,
    step=STEP,
    crumple=0.05,
    pressure=1.6,
    bending=0.6,
    frames=36,
    **cloth
):
    """Sews, settles and covers a garment; slot_of(x, y) picks a material slot, is_open(co) names seams left unsewn.

    cloth: how the visible sheet lies, see garment_skin.cover.
    """
    verts, faces = [], []
    for front, opening in ((True, front_opening), (False, back_opening)):
        flat, triangles, from_edge = _sheet(rim, opening, step)
        base = len(verts)
        for p in flat:
            rise = 0.05 * min(1, from_edge(p) / 0.1) * (1 if front else -1)
            verts.append(Vector((p[0], p[1], rise)))
        for t in triangles:
            a, b, c = (flat[i] for i in t)
            upwards = (b - a).cross(c - a) > 0
            faces.append(tuple(base + i for i in (t if upwards == front else reversed(t))))
    obj = mesh_object('sewn', verts, faces, materials)
    bm = bmesh.new()
    bm.from_mesh(obj.data)
    seam = [v for v in bm.verts if v.is_boundary and not is_open(v.co)]
    bmesh.ops.remove_doubles(bm, verts=seam, dist=0.01)
    cut = [v.co.copy() for v in bm.verts]
    for v in bm.verts:
        v.co.z += 0.16 + crumple * noise.noise(Vector((v.co.x * 1.6, v.co.y * 1.6, v.co.z * 3 + 3)))
    bm.to_mesh(obj.data)
    bm.free()
    _settle(obj, pressure, bending, frames)
    settled = [vertex.co.copy() for vertex in obj.data.vertices]
    bpy.data.objects.remove(obj)
    from_rim = distances(np.array([p[:2] for p in cut]), rim)
    return cover(rim, front_opening, back_opening, Drape(cut, settled, from_rim, step), materials, **cloth)


def _settle(obj, pressure, bending, frames):
    """A short cloth simulation onto the floor, applied to the mesh."""
    scene, size = bpy.context.scene, 9
    floor = mesh_object(
        'floor',
        [(-size, -size, 0), (size, -size, 0), (size, size, 0), (-size, size, 0)],
        [(0, 1, 2, 3)],
        obj.data.materials[0],
    )
    floor.modifiers.new('collision', 'COLLISION')
    floor.collision.thickness_outer, floor.collision.cloth_friction = 0.012, 18
    cloth = obj.modifiers.new('cloth', 'CLOTH')
    s, contact = cloth.settings, cloth.collision_settings
    s.quality, s.mass, s.air_damping, s.bending_stiffness, s.shrink_min = 6, 0.3, 2, bending, -0.02
    s.tension_stiffness = s.compression_stiffness = 18
    s.shear_stiffness = 7
    s.tension_damping = s.compression_damping = 5
    s.use_pressure, s.uniform_pressure_force = True, pressure
    contact.use_self_collision, contact.self_distance_min, contact.distance_min = True, 0.012, 0.012
    contact.collision_quality = 3
    cloth.point_cache.frame_start, cloth.point_cache.frame_end = 1, frames
    scene.frame_start, scene.frame_end = 1, frames
    for frame in range(1, frames + 1):
        scene.frame_set(frame)
    settled = bpy.data.meshes.new_from_object(obj.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    obj.modifiers.clear()
    obj.data = settled
    bpy.data.objects.remove(floor)
    scene.frame_set(1)


class Surface:
    """The settled garment seen from above: height(x, y), and places to lay collars, plackets and pockets on."""

    def __init__(self, obj, blur=0.05):
        graph = bpy.context.evaluated_depsgraph_get()
        self.tree = BVHTree.FromObject(obj, graph)
        self.blur = blur
        self.middle = (min(v.co.z for v in obj.data.vertices) + max(v.co.z for v in obj.data.vertices)) / 2

    def _hit(self, x, y):
        hit = self.tree.ray_cast(Vector((x, y, 5)), Vector((0, 0, -1)))[0]
        return hit.z if hit else None

    def _beside(self, x, y):
        """The height of the nearest cloth: what reaches past the garment goes on at the height it left."""
        return self.tree.find_nearest(Vector((x, y, self.middle)))[0].z

    def height(self, x, y):
        b = self.blur
        found = [
            h
            for h in (self._hit(x + dx, y + dy) for dx, dy in ((0, 0), (b, 0), (-b, 0), (0, b), (0, -b)))
            if h is not None
        ]
        return sum(found) / len(found) if found else self._beside(x, y)

    def place(self, lift=0.02, curl=None):
        """A place function on the surface; curl(u, v) adds height of its own."""
        return lambda u, v: Vector((u, v, self.height(u, v) + lift + (curl(u, v) if curl else 0)))
