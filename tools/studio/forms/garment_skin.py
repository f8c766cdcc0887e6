"""The cloth one sees of a garment laid flat: a fine, even sheet over what the simulation settled.

The simulated mesh is coarse and puckers along its seams. From it only the height of the filled front is taken,
averaged; the outline stays exactly as cut and rounds down to the floor.
"""

import math

import numpy as np
from mathutils import Vector, geometry, noise

from mesh import mesh_object, weld
from shapes import contains, counter_clockwise, inset, resample, row_crossings, within

STEP = 0.026
RIM_STEP = 0.02
FLOOR = 0.03  # where the seam lies
LAYERS = 0.028  # from the front of a garment to its back, seen only inside the neck
PROFILE = (0.03, 0.10, 0.22, 0.40, 0.62, 0.85, 1.1)  # rings along the rim, as shares of its roundness
ACROSS_SEAM = (-0.030, -0.018, -0.010, -0.005, 0, 0.005, 0.010, 0.018, 0.030)  # rows beside a seam


def distances(points, line):
    """From each point to the nearest of a polyline, exactly: a nearest vertex would show as a saw."""
    best = np.full(len(points), np.inf)
    line = np.array([p[:2] for p in line])
    for a, b in zip(line, line[1:]):
        along = b - a
        t = np.clip((points - a) @ along / max(along @ along, 1e-12), 0, 1)
        best = np.minimum(best, np.hypot(*(points - a - t[:, None] * along).T))
    return best


class Drape:
    """The settled height of the front over the pattern, without the puckers: a weighted mean of simulated points."""

    def __init__(self, cut, settled, from_rim, reach):
        inner = [i for i, p in enumerate(cut) if p.z > 0 and from_rim[i] > 0.07]
        self.at = np.array([cut[i][:2] for i in inner])
        self.height = np.array([settled[i].z for i in inner])
        self.reach = reach

    def __call__(self, points):
        found = np.empty(len(points))
        for start in range(0, len(points), 1500):
            part = points[start : start + 1500]
            apart = ((part[:, None] - self.at[None]) ** 2).sum(-1)
            apart -= apart.min(1, keepdims=True)
            weight = np.exp(-apart / (2 * self.reach**2))
            found[start : start + 1500] = weight @ self.height / weight.sum(1)
        return found


class Line:
    """A line on the cloth: sewn, so that it sinks between its laps, or pressed into a ridge (negative depth)."""

    def __init__(self, points, depth=0.007, width=0.007):
        self.points, self.depth, self.width = [Vector(p) for p in points], depth, width

    def height(self, flat):
        apart = distances(flat, self.points)
        lap = 0.6 * self.depth * np.exp(-(((apart - 0.024) / 0.013) ** 2)) if self.depth > 0 else 0
        return lap - self.depth * np.exp(-((apart / self.width) ** 2))


def _samples(outline, lines, roundness):
    """Points over a sheet: rings along the rim and rows beside the lines, then an even grid."""
    edge, rings = outline + outline[:1], []
    clear = lambda points, reach: np.all([distances(points, line.points) > reach for line in lines] or [True], axis=0)
    for share in PROFILE:
        ring = np.array([tuple(p) for p in inset(outline, share * roundness)])
        rings.append(ring[(distances(ring, edge) > share * roundness * 0.93) & clear(ring, 0.034)])
    beside = [
        tuple(p)
        for line in lines
        for offset in ACROSS_SEAM
        for p in _offset(resample(line.points, RIM_STEP, False), offset)
        if contains(outline, *p)
    ]
    beside = np.array(beside).reshape(-1, 2)
    if len(beside):
        beside = beside[distances(beside, edge) > 0.003]
    grid, low, high = [], min(p[1] for p in outline), max(p[1] for p in outline)
    widest = max(abs(p[0]) for p in outline)
    for row in range(int((high - low) / (STEP * 0.866)) + 1):
        y = low + row * STEP * 0.866
        crossings = row_crossings(outline, y)
        for column in range(int(2 * widest / STEP) + 2):
            x = -widest + (column + (0.5 if row % 2 else 0)) * STEP
            if within(crossings, x):
                grid.append((x, y))
    grid = np.array(grid)
    grid = grid[(distances(grid, edge) > (PROFILE[-1] * roundness + STEP * 0.4)) & clear(grid, 0.040)]
    return np.concatenate([np.array([tuple(p) for p in outline]), *rings, beside, grid])


def _offset(line, distance):
    moved = []
    for i, p in enumerate(line):
        t = (line[min(len(line) - 1, i + 1)] - line[max(0, i - 1)]).normalized()
        moved.append(Vector((p.x - t.y * distance, p.y + t.x * distance)))
    return moved


def _triangles(points, count):
    ring = [(i, (i + 1) % count) for i in range(count)]
    flat, _, triangles, *_ = geometry.delaunay_2d_cdt([Vector(p) for p in points], ring, [], 1, 1e-6)
    return np.array([tuple(p) for p in flat]), triangles


def cover(
    rim,
    front_opening,
    back_opening,
    drape,
    materials,
    lines=(),
    slot_of=None,
    uv_of=None,
    roundness=0.10,
    loft=1.0,
    folds=0.0,
):
    """The garment's visible cloth. loft: share of the settled height; folds: height of soft folds; uv_of(middle, point)
    turns the weave of a part."""
    shared = resample(rim, RIM_STEP, False)
    verts, flats, faces, slots = [], [], [], []
    for front, opening in ((True, front_opening), (False, back_opening)):
        across = resample([shared[-1], *opening, shared[0]], RIM_STEP, False)[1:-1]
        outline = counter_clockwise(shared + across)
        flat, triangles = _triangles(_samples(outline, lines if front else (), roundness), len(outline))
        share = np.clip(distances(flat, shared) / roundness, 0, 1)
        rise = np.sqrt(1 - (1 - share) ** 2)
        height = FLOOR + (drape(flat) * loft - FLOOR) * rise
        if folds:
            fade = np.clip((distances(flat, shared) - 0.02) / 0.3, 0, 1)
            height += folds * fade * np.array([_fold(*p) for p in flat])
        if front:
            height += rise * sum(line.height(flat) for line in lines)
        else:
            height -= LAYERS * rise
        base = len(verts)
        verts += [Vector((x, y, z)) for (x, y), z in zip(flat, height)]
        flats += [Vector(p) for p in flat]
        for t in triangles:
            a, b, c = (flats[base + i] for i in t)
            upwards = (b - a).cross(c - a) > 0
            faces.append(tuple(base + i for i in (t if upwards == front else reversed(t))))
            middle = (a + b + c) / 3
            slots.append(slot_of(middle[0], middle[1]) if slot_of else 0)
    obj = mesh_object('garment', verts, faces, materials, uv=flats, face_materials=slots, angle=180)
    if uv_of:
        layer = obj.data.uv_layers.active.data
        for polygon in obj.data.polygons:
            middle = sum((flats[i] for i in polygon.vertices), Vector((0, 0))) / 3
            for loop in polygon.loop_indices:
                layer[loop].uv = uv_of(middle, flats[obj.data.loops[loop].vertex_index])
    return weld(obj, 1e-5)


def _fold(x, y):
    """Long soft folds, down the body and along the sleeves."""
    lean = math.radians(-22) * np.clip((abs(x) - 0.9) * 4, 0, 1) * (1 if x > 0 else -1)
    u, v = x * math.cos(lean) - y * math.sin(lean), x * math.sin(lean) + y * math.cos(lean)
    u += 0.25 * noise.noise(Vector((x * 0.8, y * 0.8, 3)))
    first = 1 - abs(noise.noise(Vector((u * 2.1, v * 0.55, 7))) * 2)
    second = noise.noise(Vector((u * 3.4 + 1, v * 1.1, 11)))
    return 0.7 * first * first + 0.5 * second
