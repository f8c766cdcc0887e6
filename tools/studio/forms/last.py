"""The last: one parametrisation of a foot that every shoe is drawn on.

A surface point is (i, t): i runs round the plan outline, 0 at the toe, t climbs the wall from the
feather edge (0) to the ridge over the foot (1). x points from heel to toe.
"""

import math
from itertools import accumulate

import numpy as np
from mathutils import Matrix, Vector

from mesh import bevel, duplicate, grid, group_product, mesh_object, solidify, weld
from shapes import counter_clockwise, inset, lerp, resample, smoothstep


def smooth_max(a, b, sharpness=12):
    return math.log(math.exp(sharpness * a) + math.exp(sharpness * b)) / sharpness


class Last:
    def __init__(
        self,
        length,
        ball_width,
        heel_width,
        floor,
        ridge,
        wall=2.2,
        roof=1.75,
        toe_power=2.1,
        heel_centre=0.34,
        toe_centre=0.42,
        bulge=0.06,
    ):
        """floor(x) is the feather edge's height, ridge(x) the top line's; wall, roof and bulge shape the section."""
        self.length, self.ball_width, self.heel_width = length, ball_width, heel_width
        self.floor, self.ridge, self.wall, self.roof = floor, ridge, wall, roof
        self.bulge = bulge  # how far the wall swells out above the feather edge, as a share of the width
        self.heel_centre, self.toe_centre = heel_centre, length - toe_centre
        steps = [length / 2 + length / 2 * math.cos(math.pi * i / 240) for i in range(241)]
        mean = [Vector((x, (self.half_width(x, 1, toe_power) + self.half_width(x, -1, toe_power)) / 2)) for x in steps]
        places = [max(0, min(length, p[0])) for p in resample(mean, 0.02, closed=False)]
        outer = [Vector((x, self.half_width(x, 1, toe_power))) for x in places]
        inner = [Vector((x, -self.half_width(x, -1, toe_power))) for x in reversed(places[1:-1])]
        self.outline = outer + inner  # i and count - i lie opposite each other, so that both sides meet at the ridge
        self.count = len(self.outline)
        self.sides = {side: self._places(side) for side in (1, -1)}

    def _places(self, side):
        """The outline positions of one side and their x."""
        here = [i for i, p in enumerate(self.outline) if p[1] * side >= 0]
        return np.array(here), np.array([self.outline[i][0] for i in here])

    def half_width(self, x, side, toe_power):
        ball = self.length * 0.68
        width = lerp(self.heel_width, self.ball_width, smoothstep(0.3, ball, x))
        width -= 0.035 * math.exp(-(((x - self.length * 0.42) / 0.35) ** 2)) * (2.0 if side < 0 else 0.6)
        width += 0.02 * side * math.exp(-(((x - self.length * 0.72) / 0.4) ** 2))
        if x > ball:
            width *= max(0, 1 - ((x - ball) / (self.length - ball)) ** toe_power) ** (1 / toe_power)
        if x < 0.34:
            width *= (1 - max(0, (0.34 - x) / 0.34) ** 2.2) ** (1 / 2.2)
        return width

    def edge(self, i):
        low = math.floor(i)
        return self.outline[low % self.count].lerp(self.outline[(low + 1) % self.count], i - low)

    def along(self, i):
        """Where i lies between toe and heel, 0 at half way: a pattern begins again on each side, as cut pieces do."""
        return (min(i % self.count, self.count - i % self.count) - self.count / 4) * 0.02

    def x_at(self, i):
        return self.edge(i)[0]

    def point(self, i, t):
        edge = self.edge(i)
        centre_x = max(self.heel_centre, min(self.toe_centre, edge[0]))
        share = max(0, 1 - max(0, min(1, t)) ** self.roof) ** (1 / self.wall)
        share *= 1 + self.bulge * math.sin(math.pi * min(1, max(0, t) * 1.6)) * (1 - t)
        x = lerp(centre_x, edge[0], share)
        height = (self.ridge(centre_x) - self.floor(centre_x)) * t if t >= 0 else t * 0.3
        return Vector((x, lerp(0, edge[1], share), self.floor(x) + height))

    def wall_points(self, i, low, high, rows):
        """Points up the wall from t = low to high, closer together where the section closes in."""
        return [self.point(i, lerp(low, high, 1 - (1 - row / rows) ** 1.7)) for row in range(rows + 1)]

    def wall_at(self, share):
        """The t at which the section has closed in to this share of its half width."""
        return max(0, 1 - share**self.wall) ** (1 / self.roof)

    def height_over(self, x, y):
        """How high the foot reaches at a place of the plan."""
        share = min(0.98, abs(y) / abs(self.edge(self.index(x, 1))[1]))
        return self.floor(x) + (self.ridge(x) - self.floor(x)) * self.wall_at(share)

    def cut_across(self, i, x):
        """The t at which the wall above outline position i has come back to x: a straight line over the toe."""
        if x < self.toe_centre:
            return 1.0 if self.x_at(i) > x else 0.0
        ahead = self.x_at(i) - self.toe_centre
        return self.wall_at(max(0.0, min(1.0, (x - self.toe_centre) / ahead))) if ahead > 1e-6 else 0.0

    def index(self, x, side):
        """The outline position on one side (+1 outer, -1 inner) at a given x."""
        here, places = self.sides[side]
        best = int(here[np.abs(places - x).argmin()])
        step = self.outline[(best + 1) % self.count][0] - self.outline[best][0]
        return best + (max(-1, min(1, (x - self.outline[best][0]) / step)) if abs(step) > 1e-6 else 0)

    def plan(self, outwards=0.0):
        return inset(counter_clockwise(list(self.outline)), -outwards)

    def floor_at(self, x):
        return self.floor(max(0, min(self.length, x)))


def drawn(points):
    """A smooth curve through (x, y) points that never overshoots them, level beyond its ends."""
    slopes = [(q[1] - p[1]) / (q[0] - p[0]) for p, q in zip(points, points[1:])]
    middle = [2 * a * b / (a + b) if a * b > 0 else 0.0 for a, b in zip(slopes, slopes[1:])]
    tangents = [0.0, *middle, slopes[-1] if len(points) > 2 else 0.0]

    def at(x):
        if x <= points[0][0]:
            return points[0][1]
        for k, ((xa, ya), (xb, yb)) in enumerate(zip(points, points[1:])):
            if x < xb:
                w, t = xb - xa, (x - xa) / (xb - xa)
                a, b = tangents[k] * w, tangents[k + 1] * w
                return ya + t * (a + t * (3 * (yb - ya) - 2 * a - b + t * (2 * (ya - yb) + a + b)))
        return points[-1][1]

    return at


def topline(last, throat, rise, opening=0.92, blunt=5.0):
    """How far up each side the upper reaches: `rise(x)` above the feather edge, closed in front of the throat.

    The opening keeps its share of the width until near the throat; the higher `blunt`, the rounder its front.
    """

    def top(i):
        x = last.x_at(i)
        if x > throat:
            return 1.0
        share = opening * max(0, 1 - (max(0, x) / throat) ** blunt) ** 0.5
        centre = max(last.heel_centre, min(last.toe_centre, x))
        low = rise(x) / (last.ridge(centre) - last.floor(centre))
        return max(0.12, min(1, smooth_max(last.wall_at(share), low, 18)))

    return top


def lengths(points):
    """How far each point lies from the first, along all between."""
    return list(accumulate(((q - p).length for p, q in zip(points, points[1:])), initial=0.0))


def upper(last, top, materials, thickness=0.028, rows=30, name='upper', span=None, bottom=0.0, pattern=None):
    """The upper, from the feather edge to its topline; `span` limits it to part of the outline.

    `pattern(i, wall)` lays the leather on a wall: the pattern places of its points.

    The materials are those of the outside, of the cut edge and, if there is a third, of the lining.
    """
    start, end = span or (0, last.count)
    closed = span is None
    columns = last.count if closed else max(8, round(end - start))
    verts, uv, faces = [], [], []
    for c in range(columns + (0 if closed else 1)):
        i = start + (end - start) * c / columns
        wall = last.wall_points(i, bottom, top(i), rows)
        verts += wall
        uv += pattern(i, wall) if pattern else [(last.along(i), up) for up in lengths(wall)]
    wrap = columns if closed else columns + 1
    for c in range(columns):
        a, b = c * (rows + 1), (c + 1) % wrap * (rows + 1)
        faces += [(a + r, a + r + 1, b + r + 1, b + r) for r in range(rows)]
    obj = weld(mesh_object(name, verts, faces, materials, uv=uv, angle=60), outward_from=(last.length * 0.45, 0, 0.3))
    solidify(obj, thickness, -1, rim_material=1)
    if len(materials) > 2:
        obj.modifiers['solidify'].material_offset = 2
    return obj


def from_ridge(last, straight, middle):
    """A pattern for `upper` that begins at the ridge, where both sides meet.

    It runs straight in front of x = `straight`; the middle of the hide lies at x = `middle`.
    """
    begin = last.along(last.index(straight, 1))

    def pattern(i, wall):
        whole = lengths(last.wall_points(i, 0, 1, 30))[-1]
        ahead = last.x_at(i) > straight
        along = [straight - p.x if ahead else last.along(i) - begin for p in wall]
        return [(u + middle - straight, up - whole) for u, up in zip(along, lengths(wall))]

    return pattern


def outward(last, i, t):
    """The surface point at (i, t) and the way out of the shoe there."""
    p = last.point(i, t)
    n = (last.point(i + 0.5, t) - last.point(i - 0.5, t)).cross(last.point(i, t + 0.01) - last.point(i, t - 0.01))
    n = n.normalized() if n.length > 1e-9 else Vector((0, 0, 1))
    return p, (n if n.dot(p - Vector((last.length * 0.5, 0, last.floor(p.x) + 0.1))) > 0 else -n)


def stitch_line(last, kit, line, lift=0.002):
    """A row of stitches along (i, t) places on the last."""
    steps, pitch = [outward(last, i, t) for i, t in line], kit.stitcher.length + kit.stitcher.gap
    due = pitch
    for (p, n), (q, _) in zip(steps, steps[1:]):
        gap = (q - p).length
        while due <= gap and gap > 1e-9:
            kit.stitcher.add(p.lerp(q, due / gap) + n * lift, (q - p).normalized(), n)
            due += pitch
        due -= gap


def topline_places(last, top, throat, below=0.0):
    """(i, t) along the topline from the throat round the heel to the throat; `below` it, in units of 10 cm."""
    line = []
    for i in range(last.count):
        x = last.x_at(i)
        if x < throat:
            centre = max(last.heel_centre, min(last.toe_centre, x))
            line.append((i, top(i) - below / (last.ridge(centre) - last.floor(centre))))
    return line


def patch(last, start, end, low, high, materials, thickness=0.025, columns=60, rows=18, name='overlay'):
    """An overlay on the upper: low(a) and high(a) give its t range for a from 0 to 1 along start..end."""
    verts, uv, faces = [], [], []
    for c in range(columns + 1):
        a = c / columns
        i = lerp(start, end, a)
        wall = [last.point(i, lerp(low(a), high(a), r / rows)) for r in range(rows + 1)]
        verts += wall
        uv += [(last.along(i), up) for up in lengths(wall)]
    for c in range(columns):
        q = c * (rows + 1)
        faces += [(q + r, q + r + rows + 1, q + r + rows + 2, q + r + 1) for r in range(rows)]
    obj = weld(mesh_object(name, verts, faces, materials, uv=uv, angle=60), 0.001, (last.length * 0.45, 0, 0.3))
    return solidify(obj, thickness, 1, rim_material=1, rim_bevel=0.009)


def slab(last, material, low, high, grow_low, grow_high, name='sole', edge=0.014, behind=None, waist=None):
    """A sole layer following the feather edge, from height `low` to `high` against it, in front of x = `behind`.

    `waist(x)` is how much narrower it is there on each side.
    """

    def outline(grow):
        points = [p for p in last.plan(grow) if behind is None or p[0] > behind]
        return [Vector((p[0], p[1] - math.copysign(waist(p[0]), p[1]))) for p in points] if waist else points

    bottom, top = outline(grow_low), outline(grow_high)
    n = min(len(bottom), len(top))
    verts = [
        Vector((p[0], p[1], last.floor_at(p[0]) + z)) for plan, z in ((bottom[:n], low), (top[:n], high)) for p in plan
    ]
    faces = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    toe = max(range(n), key=lambda i: bottom[i][0])
    order = [(toe + i) % n for i in range(n)]
    for base in (0, n):
        left, right = 0, n - 1
        while right - left >= 3:
            faces.append(tuple(base + order[k] for k in (left, left + 1, right - 1, right)))
            left, right = left + 1, right - 1
        if right - left == 2:
            faces.append(tuple(base + order[k] for k in (left, left + 1, right)))
    return bevel(weld(mesh_object(name, verts, faces, material, angle=40), 1e-5), edge, 4, 50)


def block_heel(last, material, front, gap=0.08, grow=0.03, taper=0.0, name='heel', lifts=1):
    """A straight heel under the seat, reaching forward to x = front, of one piece or of several lifts of leather."""
    plan = [p for p in last.plan(grow) if p[0] < front]
    n, centre = len(plan), Vector((front * 0.48, 0))

    def level(share):
        return [Vector((*p.lerp(centre, taper * (1 - share)), share * (last.floor_at(p[0]) - gap))) for p in plan]

    faces = [tuple(reversed(range(n))), tuple(range(n, 2 * n))]
    faces += [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    for k in range(lifts):
        verts = level(k / lifts) + level((k + 1) / lifts)
        bevel(mesh_object(name, verts, faces, material, angle=40), 0.012 if lifts == 1 else 0.006, 3, 40)


def toe_cap(last, kit, x, thickness=0.012, stitches=(0.025, 0.05)):
    """A cap over the toe with a straight edge at x and rows of stitches before it."""
    reach = next(i for i in range(last.count) if last.x_at(i) < x) - 0.5
    place = lambda a: lerp(-reach, reach, a)
    patch(
        last,
        -reach,
        reach,
        lambda a: -0.02,
        lambda a: max(0.0, last.cut_across(place(a), x)),
        [kit.leather, kit.edge],
        thickness,
        90,
        26,
        name='toe cap',
    )
    for before in (x + inside for inside in stitches):
        if before < last.toe_centre:
            ends = [last.index(before, side) for side in (1, -1)]
            row = [(ends[0], k / 60) for k in range(61)] + [(ends[1], k / 60) for k in reversed(range(60))]
        else:
            line = [place(k / 160) for k in range(161)]
            row = [(i, last.cut_across(i, before)) for i in line if last.x_at(i) > before]
        stitch_line(last, kit, row, thickness)


def tongue(last, leather, throat, thickness, rise=0.12, half=0.24, rim_bevel=0.014, reach=0.70, sunk=0.0, dive=None):
    """It lies on the foot under the facings and stands a little above them.

    Its front end may `dive` into the vamp; it is then narrower between the facings than above them.
    """
    front = [(0.7, -0.012)] if dive is None else [(reach - 0.25, 0.0), (reach, -dive)]
    lift = drawn([(0, rise), (0.12, rise * 0.5), (0.26, 0.0), *front])

    def place(u, v):
        x = throat - 0.26 + reach * (1 - v)
        y = lerp(-half, half, u) * (1 - 0.13 * smoothstep(0.86, 1, v))
        y *= 1 if dive is None else lerp(0.8, 1, smoothstep(0.62, 0.82, v))
        z = last.height_over(max(throat, x), y)
        z += lift(x - throat + 0.26) - thickness * 0.5 - sunk
        return Vector((x + 0.6 * y * y * smoothstep(0.6, 1, v), y, z))

    obj = grid('tongue', 24, 40, place, leather, uv_scale=(0.4, 0.8))
    weld(obj, 1e-5, (1.2, 0, -1))
    solidify(obj, thickness, 0, rim_material=len(leather) - 1, rim_bevel=rim_bevel)


def make_pair(front=(-1.3, -0.48), back=(-1.12, 0.68), turn=6):
    """Turns everything modelled so far into one shoe and adds its mirrored twin behind it; returns both."""
    first = group_product('left')
    second = duplicate(first, 'right')
    first.matrix_local = Matrix.Translation((*front, 0))
    second.matrix_local = (
        Matrix.Translation((*back, 0)) @ Matrix.Rotation(math.radians(turn), 4, 'Z') @ Matrix.Diagonal((1, -1, 1, 1))
    )
    return first, second
