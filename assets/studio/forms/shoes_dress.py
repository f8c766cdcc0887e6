"""Pump, loafer, derby and ankle boot."""
import math

from mathutils import Matrix, Vector

import materials
from kit import FINE, make_kit
from leatherwork import normal_at
from mesh import cylinder, grid, mesh_object, ring, solidify, sweep, weld
from shapes import Path, circle, lerp, resample, smoothstep
from stage import View

from . import Piece, form
from .last import Last, block_heel, make_pair, patch, slab, topline, upper

UP = Vector((0, 0, 1))
SOLE, INSOLE = '#1a1512', '#c9a67c'


def shoe_kit(material, options):
    kit = make_kit(material, options, grain=.6, stitch=FINE)
    return kit, materials.plain('sole', options.get('sole', SOLE), .4), materials.plain('insole', INSOLE, .45)


def shoe_views(elevation=17, fill=.74, focus=(.3, -.6, .5)):
    return {'hero': View(-34, elevation, fill, .5), 'angle': View(-152, elevation, fill, .5),
            'side': View(0, 7, fill, .5), 'macro': View(30, 20, near=.46, focus=focus, fstop=1.4)}


@form('pump')
def pump(material, options):
    kit, sole, insole = shoe_kit(material, options)
    heel, length = options.get('heel', .86), 2.45
    floor = lambda x: heel * (1 - smoothstep(.42, 1.78, x)) + .05 * smoothstep(2.0, 2.5, x)
    ridge = lambda x: floor(x) + lerp(.84, .235, smoothstep(.1, 1.8, x)) - .045 * smoothstep(1.9, 2.3, x)
    last = Last(length, .40, .275, floor, ridge, wall=2.1, toe_power=options.get('toe', 1.55), heel_centre=.27,
                toe_centre=.35)
    upper(last, topline(last, 1.80, .95, (.64, .42), 1.15), [kit.leather, kit.edge], .022)
    slab(last, sole, -.045, -.002, -.01, .004, edge=.012)
    slab(last, insole, .012, .03, -.03, -.03, 'insole', edge=.003)
    _stiletto(kit, floor, options.get('block'))
    kit.finish()
    make_pair((-1.15, -.42), (-1.0, .62), 7)
    return Piece(shoe_views(14, .66, (.9, -.4, .35)))


def _stiletto(kit, floor, block=False):
    """A slender heel, slightly waisted, that leans under the seat."""
    verts, n, rings = [], 40, 28
    for j in range(rings + 1):
        t = j / rings
        shrink = lerp(1, .62, t) if block else lerp(1, .17, t ** .42) * (1 + .3 * max(0, t - .88))
        centre = lerp(.285, .22, t) if block else lerp(.285, .105, t ** .62)
        for i in range(n):
            a = 2 * math.pi * i / n
            x, y = centre + .265 * shrink * math.cos(a), .225 * shrink * math.sin(a)
            verts.append(Vector((x, y, lerp(floor(max(0, x)) - .03, 0, t))))
    faces = [(j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i) for j in range(rings)
             for i in range(n)] + [tuple(range(n)), tuple(reversed(range(rings * n, (rings + 1) * n)))]
    mesh_object('heel', verts, faces, kit.leather, angle=50)


def _low_last(length=2.85, toe_power=2.1, rise=.98, vamp=.52):
    floor = lambda x: .1485 * (1 - smoothstep(.55, 1.5, x)) + .20 + .05 * smoothstep(2.1, 2.8, x)
    ridge = lambda x: floor(x) + lerp(rise, vamp, smoothstep(.55, 1.75, x)) - .14 * smoothstep(1.8, 2.6, x)
    return Last(length, .48, .34, floor, ridge, wall=2.3, roof=2.0, toe_power=toe_power, toe_centre=.55)


def _welted_sole(last, kit, sole, insole, heel_front=.78):
    slab(last, insole, .02, .05, -.04, -.04, 'insole', edge=.004)
    slab(last, sole, -.085, -.008, .035, .04, 'welt')
    block_heel(last, sole, heel_front)
    kit.stitcher.run(last.plan(.022), lambda u, v: Vector((u, v, last.floor_at(u) - .006)), .004)


@form('loafer')
def loafer(material, options):
    kit, sole, insole = shoe_kit(material, options)
    last, throat = _low_last(), 1.42
    upper(last, topline(last, throat, .92, (.58, .40), 1.25), [kit.leather, kit.edge], .03)
    _welted_sole(last, kit, sole, insole)
    level = last.wall_at(.62)
    reach = int(last.count * .20)
    ridge = [last.point(i % last.count, level) + Vector((0, 0, .004)) for i in range(-reach, reach + 1)
             if last.x_at(i % last.count) > throat - .12]
    sweep('apron', ridge, circle(.02, 12), kit.leather, up=UP)
    seam = Path(ridge, .02)
    for k in range(int(seam.length / .05)):
        s = k * .05 + .02
        p, along = seam.at(s), seam.tangent(s)
        n = UP * .75 + Vector((p.x - 1.6, p.y, 0)).normalized() * .5
        n = (n - along * n.dot(along)).normalized()
        kit.stitcher.add(p + n * .016, along.cross(n).normalized(), n)
    _saddle(last, kit, throat + .14, options.get('bar', True))
    kit.finish()
    make_pair()
    return Piece(shoe_views(18, .74, (.5, -.7, .5)))


def _saddle(last, kit, centre, bar):
    """A strap across the vamp with a small arched bar of its own."""
    def place(x, v):
        side = 1 if v >= 0 else -1
        return last.point(last.index(x, side), lerp(.10, 1, (1 - abs(v)) ** .8))
    columns, rows = 12, 64
    verts = [place(centre + lerp(-.13, .15, a / columns), lerp(-.985, .985, b / rows)) for a in range(columns + 1)
             for b in range(rows + 1)]
    faces = [(a * (rows + 1) + b, a * (rows + 1) + b + 1, (a + 1) * (rows + 1) + b + 1, (a + 1) * (rows + 1) + b)
             for a in range(columns) for b in range(rows)]
    obj = weld(mesh_object('saddle', verts, faces, [kit.leather, kit.edge], angle=60), .001, (1.3, 0, .2))
    solidify(obj, .045, 1, rim_material=1, rim_bevel=.01)
    for x in (centre - .10, centre + .12):
        kit.stitcher.run([Vector((x, -.93 + 1.86 * i / 60)) for i in range(61)],
                         lambda u, v: place(u, v) + normal_at(place, u, v) * .046 * (
                             1 if normal_at(place, u, v).z > 0 else -1), .0, closed=False)
    if bar:
        raise_by = Vector((0, 0, .066))
        across = [place(centre + .01, v) + raise_by for v in (-.30, -.15, 0, .15, .30)]
        sweep('bar', resample(across, .02, False), circle(.030, 14), kit.hardware, up=UP)
        for end, inwards in ((across[0], across[1]), (across[-1], across[-2])):
            along = (inwards - end).normalized()
            cylinder('bar end', .046, end - along * .03, end + along * .03, kit.hardware, .014)


@form('derby')
def derby(material, options):
    """Open lacing: two quarters meet over the vamp, five pairs of eyelets."""
    kit, sole, insole = shoe_kit(material, options)
    last, throat = _low_last(2.95, 2.2, 1.10, .55), 1.22
    upper(last, topline(last, throat, .84, (.66, .52), 1.25), [kit.leather, kit.edge], .03)
    _welted_sole(last, kit, sole, insole, .82)
    _tongue(last, kit, throat)
    laces(last, kit, .95, 1.62, 4)
    cap = last.count * .105
    patch(last, -cap, cap, lambda a: -.01, lambda a: .96 * math.sin(math.pi * a) ** .35, [kit.leather, kit.edge], .014,
          name='toe cap')
    kit.stitcher.along(Path([last.point(i, .98 * math.sin(math.pi * (i + cap) / (2 * cap)) ** .35 * .93) for i in
                             [lerp(-cap, cap, k / 80) for k in range(4, 77)]], .02), lambda p, t: UP, .02)
    kit.finish()
    make_pair((-1.35, -.50), (-1.15, .72), 6)
    return Piece(shoe_views(18, .74, (.4, -.7, .6)))


def _tongue(last, kit, throat, rise=.12):
    verts, faces, n = [], [], 14
    for a in range(n + 1):
        x = lerp(throat - .30, throat + .40, a / n)
        for b in range(n + 1):
            y = lerp(-.22, .22, b / n)
            z = last.ridge(max(throat - .12, x)) - 1.1 * y * y - .01 + rise * max(0, (throat - .05 - x) / .25)
            verts.append(Vector((x, y, z)))
    for a in range(n):
        faces += [(a * (n + 1) + b, a * (n + 1) + b + 1, (a + 1) * (n + 1) + b + 1, (a + 1) * (n + 1) + b) for b in range(n)]
    obj = weld(mesh_object('tongue', verts, faces, [kit.leather, kit.edge]), 1e-5, (1.2, 0, 0))
    solidify(obj, .04, 0, rim_bevel=.015)


def laces(last, kit, start, end, rows, lace=None, quarter=True, spread=(.46, .34)):
    """Facing overlays on both sides, eyelets in them, and flat laces across."""
    lace = lace or materials.thread('lace', .9)
    sides = []
    for side in (1, -1):
        first, final = last.index(start - .12, side), last.index(end + .10, side)
        if abs(final - first) > last.count / 2:
            final += last.count if final < first else -last.count
        high = lambda a: last.wall_at(lerp(spread[0], spread[1], a) * .62)
        if quarter:
            patch(last, first, final, lambda a: lerp(.30, .56, a ** 1.5), high, [kit.leather, kit.edge], .022,
                  name='quarter')
        row = []
        for k in range(rows):
            a = lerp(.16, .88, k / max(1, rows - 1))
            i = lerp(first, final, a)
            p = last.point(i, high(a) - .05)
            n = Vector((0, p.y, .40 + abs(p.y))).normalized()
            row.append((p + n * .03, n))
            ring('eyelet', Matrix.Translation(p + n * .028) @ n.to_track_quat('-Y', 'Z').to_matrix().to_4x4(), .026, .010,
                 kit.hardware)
        sides.append(row)
    for (a, na), (b, nb) in zip(*sides):
        points = [a - na * .03, a + na * .02, (a + b) / 2 + UP * .055, b + nb * .02, b - nb * .03]
        curve = [sum((p * (math.comb(4, j) * t ** j * (1 - t) ** (4 - j)) for j, p in enumerate(points)), Vector())
                 + UP * (.02 * math.sin(math.pi * t)) for t in (i / 24 for i in range(25))]
        sweep('lace', curve, [Vector((p[0] * 1.8, p[1] * .75)) for p in circle(.022, 12)], lace, up=UP)


@form('ankle-boot')
def ankle_boot(material, options):
    """A shaft that grows out of the last, elastic gores at the sides, a block heel."""
    kit, sole, insole = shoe_kit(material, options)
    floor = lambda x: .42 * (1 - smoothstep(.6, 1.75, x)) + .12 + .05 * smoothstep(2.1, 2.8, x)
    ridge = lambda x: floor(x) + lerp(.92, .42, smoothstep(.75, 1.75, x)) - .07 * smoothstep(1.8, 2.5, x)
    last = Last(2.75, .46, .32, floor, ridge, wall=2.2, roof=1.9, toe_power=1.75, toe_centre=.48)
    upper(last, topline(last, 1.30, .80, (.86, .80), 1.5), [kit.leather, kit.edge], .03)
    shaft_base, shaft_height = 1.02, options.get('shaft', 1.35)

    def shaft(u, v):
        a, t = 2 * math.pi * u, v
        lean = .10 * t
        back, front = -.40 + .05 * math.sin(math.pi * t), lerp(.92, .52, smoothstep(0, .42, t))
        x = .46 + lean + (front if math.cos(a) > 0 else -back) * math.cos(a)
        y = lerp(.335, .36, t) * math.sin(a) * (1 - .25 * max(0, math.cos(a)) * (1 - smoothstep(0, .4, t)))
        base = floor(.3) + lerp(.52, .26, .5 + .5 * math.cos(a)) - .07
        dip = .06 * math.sin(a) ** 2
        return Vector((x, y, lerp(base, shaft_base + shaft_height - dip, t)))
    obj = grid('shaft', 96, 40, shaft, [kit.leather, kit.edge], uv_scale=(2.4, 1.6))
    weld(obj, 1e-4, (.5, 0, 1))
    solidify(obj, .035, -1, rim_material=1)
    slab(last, insole, .02, .05, -.04, -.04, 'insole', edge=.004)
    slab(last, sole, -.075, -.006, .02, .028, 'welt')
    block_heel(last, sole, .74, .07, .018, .10)
    elastic = materials.plain('elastic', '#15110f', .85)
    for side in (1, -1):
        verts, faces = [], []
        for r in range(19):
            t = lerp(.30, .97, r / 18)
            half = lerp(.045, .085, t)
            for c in range(13):
                p = shaft((.25 if side > 0 else .75) + lerp(-half, half, c / 12), t)
                verts.append(p + Vector((0, side * (.008 + .006 * (c % 2)), 0)))
        faces = [(r * 13 + c, r * 13 + c + 1, (r + 1) * 13 + c + 1, (r + 1) * 13 + c) for r in range(18) for c in range(12)]
        mesh_object('gore', verts, faces, elastic, smooth=False)
    pull = [shaft(.5, 1) + Vector((-.01, 0, z)) for z in (-.16, .0, .10)] + [shaft(.5, 1) + Vector((.05, 0, z)) for z in (.10, -.05)]
    sweep('pull tab', Path(pull, .02).points, [Vector((x, y)) for x, y in ((-.09, -.012), (.09, -.012), (.09, .012), (-.09, .012))],
          kit.leather, up=Vector((1, 0, 0)))
    kit.finish()
    make_pair((-1.15, -.46), (-1.0, .64), 7)
    return Piece({**shoe_views(12, .64, (.3, -.6, .9)), 'hero': View(-34, 11, .66, .62), 'angle': View(-150, 12, .66, .62)})
