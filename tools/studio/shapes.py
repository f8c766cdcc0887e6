"""Flat pattern pieces: outlines in the plane, as a leatherworker draws them.

One unit is 10 cm. Every outline is a list of 2D (or 3D) mathutils Vectors.
"""

import math

from mathutils import Vector


def lerp(a, b, t):
    return a + (b - a) * t


def smoothstep(a, b, x):
    t = max(0.0, min(1.0, (x - a) / (b - a))) if b != a else 0.0
    return t * t * (3 - 2 * t)


def signed_power(value, exponent):
    return math.copysign(abs(value) ** exponent, value)


def _corner(point, before, after, radius, segments):
    """The arc that replaces one corner of a polygon."""
    p, a, b = Vector(point), Vector(before), Vector(after)
    to_a, to_b = a - p, b - p
    len_a, len_b = to_a.length, to_b.length
    to_a, to_b = to_a / len_a, to_b / len_b
    angle = math.acos(max(-1, min(1, to_a.dot(to_b))))
    if radius <= 0 or abs(angle - math.pi) < 1e-3:
        return [p]
    tangent = min(radius / math.tan(angle / 2), len_a * 0.499, len_b * 0.499)
    radius = tangent * math.tan(angle / 2)
    centre = p + (to_a + to_b).normalized() * (radius / math.sin(angle / 2))
    start, end = p + to_a * tangent - centre, p + to_b * tangent - centre
    sweep = start.angle(end)
    return [
        centre
        + start * (math.sin((1 - i / segments) * sweep) / math.sin(sweep))
        + end * (math.sin(i / segments * sweep) / math.sin(sweep))
        for i in range(segments + 1)
    ]


def rounded(points, radii, segments=10, closed=True):
    """A polygon with its corners rounded, one radius each or one for all."""
    n = len(points)
    if not hasattr(radii, '__len__'):
        radii = [radii] * n
    out = []
    for i in range(n):
        if not closed and i in (0, n - 1):
            out.append(Vector(points[i]))
        else:
            out += _corner(points[i], points[i - 1], points[(i + 1) % n], radii[i], segments)
    return out


def rectangle(width, height, radii=0, x=0.0, z=0.0, segments=10):
    """A rounded rectangle standing on z, centred on x; radii from bottom left, counter-clockwise."""
    w = width / 2
    return rounded([(x - w, z), (x + w, z), (x + w, z + height), (x - w, z + height)], radii, segments)


def bar(width, height, radius=0, segments=5):
    """A rounded rectangle centred on the origin: the usual section of a sweep."""
    return rectangle(width, height, radius, z=-height / 2, segments=segments)


def trapezoid(bottom, top, height, radii=0, segments=12):
    b, t = bottom / 2, top / 2
    return rounded([(-b, 0), (b, 0), (t, height), (-t, height)], radii, segments)


def arch(width, height, x=0.0, z=0.0, segments=24):
    """The house motif: a flat foot and a half-round head."""
    r = width / 2
    head = [
        Vector((x + r * math.cos(math.pi * i / segments), z + height - r + r * math.sin(math.pi * i / segments)))
        for i in range(segments + 1)
    ]
    return [Vector((x - r, z)), Vector((x + r, z))] + head


def superellipse(rx, rz, power=2.5, count=64, x=0.0, z=0.0):
    return [
        Vector(
            (
                x + rx * signed_power(math.cos(2 * math.pi * i / count), 2 / power),
                z + rz * signed_power(math.sin(2 * math.pi * i / count), 2 / power),
            )
        )
        for i in range(count)
    ]


def circle(radius, count=20):
    return [
        Vector((radius * math.cos(2 * math.pi * i / count), radius * math.sin(2 * math.pi * i / count)))
        for i in range(count)
    ]


def resample(points, step, closed=True):
    """Points at even arc length, about one step apart."""
    pts = [Vector(p) for p in points]
    if closed:
        pts.append(pts[0])
    at = [0.0]
    for a, b in zip(pts, pts[1:]):
        at.append(at[-1] + (b - a).length)
    n = max(3, round(at[-1] / step))
    out, j = [], 0
    for k in range(n if closed else n + 1):
        s = at[-1] * k / n
        while j < len(at) - 2 and at[j + 1] < s:
            j += 1
        span = at[j + 1] - at[j]
        out.append(pts[j].lerp(pts[j + 1], max(0, min(1, (s - at[j]) / span if span > 1e-9 else 0))))
    return out


def relaxed(points, rounds=12):
    """An open polyline smoothed by repeated averaging; the ends stay."""
    for _ in range(rounds):
        points = (
            [points[0]]
            + [(points[i - 1] + points[i] * 2 + points[i + 1]) / 4 for i in range(1, len(points) - 1)]
            + [points[-1]]
        )
    return points


def counter_clockwise(points):
    area = sum(points[i - 1][0] * p[1] - p[0] * points[i - 1][1] for i, p in enumerate(points))
    return points if area > 0 else list(reversed(points))


def inset(points, distance):
    """A counter-clockwise outline moved inwards (negative: outwards)."""
    n, out = len(points), []
    for i in range(n):
        t = Vector((points[(i + 1) % n][0] - points[i - 1][0], points[(i + 1) % n][1] - points[i - 1][1]))
        t = t.normalized() if t.length > 0 else Vector((1, 0))
        out.append(Vector((points[i][0] - t[1] * distance, points[i][1] + t[0] * distance)))
    return out


def row_crossings(polygon, y):
    """The x where a horizontal line crosses the polygon, in order."""
    xs = []
    for i, b in enumerate(polygon):
        a = polygon[i - 1]
        if (a[1] > y) != (b[1] > y):
            xs.append(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
    return sorted(xs)


def within(crossings, x):
    return sum(1 for c in crossings if c < x) % 2 == 1


def contains(polygon, x, y):
    return within(row_crossings(polygon, y), x)


class Path:
    """A polyline in space, looked up by arc length; straight on past its ends."""

    def __init__(self, points, step=0.01, closed=False):
        self.points = resample([Vector(p) for p in points], step, closed)
        self.count = len(self.points) - 1
        self.length = sum((b - a).length for a, b in zip(self.points, self.points[1:]))

    def at(self, s):
        p, x = self.points, s / self.length * self.count
        if x <= 0:
            return p[0] + (p[1] - p[0]) * x
        if x >= self.count:
            return p[-1] + (p[-1] - p[-2]) * (x - self.count)
        i = int(x)
        return p[i].lerp(p[i + 1], x - i)

    def tangent(self, s, reach=0.01):
        return (self.at(s + reach) - self.at(s - reach)).normalized()
