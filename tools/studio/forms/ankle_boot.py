"""Ankle boot."""

import math

import bmesh
import bpy
from mathutils import Vector
from mathutils.bvhtree import BVHTree

import materials
from mesh import mesh_object, solidify, sweep, weld
from shapes import Path, lerp, smoothstep
from stage import View

from . import Piece, form
from .last import Last, block_heel, lengths, make_pair, slab
from .shoes_dress import shoe_kit, shoe_views

BASE = 1.02  # of the shaft, over the ground
LOST = 0.12  # of its height, cut off again for a clean edge
SCALE = 0.8  # of patterns


@form('ankle-boot')
def ankle_boot(material, options):
    """A shaft that grows out of the foot, elastic gores at the sides, a block heel."""
    kit, sole, _ = shoe_kit(material, options)
    floor = lambda x: 0.42 * (1 - smoothstep(0.6, 1.75, x)) + 0.12 + 0.05 * smoothstep(2.1, 2.8, x)
    ridge = lambda x: floor(x) + lerp(0.92, 0.42, smoothstep(0.75, 1.75, x)) - 0.07 * smoothstep(1.8, 2.5, x)
    last = Last(2.75, 0.46, 0.32, floor, ridge, wall=2.2, roof=1.9, toe_power=1.75, toe_centre=0.48)
    height = options.get('shaft', 1.35)

    def shaft(u, t):
        a = 2 * math.pi * u
        back, front = -0.40 + 0.05 * math.sin(math.pi * t), lerp(0.92, 0.52, smoothstep(0, 0.42, t))
        x = 0.46 + 0.10 * t + (front if math.cos(a) > 0 else -back) * math.cos(a)
        y = lerp(0.335, 0.36, t) * math.sin(a) * (1 - 0.25 * max(0, math.cos(a)) * (1 - smoothstep(0, 0.4, t)))
        low = floor(0.3) + lerp(0.52, 0.26, 0.5 + 0.5 * math.cos(a)) - 0.07
        return Vector((x, y, lerp(low, BASE + height, t)))

    body = _grown_together([_foot(last), _tube(shaft)], last, BASE + height, [kit.leather, kit.edge])
    surface = BVHTree.FromObject(body, bpy.context.evaluated_depsgraph_get())
    solidify(body, 0.035, -1, rim_material=1)
    slab(last, sole, -0.075, 0.014, 0.02, 0.034, 'welt')
    block_heel(last, sole, 0.74, 0.07, 0.018, 0.10)
    for middle in (0.25, 0.75):
        _gore(lambda across, t, middle=middle: surface.find_nearest(shaft(middle + across, t))[:2], kit)
    top = shaft(0.5, 1)
    pull = [top + Vector((-0.01, 0, z)) for z in (-0.16, 0.0, 0.10)]
    pull += [top + Vector((0.05, 0, z)) for z in (0.10, -0.05)]
    strip = [Vector((x, y)) for x, y in ((-0.09, -0.012), (0.09, -0.012), (0.09, 0.012), (-0.09, 0.012))]
    sweep('pull tab', Path(pull, 0.02).points, strip, kit.leather, up=Vector((1, 0, 0)))
    kit.finish()
    make_pair((-1.15, -0.46), (-1.0, 0.64), 7)
    return Piece(
        {
            **shoe_views(12, 0.64, (0.3, -0.6, 0.9)),
            'hero': View(-34, 11, 0.66, 0.62),
            'angle': View(-150, 12, 0.66, 0.62),
        }
    )


def _foot(last, rows=30):
    """The whole last, closed above and below: points, texture places and faces."""
    n = last.count
    verts, uv = [], []
    for i in range(n):
        wall = last.wall_points(i, 0, 1, rows)
        verts += wall
        uv += [(last.along(i) * SCALE, up * SCALE) for up in lengths(wall)]
    step = rows + 1
    faces = [
        (i * step + r, i * step + r + 1, (i + 1) % n * step + r + 1, (i + 1) % n * step + r)
        for i in range(n)
        for r in range(rows)
    ]
    return verts, uv, [*faces, tuple(i * step for i in range(n))]


def _tube(shaft, columns=96, rows=44):
    """The shaft, closed at both ends and a little higher than it is worn."""
    verts, uv = [], []
    for r in range(rows + 1):
        t = r / rows * (1 + LOST)
        around = [shaft(c / columns, t) for c in range(columns)]
        from_front = lengths(around)
        half = from_front[columns // 2]
        verts += around
        uv += [((min(s, 2 * half - s) - half / 2) * SCALE, t * 1.5 * SCALE) for s in from_front]
    faces = [
        (r * columns + c, r * columns + (c + 1) % columns, (r + 1) * columns + (c + 1) % columns, (r + 1) * columns + c)
        for r in range(rows)
        for c in range(columns)
    ]
    return verts, uv, [*faces, tuple(range(columns)), tuple(range(rows * columns, (rows + 1) * columns))]


def _grown_together(solids, last, top, leather):
    """One skin round the solids, smooth where they meet, open at the height `top` and a little lower at the sides."""
    verts, uv, faces = [], [], []
    for points, places, corners in solids:
        faces += [tuple(len(verts) + k for k in face) for face in corners]
        verts += points
        uv += places
    source = weld(mesh_object('patterns', verts, faces, leather, uv=uv), 1e-5)
    source.hide_render = True
    remesh = source.modifiers.new('one skin', 'REMESH')
    remesh.mode, remesh.voxel_size, remesh.use_smooth_shade = 'VOXEL', 0.014, True
    skin = _evaluated(source, 'boot', leather)
    source.modifiers.remove(remesh)
    group = skin.vertex_groups.new(name='soft')
    for v in skin.data.vertices:
        soft = smoothstep(0.10, 0.30, v.co.z - last.floor_at(v.co.x)) * (1 - smoothstep(top - 0.3, top, v.co.z))
        group.add([v.index], lerp(0.7, 1, soft), 'REPLACE')
    smooth = skin.modifiers.new('smooth', 'SMOOTH')
    smooth.factor, smooth.iterations, smooth.vertex_group = 0.5, 60, group.name
    body = _evaluated(skin, 'boot', leather)
    bpy.data.objects.remove(skin)
    bm = bmesh.new()
    bm.from_mesh(body.data)
    everything = [*bm.verts, *bm.edges, *bm.faces]
    bmesh.ops.bisect_plane(bm, geom=everything, plane_co=(0, 0, top), plane_no=(0, 0, 1), clear_outer=True)
    for v in bm.verts:
        v.co.z -= 0.06 * min(1, abs(v.co.y) / 0.36) ** 2 * smoothstep(top - 0.5, top, v.co.z)
    bm.to_mesh(body.data)
    bm.free()
    places = body.modifiers.new('places', 'DATA_TRANSFER')
    places.object, places.use_loop_data, places.data_types_loops = source, True, {'UV'}
    places.loop_mapping, places.use_object_transform = 'POLYINTERP_NEAREST', False  # its twin stands elsewhere
    body.data.uv_layers.new(name='pattern')
    return body


def _evaluated(obj, name, leather):
    """A new object with the mesh that the modifiers of `obj` make."""
    bpy.context.view_layer.update()
    mesh = bpy.data.meshes.new_from_object(obj.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    points = [v.co.copy() for v in mesh.vertices]
    return mesh_object(name, points, [tuple(p.vertices) for p in mesh.polygons], leather, angle=180)


def _gore(place, kit, columns=12, rows=24):
    """A ribbed elastic from the edge of the shaft down, rounded below, with a row of stitches round it.

    `place` gives the point and the way out at a share of the round, from the middle of the side, and of the height.
    """

    def half(t):
        return lerp(0.040, 0.082, t) * (1 - (1 - min(1, (t - 0.19) / 0.10)) ** 2) ** 0.5

    steps = [0.1905 + 0.78 * (r / rows) ** 1.3 for r in range(rows + 1)]
    verts = []
    for t in steps:
        for c in range(columns + 1):
            p, n = place(lerp(-half(t), half(t), c / columns), t)
            verts.append(p + n * (0.008 + 0.006 * (c % 2)))
    step = columns + 1
    faces = [
        (r * step + c, r * step + c + 1, (r + 1) * step + c + 1, (r + 1) * step + c)
        for r in range(rows)
        for c in range(columns)
    ]
    mesh_object('gore', verts, faces, materials.plain('elastic', '#15110f', 0.85), smooth=False)
    border = [(-half(t) - 0.012, t) for t in reversed(steps)] + [(half(t) + 0.012, t) for t in steps]
    line = [place(across, t) for across, t in border]
    pitch = kit.stitcher.length + kit.stitcher.gap
    seam = Path([p for p, _ in line], pitch)
    for p, q in zip(seam.points, seam.points[1:]):
        n = min(line, key=lambda known: (known[0] - p).length)[1]
        kit.stitcher.add(p + n * 0.002, (q - p).normalized(), n)
