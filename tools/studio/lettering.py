"""The name of the house on its pieces, in the typeface of the shop: foil on leather, engraved on metal."""

import os

import bpy
from mathutils import Matrix, Vector

from leatherwork import normal_at
from mesh import mesh_object

NAME = 'SOLVANE'
FONT = '../../node_modules/@fontsource-variable/cormorant/files/cormorant-latin-wght-normal.woff2'
CAP_HEIGHT = 0.63  # of the size of the type
WEIGHT = 0.012  # the file holds the lightest cut only: grown on all sides, in shares of the size
SPACING = 1.25


def _letters(height):
    """The name as flat (points, faces), its capitals `height` tall, centred on the origin."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), FONT)
    curve = bpy.data.curves.new('name', 'FONT')
    curve.font = bpy.data.fonts.load(path, check_existing=True)
    curve.body, curve.align_x, curve.space_character = NAME, 'CENTER', SPACING
    curve.size, curve.resolution_u = height / CAP_HEIGHT, 3
    curve.offset = WEIGHT * curve.size
    text = bpy.data.objects.new('name', curve)
    mesh = text.to_mesh()
    points = [Vector((p.co.x, p.co.y - height / 2)) for p in mesh.vertices]
    faces = [tuple(face.vertices) for face in mesh.polygons]
    text.to_mesh_clear()
    bpy.data.objects.remove(text)
    return points, faces


def stamp(place, u, v, material, height=0.06, lift=0.011, turn=0.0):
    """Stamps the name on a surface, centred on pattern coordinates (u, v); `height` of the capitals in units of 10 cm."""
    points, faces = _letters(height)
    verts = []
    for point in points:
        p = Matrix.Rotation(turn, 2) @ point
        verts.append(place(u + p.x, v + p.y) + normal_at(place, u + p.x, v + p.y) * lift)
    return mesh_object('name', verts, faces, material, smooth=False)


def engrave(matrix, material, height):
    """The name on a flat part, in the local XZ plane, facing -Y."""
    points, faces = _letters(height)
    return mesh_object('name', [matrix @ Vector((p.x, 0, p.y)) for p in points], faces, material, smooth=False)
