"""Mesh objects: sheets, sweeps and lathes, and their modifiers.

Everything made here hangs under one empty, the product root, so that a whole
piece can be turned, mirrored or hidden at once.
"""

import math

import bmesh
import bpy
from mathutils import Matrix, Vector

from shapes import Path, relaxed

ROOT = 'product'


def product_root():
    root = bpy.data.objects.get(ROOT)
    if not root:
        root = bpy.data.objects.new(ROOT, None)
        bpy.context.scene.collection.objects.link(root)
    return root


def link(obj, parented=True):
    bpy.context.scene.collection.objects.link(obj)
    if parented:
        obj.parent = product_root()
    return obj


def group_product(name):
    """Moves everything modelled so far under its own empty and returns that."""
    root, empty = product_root(), bpy.data.objects.new(name, None)
    parts = list(root.children)
    link(empty)
    for part in parts:
        part.parent = empty
    return empty


def set_aside(name):
    """Renames the product root, so that the next piece of a still life gets its own; returns the old one."""
    root = product_root()
    root.name = name
    return root


def duplicate(group, name):
    """A second instance of a group, sharing its meshes."""
    twin = link(bpy.data.objects.new(name, None))
    for part in group.children:
        copy = part.copy()
        bpy.context.scene.collection.objects.link(copy)
        copy.parent = twin
    return twin


def mesh_object(name, verts, faces, materials, smooth=True, uv=None, face_materials=None, angle=40, parented=True):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in verts], [], faces)
    for material in materials if isinstance(materials, (list, tuple)) else [materials]:
        mesh.materials.append(material)
    if uv:
        layer = mesh.uv_layers.new(name='pattern')
        for loop in mesh.loops:
            layer.data[loop.index].uv = uv[loop.vertex_index][:2]
    for i, polygon in enumerate(mesh.polygons):
        polygon.use_smooth = smooth
        if face_materials:
            polygon.material_index = face_materials[i]
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(angle)
    mesh.validate()
    mesh.update()
    return link(bpy.data.objects.new(name, mesh), parented)


def weld(obj, distance=0.0015, outward_from=None):
    """Merges coincident vertices and turns the faces outwards."""
    bm = bmesh.new()
    bm.from_mesh(obj.data)
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=distance)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(obj.data)
    bm.free()
    if outward_from is not None:
        centre = Vector(outward_from)
        if sum((p.center - centre).dot(p.normal) * p.area for p in obj.data.polygons) < 0:
            obj.data.flip_normals()
    return obj


def bevel(obj, width, segments=3, angle=35):
    modifier = obj.modifiers.new('bevel', 'BEVEL')
    modifier.width, modifier.segments = width, segments
    modifier.limit_method, modifier.angle_limit = 'ANGLE', math.radians(angle)
    return obj


def solidify(obj, thickness, offset=-1, rim_material=0, rim_bevel=0.008):
    """Gives a sheet its thickness; the cut edge may take the second material."""
    modifier = obj.modifiers.new('solidify', 'SOLIDIFY')
    modifier.thickness, modifier.offset = thickness, offset
    modifier.material_offset_rim = rim_material
    if rim_bevel:
        bevel(obj, rim_bevel, 3, 50)
    return obj


def subdivide(obj, levels=1):
    modifier = obj.modifiers.new('subdivide', 'SUBSURF')
    modifier.levels = modifier.render_levels = levels
    return obj


def grid(name, columns, rows, place, material, angle=180, uv_scale=(1, 1)):
    """A sheet of quads; place(u, v) gives the point for u, v in 0..1."""
    verts, uv, faces = [], [], []
    for j in range(rows + 1):
        for i in range(columns + 1):
            u, v = i / columns, j / rows
            verts.append(place(u, v))
            uv.append((u * uv_scale[0], v * uv_scale[1]))
    for j in range(rows):
        for i in range(columns):
            a = j * (columns + 1) + i
            faces.append((a, a + 1, a + columns + 2, a + columns + 1))
    return mesh_object(name, verts, faces, material, uv=uv, angle=angle)


def frames(path, up=None, closed=False):
    """Tangents and normals along a path: towards `up`, or carried without twist."""
    n = len(path)
    tangents = [
        ((path[(i + 1) % n] - path[i - 1]) if closed else (path[min(n - 1, i + 1)] - path[max(0, i - 1)])).normalized()
        for i in range(n)
    ]
    reference = up or (Vector((0, 0, 1)) if abs(tangents[0].z) < 0.9 else Vector((0, 1, 0)))
    normal = (reference - tangents[0] * reference.dot(tangents[0])).normalized()
    normals = []
    for t in tangents:
        candidate = up if up is not None else normal
        candidate = candidate - t * candidate.dot(t)
        normal = candidate.normalized() if candidate.length > 1e-3 else normal
        normals.append(normal)
    return tangents, normals


def sweep(name, path, section, material, closed=False, up=None, scale=None, cap=True, angle=60, parented=True):
    """A section carried along a path: handles, piping, rims, rings, laces."""
    path = [Vector(p) for p in path]
    tangents, normals = frames(path, up, closed)
    n, m, verts, uv, length = len(path), len(section), [], [], 0.0
    for i, p in enumerate(path):
        across = tangents[i].cross(normals[i])
        k = scale(i / (n - 1)) if scale else 1
        ku, kv = k if hasattr(k, '__len__') else (k, k)
        length += (path[i] - path[i - 1]).length if i else 0
        for j, s in enumerate(section):
            verts.append(p + across * (s[0] * ku) + normals[i] * (s[1] * kv))
            uv.append((length, j / m * 0.4))
    faces = []
    for i in range(n if closed else n - 1):
        a, b = i * m, ((i + 1) % n) * m
        faces += [(a + j, a + (j + 1) % m, b + (j + 1) % m, b + j) for j in range(m)]
    if cap and not closed:
        faces += [tuple(reversed(range(m))), tuple(range((n - 1) * m, n * m))]
    return mesh_object(name, verts, faces, material, uv=uv, angle=angle, parented=parented)


def lathe(name, profile, material, matrix=Matrix(), count=96, angle=30, parented=True, face_materials=None):
    """A profile of (radius, height) turned round the local Z axis."""
    m, verts, faces, slots = len(profile), [], [], []
    for i in range(count):
        a = 2 * math.pi * i / count
        verts += [matrix @ Vector((r * math.cos(a), r * math.sin(a), z)) for r, z in profile]
    for i in range(count):
        for j in range(m - 1):
            a, b = i * m + j, ((i + 1) % count) * m + j
            faces.append((a, b, b + 1, a + 1))
            slots.append(face_materials[j] if face_materials else 0)
    return mesh_object(name, verts, faces, material, angle=angle, parented=parented, face_materials=slots)


def smooth_path(points, rounds=12, step=0.02):
    """A polyline through a few hand-placed points, resampled and relaxed."""
    return relaxed(Path(points, step).points, rounds)
