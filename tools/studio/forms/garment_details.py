"""What laid-flat garments share: necklines, views, buttons, turned pattern pieces."""

import math

from mathutils import Matrix, Vector

import materials
from hardware import cylinder
from leatherwork import panel
from mesh import lathe, sweep
from shapes import circle, smoothstep
from stage import View

from .garment_skin import Line

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


def seams(curves, depth=0.007, width=0.007, sides=(1, -1)):
    """A line of the cloth along each curve (start, bend, end), as drawn and mirrored; see garment_skin.Line."""
    lines = []
    for start, bend, end in curves:
        curve = [
            ((1 - t) ** 2 * Vector(start) + 2 * t * (1 - t) * Vector(bend) + t * t * Vector(end))
            for t in (i / 60 for i in range(61))
        ]
        lines += [Line([(side * p.x, p.y) for p in curve], depth, width) for side in sides]
    return lines


def flat_views(tall=0.74, detail=(0.2, 0.6, 0.1), fill=0.80, near=0.42):
    """Views from above; `detail` is the point and `near` the share of the distance of the close one."""
    return {
        'hero': View(0, 90, fill, tall, centre=0),
        'angle': View(0, 90, near=near, focus=detail, fstop=6, centre=0),
        'macro': View(14, 42, near=0.34, focus=detail, fstop=1.6),
    }


def buttons(surface, points, kit, radius=0.045, colour='#e9e2d2', lift=0.0):
    """Four-hole buttons on the cloth; `lift` is how high above the garment the piece lies that they are sewn to."""
    button = materials.plain('button', colour, 0.25, Clearcoat=0.6)
    hole, thread = materials.plain('button hole', '#15100c', 0.9), materials.plain('button thread', colour, 0.7)
    for x, y in points:
        at = Matrix.Translation((x, y, surface.height(x, y) + lift + 0.001))
        lathe(
            'button',
            [
                (0, 0.017),
                (radius * 0.55, 0.017),
                (radius * 0.66, 0.025),
                (radius * 0.90, 0.027),
                (radius * 0.98, 0.022),
                (radius, 0.014),
                (radius * 0.97, 0.006),
                (radius * 0.90, 0),
                (0, 0),
            ],
            button,
            at,
            48,
            50,
        )
        reach = radius * 0.24
        for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            mouth = at @ Vector((dx * reach, dy * reach, 0.0172))
            cylinder('hole', radius * 0.12, mouth, mouth + Vector((0, 0, 0.0006)), hole, 0.0002, 16)
        for dx, dy in ((1, 1), (1, -1)):  # the thread crosses from hole to hole
            ends = [Vector((dx * reach, dy * reach)), Vector((-dx * reach, -dy * reach))]
            arc = [ends[0].lerp(ends[1], t / 8) for t in range(9)]
            path = [at @ Vector((p.x, p.y, 0.0165 + 0.009 * math.sin(math.pi * t / 8))) for t, p in enumerate(arc)]
            sweep('button thread', path, circle(radius * 0.075, 8), thread, up=UP)


def turned(outline, centre, angle):
    c, s = math.cos(angle), math.sin(angle)
    return [Vector((centre[0] + p[0] * c - p[1] * s, centre[1] + p[0] * s + p[1] * c)) for p in outline]
