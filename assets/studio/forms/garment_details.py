"""What laid-flat garments share: necklines, views, buttons, turned pattern pieces."""

import math

from mathutils import Matrix, Vector

import materials
from hardware import cylinder
from leatherwork import panel
from mesh import lathe, sweep
from shapes import smoothstep
from stage import View

UP = Vector((0, 0, 1))


def neckline(half, top, depth, count=12):
    """A curve from the left neck point to the right one, dipping by depth."""
    return [
        Vector((half * math.cos(math.pi - math.pi * i / count), top - depth * math.sin(math.pi * i / count)))
        for i in range(1, count)
    ]


def collar_back(surface, kit, half, side, high, lift, **lay):
    """The fold of a collar behind the neck: a crescent from side to side, highest at its outer edge."""
    turn = [math.pi * i / 24 for i in range(25)]
    outer = [Vector((half * math.cos(a), side + (high - side) * math.sin(a))) for a in turn]
    inner = [Vector((-0.86 * half * math.cos(a), side - 0.13 - 0.03 * math.sin(a))) for a in turn]
    fold = lambda u, v: 0.08 * smoothstep(side - 0.15, high, v)
    panel('collar back', outer + inner, surface.place(lift, fold), kit, **lay)


def ridge(surface, material, line, section, lift=0.0):
    """A low fold of the cloth itself along a line of pattern points, its weave running on as the cloth's does."""
    over = [Vector((p.x, p.y, surface.height(p.x, p.y) + lift)) for p in line]
    obj = sweep('ridge', over, [Vector(p) for p in section], material, up=UP, angle=30)
    uv = obj.data.uv_layers.active.data
    for loop in obj.data.loops:
        uv[loop.index].uv = obj.data.vertices[loop.vertex_index].co.xy


def seams(surface, material, curves, height=0.008, sides=(1, -1)):
    """A sewn seam along each curve (start, bend, end), as drawn and mirrored: a shallow step in the cloth."""
    step = ((0.034, -0.012), (0.004, height), (-0.004, height * 0.3), (-0.014, -0.012))
    for start, bend, end in curves:
        curve = [
            ((1 - t) ** 2 * Vector(start) + 2 * t * (1 - t) * Vector(bend) + t * t * Vector(end))
            for t in (i / 60 for i in range(61))
        ]
        for side in sides:
            mirrored = [Vector((side * p.x, p.y)) for p in curve]
            ridge(surface, material, mirrored, [(side * x, z) for x, z in step], 0.010)


def flat_views(tall=0.74, detail=(0.2, 0.6, 0.1), fill=0.80, near=0.42):
    """Views from above; `detail` is the point and `near` the share of the distance of the close one."""
    return {
        'hero': View(0, 90, fill, tall, centre=0),
        'angle': View(0, 90, near=near, focus=detail, fstop=6, centre=0),
        'macro': View(14, 42, near=0.34, focus=detail, fstop=1.6),
    }


def buttons(surface, points, kit, radius=0.045, colour='#e9e2d2', lift=0.0):
    button = materials.plain('button', colour, 0.25, Clearcoat=0.6)
    for x, y in points:
        at = Matrix.Translation((x, y, surface.height(x, y) + 0.045 + lift))
        lathe(
            'button',
            [
                (0, 0.012),
                (radius * 0.55, 0.012),
                (radius * 0.62, 0.020),
                (radius * 0.92, 0.022),
                (radius, 0.012),
                (radius * 0.96, 0),
                (0, 0),
            ],
            button,
            at,
            32,
            50,
        )
        for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            hole = at @ Vector((dx * radius * 0.22, dy * radius * 0.22, 0.0125))
            cylinder('hole', radius * 0.09, hole, hole + Vector((0, 0, 0.002)), kit.lining, 0.0005, 10)


def turned(outline, centre, angle):
    c, s = math.cos(angle), math.sin(angle)
    return [Vector((centre[0] + p[0] * c - p[1] * s, centre[1] + p[0] * s + p[1] * c)) for p in outline]
