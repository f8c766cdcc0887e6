"""Mesh objects and the hard parts made from them: sweeps, lathes, plates, chains.

Everything made here hangs under one empty, the product root, so that a whole
piece can be turned, mirrored or hidden at once.
"""
import math

import bmesh
import bpy
from mathutils import Matrix, Vector

from shapes import Path, circle, counter_clockwise, relaxed, resample

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


def duplicate(group, name):
    """A second instance of a group, sharing its meshes."""
    twin = link(bpy.data.objects.new(name, None))
    for part in group.children:
        copy = part.copy()
        bpy.context.scene.collection.objects.link(copy)
        copy.parent = twin
    return twin


def mesh_object(name, verts, faces, materials, smooth=True, uv=None, face_materials=None, angle=40,
                parented=True):
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


def weld(obj, distance=.0015, outward_from=None):
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


def solidify(obj, thickness, offset=-1, rim_material=0, rim_bevel=.008):
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
    tangents = [((path[(i + 1) % n] - path[i - 1]) if closed else
                 (path[min(n - 1, i + 1)] - path[max(0, i - 1)])).normalized() for i in range(n)]
    reference = up or (Vector((0, 0, 1)) if abs(tangents[0].z) < .9 else Vector((0, 1, 0)))
    normal = (reference - tangents[0] * reference.dot(tangents[0])).normalized()
    normals = []
    for t in tangents:
        candidate = (up if up is not None else normal)
        candidate = candidate - t * candidate.dot(t)
        normal = candidate.normalized() if candidate.length > 1e-3 else normal
        normals.append(normal)
    return tangents, normals


def sweep(name, path, section, material, closed=False, up=None, scale=None, cap=True, angle=60,
          parented=True):
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
            uv.append((length, j / m * .4))
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


def ball(name, radius, centre, material, stretch=(1, 1, 1)):
    profile = [(radius * math.sin(math.pi * i / 24), -radius * math.cos(math.pi * i / 24)) for i in range(25)]
    return lathe(name, profile, material, Matrix.Translation(centre) @ Matrix.Diagonal((*stretch, 1)), 48, 60)


def cylinder(name, radius, start, end, material, edge=.006, count=48, parented=True):
    start, end = Vector(start), Vector(end)
    axis = end - start
    matrix = Matrix.Translation(start) @ axis.to_track_quat('Z', 'Y').to_matrix().to_4x4()
    r, h, e = radius, axis.length, edge
    profile = [(0, 0), (r - e, 0), (r - e * .3, e * .3), (r, e), (r, h - e), (r - e * .3, h - e * .3),
               (r - e, h), (0, h)]
    return lathe(name, profile, material, matrix, count, 50, parented)


def plate(name, outline, material, thickness=.04, matrix=Matrix(), edge=.012, segments=4, parented=True):
    """A flat shape in the local XZ plane, its bevelled face towards -Y: locks, logo plates."""
    outline = counter_clockwise([Vector(p) for p in outline])
    n = len(outline)
    verts = [matrix @ Vector((p[0], -thickness, p[1])) for p in outline]
    verts += [matrix @ Vector((p[0], 0, p[1])) for p in outline]
    faces = [tuple(range(n)), tuple(reversed(range(n, 2 * n)))]
    faces += [(i, n + i, n + (i + 1) % n, (i + 1) % n) for i in range(n)]
    return bevel(mesh_object(name, verts, faces, material, angle=30, parented=parented), edge, segments, 40)


def box(name, size, material, matrix=Matrix(), edge=.03, segments=3, parented=True):
    """A bevelled box standing on the local origin."""
    w, d, h = size[0] / 2, size[1] / 2, size[2]
    verts = [matrix @ Vector((x, y, z)) for z in (0, h) for x, y in ((-w, -d), (w, -d), (w, d), (-w, d))]
    faces = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return bevel(mesh_object(name, verts, faces, material, angle=30, parented=parented), edge, segments)


def ring(name, matrix, radius, wire, material, stretch=1.0, count=48):
    path = [matrix @ Vector((radius * math.cos(2 * math.pi * i / count), 0,
                             radius * stretch * math.sin(2 * math.pi * i / count))) for i in range(count)]
    return sweep(name, path, circle(wire, 14), material, closed=True, up=matrix.to_3x3() @ Vector((0, 1, 0)))


def d_ring(name, matrix, width, height, wire, material):
    """A flat-footed ring in the local XZ plane, for straps."""
    w = width / 2
    outline = [(-w, 0), (w, 0)] + [(w * math.cos(math.pi * i / 24), height * math.sin(math.pi * i / 24))
                                   for i in range(1, 24)]
    path = resample([matrix @ Vector((x, 0, z)) for x, z in outline], .015)
    return sweep(name, path, circle(wire, 14), material, closed=True, up=matrix.to_3x3() @ Vector((0, 1, 0)))


def chain(name, path, material, link_length=.13, wire=.018, width=.085, around=14):
    """Interlocking stadium links along a Path, every other one turned by a right angle."""
    pitch = (link_length - 2.1 * wire) * .98
    count = max(2, int(path.length / pitch))
    pitch = path.length / count
    bend = width / 2 - wire
    straight = link_length / 2 - wire - bend
    loop = [(straight + bend * math.cos(a), bend * math.sin(a))
            for a in (-math.pi / 2 + math.pi * i / 8 for i in range(9))]
    loop += [(-x, -y) for x, y in loop]
    centres = [path.at((i + .5) * pitch) for i in range(count)]
    normals = frames(centres)[1]
    verts, faces, m = [], [], len(loop)
    for i, centre in enumerate(centres):
        t = path.tangent((i + .5) * pitch)
        n = (normals[i] - t * normals[i].dot(t)).normalized()
        turn = math.pi / 4 + (math.pi / 2 if i % 2 else 0)
        x = n * math.cos(turn) + t.cross(n) * math.sin(turn)
        y, base = t.cross(x), len(verts)
        for k, (cx, cy) in enumerate(loop):
            dx, dy = loop[(k + 1) % m][0] - loop[k - 1][0], loop[(k + 1) % m][1] - loop[k - 1][1]
            size = math.hypot(dx, dy)
            for j in range(around):
                a = 2 * math.pi * j / around
                r, q = wire * math.cos(a), wire * math.sin(a)
                verts.append(centre + t * (cx + dy / size * r) + x * (cy - dx / size * r) + y * q)
        for k in range(m):
            a, b = base + k * around, base + (k + 1) % m * around
            faces += [(a + j, a + (j + 1) % around, b + (j + 1) % around, b + j) for j in range(around)]
    return mesh_object(name, verts, faces, material, angle=180)


def smooth_path(points, rounds=12, step=.02):
    """A polyline through a few hand-placed points, resampled and relaxed."""
    return relaxed(Path(points, step).points, rounds)
