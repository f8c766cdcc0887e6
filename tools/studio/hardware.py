"""Metal fittings and other hard parts: plates, rings, cylinders, chains."""

import math

from mathutils import Matrix, Vector

from mesh import bevel, frames, lathe, mesh_object, sweep
from shapes import circle, counter_clockwise, resample


def ball(name, radius, centre, material, stretch=(1, 1, 1)):
    profile = [(radius * math.sin(math.pi * i / 24), -radius * math.cos(math.pi * i / 24)) for i in range(25)]
    return lathe(name, profile, material, Matrix.Translation(centre) @ Matrix.Diagonal((*stretch, 1)), 48, 60)


def cylinder(name, radius, start, end, material, edge=0.006, count=48, parented=True):
    start, end = Vector(start), Vector(end)
    axis = end - start
    matrix = Matrix.Translation(start) @ axis.to_track_quat('Z', 'Y').to_matrix().to_4x4()
    r, h, e = radius, axis.length, edge
    profile = [
        (0, 0),
        (r - e, 0),
        (r - e * 0.3, e * 0.3),
        (r, e),
        (r, h - e),
        (r - e * 0.3, h - e * 0.3),
        (r - e, h),
        (0, h),
    ]
    return lathe(name, profile, material, matrix, count, 50, parented)


def plate(name, outline, material, thickness=0.04, matrix=Matrix(), edge=0.012, segments=4, parented=True):
    """A flat shape in the local XZ plane, its bevelled face towards -Y: locks, logo plates."""
    outline = counter_clockwise([Vector(p) for p in outline])
    n = len(outline)
    verts = [matrix @ Vector((p[0], -thickness, p[1])) for p in outline]
    verts += [matrix @ Vector((p[0], 0, p[1])) for p in outline]
    faces = [tuple(range(n)), tuple(reversed(range(n, 2 * n)))]
    faces += [(i, n + i, n + (i + 1) % n, (i + 1) % n) for i in range(n)]
    return bevel(mesh_object(name, verts, faces, material, angle=30, parented=parented), edge, segments, 40)


def box(name, size, material, matrix=Matrix(), edge=0.03, segments=3, parented=True):
    """A bevelled box standing on the local origin."""
    w, d, h = size[0] / 2, size[1] / 2, size[2]
    verts = [matrix @ Vector((x, y, z)) for z in (0, h) for x, y in ((-w, -d), (w, -d), (w, d), (-w, d))]
    faces = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return bevel(mesh_object(name, verts, faces, material, angle=30, parented=parented), edge, segments)


def ring(name, matrix, radius, wire, material, stretch=1.0, count=48):
    path = [
        matrix
        @ Vector((radius * math.cos(2 * math.pi * i / count), 0, radius * stretch * math.sin(2 * math.pi * i / count)))
        for i in range(count)
    ]
    return sweep(name, path, circle(wire, 14), material, closed=True, up=matrix.to_3x3() @ Vector((0, 1, 0)))


def d_ring(name, matrix, width, height, wire, material):
    """A flat-footed ring in the local XZ plane, for straps."""
    w = width / 2
    outline = [(-w, 0), (w, 0)] + [
        (w * math.cos(math.pi * i / 24), height * math.sin(math.pi * i / 24)) for i in range(1, 24)
    ]
    path = resample([matrix @ Vector((x, 0, z)) for x, z in outline], 0.015)
    return sweep(name, path, circle(wire, 14), material, closed=True, up=matrix.to_3x3() @ Vector((0, 1, 0)))


def chain(name, path, material, link_length=0.13, wire=0.018, width=0.085, around=14):
    """Interlocking stadium links along a Path, every other one turned by a right angle."""
    pitch = (link_length - 2.1 * wire) * 0.98
    count = max(2, int(path.length / pitch))
    pitch = path.length / count
    bend = width / 2 - wire
    straight = link_length / 2 - wire - bend
    loop = [
        (straight + bend * math.cos(a), bend * math.sin(a)) for a in (-math.pi / 2 + math.pi * i / 8 for i in range(9))
    ]
    loop += [(-x, -y) for x, y in loop]
    centres = [path.at((i + 0.5) * pitch) for i in range(count)]
    normals = frames(centres)[1]
    verts, faces, m = [], [], len(loop)
    for i, centre in enumerate(centres):
        t = path.tangent((i + 0.5) * pitch)
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
