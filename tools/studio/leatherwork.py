"""Cut and sew: pattern pieces lifted into space, with the pull of the thread along their edges.

A `place` function maps pattern coordinates (u, v) to a point in space; a panel
is an outline plus such a function, which is how a leather piece is really made.
"""

import math

from mathutils import Vector, geometry, kdtree, noise

from mesh import bevel, mesh_object, solidify, sweep
from shapes import (
    Path,
    circle,
    counter_clockwise,
    inset,
    rectangle,
    resample,
    rounded,
    row_crossings,
    smoothstep,
    within,
)

STITCH_INSET = 0.042
GROOVE_WIDTH = 0.011


def normal_at(place, u, v, reach=0.004):
    across = place(u + reach, v) - place(u - reach, v)
    along = place(u, v + reach) - place(u, v - reach)
    n = across.cross(along)
    return n.normalized() if n.length > 1e-12 else Vector((0, 0, 1))


def raised(place, height):
    """The same surface, lifted along its normal."""
    return lambda u, v: place(u, v) + normal_at(place, u, v) * height


def soft(place, wobble):
    """The same surface with the give that a panel of this `wobble` has away from its edges."""

    def at(u, v):
        point = place(u, v)
        return point + normal_at(place, u, v) * (wobble * noise.noise(point * 1.3))

    return at


class Stitcher:
    """Collects saddle stitches, real capsules of thread, into one mesh."""

    def __init__(self, thread, length=0.031, gap=0.011, radius=0.006, slant=0.12):
        self.thread, self.length, self.gap, self.radius, self.slant = thread, length, gap, radius, slant
        self.verts, self.faces = [], []

    def add(self, point, along, normal, steps=6, sides=6):
        side = normal.cross(along).normalized()
        along = (along + side * self.slant).normalized()
        side, base = normal.cross(along).normalized(), len(self.verts)
        for k in range(steps + 1):
            x = k / steps * 2 - 1
            rise = math.cos(x * math.pi / 2) ** 0.6 if abs(x) < 1 else 0
            centre = point + along * (x * self.length * 0.5) + normal * (self.radius * (rise - 0.75))
            r = self.radius * (0.35 + 0.65 * rise)
            for i in range(sides):
                a = 2 * math.pi * i / sides
                self.verts.append(centre + side * (r * 1.05 * math.cos(a)) + normal * (r * 0.9 * math.sin(a)))
        for k in range(steps):
            self.faces += [
                (
                    base + k * sides + i,
                    base + k * sides + (i + 1) % sides,
                    base + (k + 1) * sides + (i + 1) % sides,
                    base + (k + 1) * sides + i,
                )
                for i in range(sides)
            ]

    def run(self, line, place, lift=0.0, closed=True):
        """A row of stitches along a line of pattern coordinates."""
        points = resample(line, self.length + self.gap, closed)
        n = len(points)
        for i in range(n if closed else n - 1):
            a, b = points[i], points[(i + 1) % n]
            along = place(b[0], b[1]) - place(a[0], a[1])
            if along.length > 1e-6:
                middle = (a + b) / 2
                normal = normal_at(place, middle[0], middle[1])
                self.add(place(middle[0], middle[1]) + normal * lift, along.normalized(), normal)

    def along(self, path, normal_of, lift=0.0):
        """A row of stitches along a Path in space; normal_of(point, tangent) gives the way up."""
        pitch = self.length + self.gap
        for k in range(int(path.length / pitch)):
            s = (k + 0.5) * pitch
            point, tangent = path.at(s), path.tangent(s)
            normal = normal_of(point, tangent)
            normal = (normal - tangent * normal.dot(tangent)).normalized()
            self.add(point + normal * lift, tangent, normal)

    def finish(self):
        if self.verts:
            mesh_object('stitches', self.verts, self.faces, self.thread, angle=180)


def _samples(outline, step, rings, quilt):
    """Points over a pattern piece: rings near the cut edge, then an even or quilted grid."""
    edge = kdtree.KDTree(len(outline))
    for i, p in enumerate(outline):
        edge.insert((p[0], p[1], 0), i)
    edge.balance()

    def from_edge(p):
        return edge.find((p[0], p[1], 0))[2]

    points, limit = list(outline), rings[-1] + step * 0.45
    for distance in rings:
        points += [p for p in inset(outline, distance) if from_edge(p) > distance * 0.9]
    if quilt:
        points += [p for p in quilt.grid(outline) if from_edge(p) > limit * 0.8]
        return points, from_edge
    us, vs = [p[0] for p in outline], [p[1] for p in outline]
    columns = max(2, int((max(us) - min(us)) / step))
    rows = max(2, int((max(vs) - min(vs)) / step))
    for j in range(1, rows):
        v = min(vs) + (max(vs) - min(vs)) * j / rows
        crossings = row_crossings(outline, v)
        for i in range(columns + 1):
            u = min(us) + (max(us) - min(us)) * i / columns
            if within(crossings, u) and from_edge((u, v)) > limit:
                points.append(Vector((u, v)))
    return points, from_edge


def panel(
    name,
    outline,
    place,
    kit,
    material=None,
    thickness=0.025,
    step=0.07,
    groove=STITCH_INSET,
    groove_depth=0.0045,
    puff=0.004,
    height=None,
    stitched=True,
    rim=0.008,
    wobble=0.004,
    quilt=None,
    edge_step=0.03,
    offset=-1,
):
    """One cut piece of leather: grooved, puffed, edge-painted and, where asked, stitched; of a weave, bound instead."""
    outline = counter_clockwise(resample(outline, edge_step))
    bound = groove * 1.5 if kit.woven and groove and not material else 0
    if bound:
        groove = None
    rings = [0.008, 0.02]
    rings += [groove - GROOVE_WIDTH, groove, groove + GROOVE_WIDTH, groove + 0.03] if groove else [0.05]
    samples, from_edge = _samples(outline, step, rings, quilt)
    n = len(outline)
    flat, _, triangles, _, _, _ = geometry.delaunay_2d_cdt(
        [Vector((p[0], p[1])) for p in samples], [(i, (i + 1) % n) for i in range(n)], [], 1, 1e-5
    )
    verts = []
    for u, v in flat:
        d, lift = from_edge((u, v)), 0.0
        if groove:
            lift -= groove_depth * math.exp(-(((d - groove) / GROOVE_WIDTH) ** 2))
            lift += puff * smoothstep(groove, groove + 0.15, d)
        if quilt:
            lift += quilt.height(u, v, d)
        if height:
            lift += height(u, v, d)
        point = place(u, v)
        if wobble:
            lift += wobble * noise.noise(point * 1.3) * smoothstep(0, 0.2, d)
        verts.append(point + normal_at(place, u, v) * lift if lift else point)
    faces = []
    for t in triangles:
        a, b, c = (flat[i] for i in t)
        faces.append(tuple(t) if (b - a).cross(c - a) > 0 else tuple(reversed(t)))
    obj = mesh_object(name, verts, faces, [material or kit.leather, kit.edge], uv=flat, angle=60)
    if thickness:
        solidify(obj, thickness, offset, rim_material=1, rim_bevel=0)
        if rim:
            bevel(obj, rim, 3, 50)
    if bound:
        bind(outline, place, thickness, bound, kit.binding)
    if groove and stitched:
        kit.stitcher.run(inset(outline, groove), place, -groove_depth * 0.55)
    if quilt:
        quilt.stitch(kit.stitcher, outline, place)
    return obj


def bind(outline, place, thickness, width, leather, proud=0.01):
    """A narrow strip of leather folded round the edge of a weave, in which the raw ends of its strips are glued."""
    section = rounded(
        [(-proud, -thickness - proud), (width, -thickness - proud), (width, proud), (-proud, proud)], proud * 0.9, 4
    )
    verts, n, m = [], len(outline), len(section)
    for p, q in zip(outline, inset(outline, 0.02)):
        at, normal = place(p[0], p[1]), normal_at(place, p[0], p[1])
        inwards = place(q[0], q[1]) - at
        inwards = (inwards - normal * inwards.dot(normal)).normalized()
        verts += [at + inwards * x + normal * y for x, y in section]
    faces = [
        (i * m + j, (i + 1) % n * m + j, (i + 1) % n * m + (j + 1) % m, i * m + (j + 1) % m)
        for i in range(n)
        for j in range(m)
    ]
    return mesh_object('binding', verts, faces, leather, angle=60)


def strap(
    name,
    path,
    width,
    kit,
    across=Vector((0, 1, 0)),
    thickness=0.03,
    groove=0.03,
    end_radius=0.02,
    step=0.05,
    start=0.0,
    material=None,
    **options
):
    """A flat strap along a Path, `across` being its width direction or a function of arc length."""

    def place(u, v):
        return path.at(u) + (across(u) if callable(across) else across) * v

    length = path.length - start
    outline = [Vector((p[1] + start, p[0])) for p in rectangle(width, length, end_radius, segments=8)]
    options = {'puff': 0.002, 'wobble': 0, **options}
    return panel(name, outline, place, kit, material, thickness=thickness, step=step, groove=groove, **options)


def rolled_handle(name, points, kit, radius=0.075, flat=1.0, up=Vector((0, 1, 0)), stitched=True):
    """A stuffed round handle with a seam along both faces."""
    points = resample([Vector(p) for p in points], 0.02, False)
    section = [Vector((p[0], p[1] * flat)) for p in circle(radius, 24)]
    obj = sweep(name, points, section, kit.leather, up=up)
    if stitched:
        seam = Path(points[4:-4], 0.02)
        for side in (1, -1):
            kit.stitcher.along(seam, lambda p, t: up * side, radius * flat)
    return obj
