"""Derby, and the lacing of all laced shoes."""

from mathutils import Matrix, Vector

import materials
from hardware import ring
from mesh import sweep
from shapes import Path, circle, lerp, relaxed, smoothstep

from . import Piece, form
from .last import drawn, make_pair, outward, patch, stitch_line, toe_cap, tongue, topline, upper
from .shoes_dress import low_last, shoe_kit, shoe_views, welted_sole


@form('derby')
def derby(material, options):
    """Open lacing: two quarters meet over the tongue, four pairs of eyelets, a plain cap."""
    kit, sole, insole = shoe_kit(material, options)
    last, throat = low_last(2.98, 2.05, 0.70, 0.345, 0.19, 0.34), 1.02
    rise = drawn([(0, 0.57), (0.12, 0.56), (0.62, 0.43), (1.0, 0.55)])
    upper(last, topline(last, throat, rise, 0.86, 6), [kit.leather, kit.leather, kit.lining], 0.026)
    welted_sole(last, kit, sole, insole, 0.80, 3)
    tongue(last, [kit.leather, kit.leather], throat, 0.030, 0.10, 0.22, 0.012, sunk=0.016)
    lacing = quarters(last, kit, rise, (0.98, 1.56))
    laces(last, lacing, kit, 4, materials.thread('lace', 0.8), circle(0.019, 12), 0.022, eyelets=kit.edge)
    toe_cap(last, kit, last.length - 0.66)
    kit.finish()
    make_pair((-1.35, -0.50), (-1.15, 0.72), 6)
    return Piece(shoe_views(18, 0.74, (0.4, -0.7, 0.6)))


def quarters(last, kit, rise, lacing, gap=(0.36, 0.27), thickness=0.022, back=0.02, front=0.80, behind=True):
    """The two sides, from the heel to the facings; returns for each a function of 0..1 along its row of eyelets.

    `lacing` is where the first and the last eyelet lie, `gap` how far apart the facings are there, in shares of the
    width; `front` how far the rounded end reaches beyond the lowest eyelet; `behind` whether the edge is stitched all
    the way to the heel.
    """
    first, final = lacing
    end = final + 0.10

    def facing(x):
        return last.wall_at(lerp(*gap, max(0.0, min(1.0, (x - first) / (final - first)))))

    def high(i):
        x = last.x_at(i)
        centre = max(last.heel_centre, x)
        wall = rise(x) / (last.ridge(centre) - last.floor(centre)) + 0.012
        return lerp(wall, facing(x), smoothstep(first - 0.34, first - 0.02, x))

    def low(i):
        x = last.x_at(i)
        return lerp(-0.02, high(i) - 0.012, max(0.0, (x - (end - front)) / front) ** 2.2)

    rows = []
    for side in (1, -1):
        heel = last.count / 2
        tip = last.index(end, side)
        tip += last.count if side < 0 and tip < heel else 0
        start = heel - back * last.count * side
        place = lambda a, start=start, tip=tip: lerp(start, tip, a)
        patch(
            last,
            start,
            tip,
            lambda a, place=place: low(place(a)),
            lambda a, place=place: high(place(a)),
            [kit.leather, kit.edge],
            thickness,
            120,
            26,
            name='quarter',
        )
        steps = [place(k / 300) for k in range(301)]
        inside, since = 0.05, 0 if behind else first - 0.04
        stitch_line(last, kit, [(i, high(i) - inside) for i in steps if since < last.x_at(i) < end - 0.05], thickness)
        stitch_line(last, kit, [(i, low(i) + inside) for i in steps if last.x_at(i) > end - front * 0.9], thickness)

        def eyelet(a, side=side):
            i = last.index(lerp(first, final, a), side)
            p, n = outward(last, i, facing(lerp(first, final, a)) - 0.085)
            return p + n * thickness, n

        rows.append(eyelet)
    return rows


def laces(last, rows, kit, count, lace, section, arch=0.028, crossed=False, eyelets=None):
    """Eyelets along both facings, laces lying close over the tongue: one across each pair or, crossed, two to the next.

    The section's height runs along the shoe, its width away from the foot.
    """
    along = rows[0](1)[0] - rows[0](0)[0]
    holes = [[row(k / (count - 1)) for k in range(count)] for row in rows]
    for p, n in (*holes[0], *holes[1]):
        turn = Matrix.Translation(p + n * 0.004) @ n.to_track_quat('-Y', 'Z').to_matrix().to_4x4()
        ring('eyelet', turn, 0.024, 0.008, eyelets or kit.hardware)
    narrow = lambda t: (1, lerp(0.5, 1, smoothstep(0.08, 0.2, min(t, 1 - t))))

    def lay(start, end, height):
        (a, na), (b, nb) = start, end
        over = [a.lerp(b, k / 14) for k in range(2, 13)]
        over = [Vector((p.x, p.y, last.height_over(p.x, p.y) + height)) for p in over]
        points = [a - na * 0.05, a + na * 0.014, *over, b + nb * 0.014, b - nb * 0.05]
        sweep('lace', relaxed(Path(points, 0.012).points, 6), section, lace, up=along, scale=narrow)

    for k, (left, right) in enumerate(zip(*holes)):
        if not crossed or k == count - 1:
            lay(left, right, arch)
        else:
            lay(left, holes[1][k + 1], arch)
            lay(right, holes[0][k + 1], arch + 0.014)
