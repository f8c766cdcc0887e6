"""Sunglasses in solid acetate."""

import math

from mathutils import Matrix, Vector, geometry

from hardware import cylinder, plate
from kit import make_kit
from lettering import engrave
from mesh import bevel, mesh_object, smooth_path, solidify, sweep, weld
from nodes import AOV_MASK, Shader, linear
from shapes import arch, bar, contains, lerp, resample, rounded, smoothstep, superellipse
from stage import View

from . import Piece, form

UP = Vector((0, 0, 1))
MIDDLE, LEVEL = 0.395, 0.145  # of a lens from the nose; of the temples above the middle of the lenses


def _lens(colour):
    """Dark at the brow, clear at the foot. What lies behind is darkened by as much as reported (see finishing.py)."""
    s = Shader('lens')
    height = s.parts(s.object_space())[2]
    dark = s.ramp(height, 0.10, 0.56, 0.10, 0.94)
    s.report(AOV_MASK, s.node('CombineColor', {'Blue': dark}).outputs[0])
    return s.glass(dark, linear(colour))


@form('sunglasses')
def sunglasses(material, options):
    """The front is cut from one sheet of acetate: rims, bridge and end pieces in one line, two lenses let in."""
    kit = make_kit(material, options)
    lens, centre = _lens(options.get('lens', '#452c16')), 0.34
    shape = {'round': (0.262, 0.262, 2.05, 0.0), 'square': (0.288, 0.215, 3.6, 0.03)}
    width, height, power, flare = shape.get(options.get('shape'), (0.284, 0.222, 2.6, 0.09))
    wrap = lambda x: 0.16 * x * x
    holes = []
    for side in (-1, 1):
        hole = []
        for x, z in superellipse(width, height, power, 128):
            hole.append(Vector((MIDDLE * side + x * (1 + flare * z / height), centre + z + 0.10 * flare * x * side)))
        holes.append(resample(hole, 0.014))
        deep = [Vector((p.x, wrap(p.x), p.y)) for p in holes[-1]]
        _glaze(deep, Vector((MIDDLE * side, 0, centre)), lambda x: wrap(x) + 0.028, lens)
        _temple(kit, side, wrap, centre + LEVEL)
    _front(kit, resample(_outline(centre, width, height, power, flare), 0.014), holes, wrap)
    return Piece(
        {
            'hero': View(-26, 13, 0.62, 0.5),
            'angle': View(-62, 16, 0.62, 0.5),
            'front': View(0, 5, 0.62, 0.5),
            'macro': View(-40, 14, near=0.46, focus=(0.5, 0, 0.4), fstop=2.0),
        },
        see_through=True,
    )


def _arc(x, half, rise, power):
    """The height of a superellipse over x, far below where it has none."""
    return rise * (1 - abs(x / half) ** power) ** (1 / power) if abs(x) < half else -0.5 - abs(x)


def _blend(values, sharpness=70):
    """The highest of the values, rounded where they cross."""
    top = max(values)
    return top + math.log(sum(math.exp(sharpness * (v - top)) for v in values)) / sharpness


def _outline(centre, width, height, power, flare):
    """The edge of the front: over the brows, round the end pieces, under the rims and under the bridge."""
    end, ends_at = 0.75, (LEVEL + 0.056, LEVEL - 0.050)

    def top(x):
        rim = _arc(abs(x) - MIDDLE, width * (1 + flare) + 0.046, height + 0.052, max(power, 2.2))
        bridge = 0.118 - 0.8 * x * x if abs(x) < 0.22 else -1
        piece = ends_at[0] - 0.05 * max(0, abs(x) - 0.655) if abs(x) > 0.475 else -1
        return centre + _blend([rim + 0.007 * (abs(x) - MIDDLE), bridge, piece])

    def low(x):
        rim = _arc(abs(x) - MIDDLE, width * (1 - flare * 0.5) + 0.044, height + 0.040, power)
        bridge = -0.050 + 2.2 * x * x if abs(x) < 0.22 else -1
        piece = -ends_at[1] if abs(x) > 0.475 else -1
        return centre - _blend([rim, bridge, piece], 55)

    steps = [end * math.sin(math.pi / 2 * i / 240) for i in range(-240, 241)]
    corners = rounded([(end, top(end)), (end, low(end))], 0.0, closed=False)
    edge = [Vector((x, low(x))) for x in steps] + [Vector(p) for p in reversed(corners)][1:-1]
    edge += [Vector((x, top(x))) for x in reversed(steps)]
    edge = resample(edge, 0.010)
    for _ in range(6):
        edge = [(edge[i - 1] + p * 2 + edge[(i + 1) % len(edge)]) / 4 for i, p in enumerate(edge)]
    return edge


def _front(kit, edge, holes, wrap):
    """A sheet with two openings, bent round the face, its edges polished."""
    points, edges = [], []
    for loop in (edge, *holes):
        first = len(points)
        points += loop
        edges += [(first + i, first + (i + 1) % len(loop)) for i in range(len(loop))]
    corners, _, faces, *_ = geometry.delaunay_2d_cdt([Vector(p) for p in points], edges, [], 0, 1e-6)
    kept = []
    for face in faces:
        middle = sum((corners[i] for i in face), Vector((0, 0))) / len(face)
        if contains(edge, *middle) and not any(contains(hole, *middle) for hole in holes):
            kept.append(tuple(face))
    verts = [Vector((p.x, wrap(p.x) - 0.012, p.y)) for p in corners]
    front = weld(mesh_object('front', verts, kept, kit.leather, angle=30), 1e-6)
    if sum(p.normal.y * p.area for p in front.data.polygons) > 0:
        front.data.flip_normals()
    solidify(front, 0.052, -1, rim_bevel=0)
    bevel(front, 0.018, 5, 50)


def _glaze(rim, centre, wrap, lens):
    n, rings, verts = len(rim), 8, []
    for r in range(rings + 1):
        k = r / rings
        for p in rim:
            q = centre.lerp(Vector((p.x, 0, p.z)), k)
            verts.append(Vector((q.x, wrap(q.x) - 0.03 * (1 - k * k), q.z)))
    faces = [
        (r * n + i, (r + 1) * n + i, (r + 1) * n + (i + 1) % n, r * n + (i + 1) % n)
        for r in range(rings)
        for i in range(n)
    ]
    mesh_object('lens', verts, faces, lens)


def _temple(kit, side, wrap, level):
    corner = 0.725
    run = [
        (corner, wrap(corner) + 0.030, 0.0),
        (corner + 0.012, 0.35, 0.0),
        (0.740, 0.7, -0.004),
        (0.735, 1.05, -0.016),
        (0.720, 1.25, -0.075),
        (0.700, 1.42, -0.235),
        (0.685, 1.50, -0.38),
    ]
    taper = lambda t: (1, lerp(1, 0.66, smoothstep(0, 0.5, t)) * (1 + 0.30 * smoothstep(0.7, 1, t)))
    path = smooth_path([Vector((x * side, y, level + z)) for x, y, z in run])
    bevel(sweep('temple', path, bar(0.042, 0.098, 0.012), kit.leather, up=UP, scale=taper), 0.010, 3, 60)
    turned = Matrix.Rotation(math.radians(90 * side), 4, 'Z')
    at = Matrix.Translation((0.754 * side, 0.30, level - 0.03)) @ turned
    plate('logo', arch(0.042, 0.060), kit.hardware, 0.008, at, 0.003, 2)
    engrave(Matrix.Translation((0.7585 * side, 0.52, level)) @ turned, kit.foil, 0.030)
    x, front, back = 0.69 * side, wrap(0.69) - 0.012, wrap(0.675) + 0.06
    for z in (level + 0.022, level - 0.022):  # the rivets of the hinge
        cylinder('rivet', 0.0095, (x, front + 0.01, z), (x, front - 0.005, z), kit.hardware, 0.003, 20)
    cylinder('hinge', 0.016, (x, back, level - 0.032), (x, back, level + 0.032), kit.hardware, 0.004, 20)
