"""The name of the house on its pieces, in the typeface of the shop: foil on leather, engraved on metal."""

import os

import bpy
from mathutils import Vector, geometry

from leatherwork import normal_at
from mesh import mesh_object
from shapes import contains, inset, resample

NAME = 'SOLVANE'
FONT = '../../node_modules/@fontsource-variable/cormorant/files/cormorant-latin-wght-normal.woff2'
CAP_HEIGHT = 0.63  # of the size of the type
WEIGHT = 0.012  # the file holds the lightest cut only: grown on all sides, in shares of the size
SPACING = 1.25
CURVE_STEPS = 8


def _area(contour):
    return sum(contour[i - 1].x * p.y - p.x * contour[i - 1].y for i, p in enumerate(contour)) / 2


def _contours(size):
    """Every contour of the name as a polygon, outer ones counter-clockwise, holes clockwise."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), FONT)
    curve = bpy.data.curves.new('name', 'FONT')
    curve.font = bpy.data.fonts.load(path, check_existing=True)
    curve.body, curve.align_x, curve.space_character, curve.size = NAME, 'CENTER', SPACING, size
    text = bpy.data.objects.new('name', curve)
    bpy.context.scene.collection.objects.link(text)
    contours = []
    for spline in text.to_curve(bpy.context.evaluated_depsgraph_get()).splines:
        points = spline.bezier_points
        contour = []
        for i, p in enumerate(points):
            q = points[(i + 1) % len(points)]
            contour += geometry.interpolate_bezier(p.co, p.handle_right, q.handle_left, q.co, CURVE_STEPS)[:-1]
        contours.append([Vector((p.x, p.y)) for p in contour])
    text.to_curve_clear()
    bpy.data.objects.remove(text)
    turned = _area(max(contours, key=lambda c: abs(_area(c)))) < 0
    return [list(reversed(c)) if turned else c for c in contours]


def _letters(height):
    """The name as flat (points, faces), its capitals `height` tall, centred on the origin.

    Strokes of a letter are contours of their own that overlap: filled together they would cut holes into each other.
    """
    size = height / CAP_HEIGHT
    contours = [inset(resample(c, size * 0.012), -WEIGHT * size) for c in _contours(size)]
    holes = [c for c in contours if _area(c) < 0]
    points, faces = [], []
    for stroke in (c for c in contours if _area(c) > 0):
        loops = [stroke] + [hole for hole in holes if contains(stroke, *hole[0])]
        if len(loops) > 1:
            corners = [p for loop in loops for p in loop]
            triangles = geometry.tessellate_polygon([[p.to_3d() for p in loop] for loop in loops])
        else:  # a stroke may cross itself: all that it encloses
            edges = [(i, (i + 1) % len(stroke)) for i in range(len(stroke))]
            corners, _, triangles, *_ = geometry.delaunay_2d_cdt(stroke, edges, [], 1, 1e-6)
        faces += [tuple(len(points) + i for i in triangle) for triangle in triangles]
        points += corners
    return [Vector((p.x, p.y - height / 2)) for p in points], faces


def stamp(place, u, v, material, height=0.06, lift=0.011):
    """Stamps the name on a surface, centred on pattern coordinates (u, v); `height` of the capitals in units of 10 cm."""
    points, faces = _letters(height)
    verts = []
    for p in points:
        verts.append(place(u + p.x, v + p.y) + normal_at(place, u + p.x, v + p.y) * lift)
    return mesh_object('name', verts, faces, material, smooth=False)


def engrave(matrix, material, height):
    """The name on a flat part, in the local XZ plane, facing -Y."""
    points, faces = _letters(height)
    return mesh_object('name', [matrix @ Vector((p.x, 0, p.y)) for p in points], faces, material, smooth=False)
