"""Derby, and the lacing of all laced shoes."""

from mathutils import Matrix, Vector

import materials
from hardware import ring
from mesh import sweep
from shapes import Path, circle, lerp, relaxed, smoothstep

from . import Piece, form
from .last import drawn, make_pair, outward, patch, stitch_line, toe_cap, tongue, topline, upper
from .shoes_dress import low_last, shoe_kit, shoe_views, welted_sole

LINING, INSOLE = '#bfa58d', '#dcc6ae'
LACE = 0.0145  # the radius of a round, waxed lace


@form('derby')
def derby(material, options):
    """Open lacing: two quarters meet over the tongue, four pairs of eyelets, a bow, a plain cap."""
    kit, sole, _ = shoe_kit(material, options, 0.85 if material == 'grained-calf' else 0.6)
    lining, insole = materials.lining('lining', LINING), materials.plain('insole', INSOLE, 0.5)
    last, throat = low_last(2.98, 2.05, 0.70, 0.345, 0.19, 0.34), 1.02
    rise = drawn([(0, 0.57), (0.12, 0.56), (0.62, 0.43), (1.0, 0.55)])
    top = topline(last, throat, rise, 0.86, 6)
    upper(last, top, [kit.leather, kit.leather, lining], 0.026)
    welted_sole(last, kit, sole, insole, 0.80, 3)
    tongue(last, [kit.leather, kit.leather], throat, 0.030, 0.10, 0.22, 0.012, 0.93, -0.012, 0.028)
    lacing = quarters(last, kit, top, (0.98, 1.56))
    lace = materials.thread('lace', 0.8)
    laces(last, lacing, kit, 4, lace, circle(LACE, 12), 0.009 + LACE, eyelets=kit.edge, facing=0.017 + LACE)
    bow(last, lace, 0.965)
    toe_cap(last, kit, last.length - 0.66)
    kit.finish()
    make_pair((-1.35, -0.50), (-1.15, 0.72), 6)
    return Piece(shoe_views(18, 0.74, (0.4, -0.7, 0.6)))


def quarters(last, kit, top, lacing, gap=(0.36, 0.27), thickness=0.022, front=0.80):
    """The two sides, from the heel to the facings; returns for each a function of 0..1 along its row of eyelets.

    They cover the upper to its topline, `top`, and meet in a seam at the heel. `lacing` is where the first and the last
    eyelet lie, `gap` how far apart the facings are there, in shares of the width; `front` how far the rounded end
    reaches beyond the lowest eyelet.
    """
    first, final = lacing
    end = final + 0.10

    def facing(x):
        return last.wall_at(lerp(*gap, max(0.0, min(1.0, (x - first) / (final - first)))))

    def high(i):
        x = last.x_at(i)
        wall = min(top(i), facing(x)) + 0.012
        return lerp(wall, facing(x), smoothstep(first - 0.34, first - 0.02, x))

    def low(i):
        x = last.x_at(i)
        return lerp(-0.02, high(i) - 0.012, max(0.0, (x - (end - front)) / front) ** 2.2)

    rows = []
    for side in (1, -1):
        start = last.count / 2
        tip = last.index(end, side)
        tip += last.count if side < 0 and tip < start else 0
        place = lambda a, start=start, tip=tip: lerp(start, tip, a)
        patch(
            last,
            start,
            tip,
            lambda a, place=place: low(place(a)),
            lambda a, place=place: high(place(a)),
            [kit.leather, kit.leather],
            thickness,
            120,
            26,
            name='quarter',
        )
        steps = [place(k / 300) for k in range(301)]
        inside = 0.05
        stitch_line(last, kit, [(i, high(i) - inside) for i in steps if 0 < last.x_at(i) < end - 0.05], thickness)
        ahead = [i for i in steps if last.x_at(i) > end - front * 0.9]
        stitch_line(last, kit, [(i, low(i) + inside) for i in ahead if low(i) + 2 * inside < high(i)], thickness)

        def eyelet(a, side=side):
            i = last.index(lerp(first, final, a), side)
            p, n = outward(last, i, facing(lerp(first, final, a)) - 0.085)
            return p + n * thickness, n

        rows.append(eyelet)
    return rows


def laces(last, rows, kit, count, lace, section, arch=0.028, crossed=False, eyelets=None, facing=None):
    """Eyelets along both facings, laces lying close over the tongue: one across each pair or, crossed, two to the next.

    The section's height runs along the shoe, its width away from the foot. `arch` is how high the middle of a lace
    lies over the tongue, `facing` how high over the facings, if they are thicker.
    """
    along = rows[0](1)[0] - rows[0](0)[0]
    holes = [[row(k / (count - 1)) for k in range(count)] for row in rows]
    for p, n in (*holes[0], *holes[1]):
        turn = Matrix.Translation(p + n * 0.004) @ n.to_track_quat('-Y', 'Z').to_matrix().to_4x4()
        ring('eyelet', turn, 0.024, 0.008, eyelets or kit.hardware)
    narrow = lambda t: (1, lerp(0.5, 1, smoothstep(0.08, 0.2, min(t, 1 - t))))

    def lay(start, end, height):
        (a, na), (b, nb) = start, end
        over = []
        for t in (k / 14 for k in range(2, 13)):
            p, sides = a.lerp(b, t), 1 - smoothstep(0.14, 0.25, min(t, 1 - t))
            z = last.height_over(p.x, p.y) + lerp(height, facing or height, sides)
            over.append(Vector((p.x, p.y, z)))
        points = [a - na * 0.05, a + na * 0.014, *over, b + nb * 0.014, b - nb * 0.05]
        sweep('lace', relaxed(Path(points, 0.012).points, 6), section, lace, up=along, scale=narrow)

    for k, (left, right) in enumerate(zip(*holes)):
        if not crossed or k == count - 1:
            lay(left, right, arch)
        else:
            lay(left, holes[1][k + 1], arch)
            lay(right, holes[0][k + 1], arch + 0.014)


def bow(last, lace, x):
    """A bow tied over the uppermost lace, at x: a knot, two loops and two ends with their tips."""
    low = 0.022 + LACE

    def on(forward, aside, height):
        """A place before and beside the knot, at this height over the quarters."""
        return Vector((x + forward, aside, last.height_over(x + forward, aside) + low + height))

    covered = materials.edge_paint('tip', 0.45)
    for side in (1, -1):
        loop = [(0, 0.01, 0.010), (0.02, 0.08, 0.006), (0.06, 0.19, 0.002), (0.12, 0.275, 0.0), (0.18, 0.28, -0.002)]
        loop += [(0.165, 0.22, 0.0), (0.10, 0.12, -0.006), (0.02, 0.02, 0.008)]
        end = [(0.0, 0.01, 0.006), (0.05, 0.04, 0.004), (0.12, 0.085, -0.004), (0.20, 0.115, 0.009)]
        end += [(0.27, 0.15, -0.006), (0.37, 0.235, 0.0)]
        for name, places in (('loop', loop), ('lace end', end)):
            path = [on(forward, aside * side, height) for forward, aside, height in places]
            sweep(name, relaxed(Path(path, 0.012).points, 30), circle(LACE, 12), lace)
        tip = [on(forward, aside * side, 0.0) for forward, aside in ((0.36, 0.228), (0.42, 0.30))]
        sweep('tip', Path(tip, 0.012).points, circle(LACE * 0.92, 12), covered)
    knot = [on(0.008, y, 0.012 - 10 * y * y) for y in (-0.032, -0.016, 0.0, 0.016, 0.032)]
    knot = relaxed(Path(knot, 0.006).points, 4)
    sweep('knot', knot, circle(LACE * 2.0, 14), lace, scale=lambda t: 0.62 + 1.5 * t * (1 - t))
