"""Knit, shirt, coat and trousers, laid flat and seen from above."""
import math

from mathutils import Matrix, Vector

import materials
from kit import make_kit
from leatherwork import panel
from mesh import cylinder, lathe, sweep
from shapes import Path, circle, counter_clockwise, lerp, rectangle, rounded, smoothstep
from stage import View

from . import Piece, form
from .garment import Surface, mirrored, sew

UP = Vector((0, 0, 1))


def neckline(half, top, depth, count=12):
    """A curve from the left neck point to the right one, dipping by depth."""
    return [Vector((half * math.cos(math.pi - math.pi * i / count), top - depth * math.sin(math.pi * i / count)))
            for i in range(1, count)]


def flat_views(tall=.74, detail=(.2, .6, .1), fill=.80):
    return {'hero': View(0, 90, fill, tall, centre=0), 'angle': View(0, 90, near=.42, focus=detail, fstop=6, centre=0),
            'macro': View(14, 42, near=.34, focus=detail, fstop=1.6)}


@form('knit')
def knit(material, options):
    kit = make_kit('cashmere', options)
    rib = materials.make('rib-knit', 'rib')
    rim = mirrored([(.32, 1.10), (.90, .92), (1.18, .62), (1.98, -1.02), (1.70, -1.17), (.92, .36), (.92, -1.72)],
                   [0, .12, .25, .02, .02, .14, .03])
    cuff = Vector((.46, -.9)).normalized()

    def slot(x, y):
        hem = y < -1.56 and abs(x) < 1.05
        sleeve = abs(x) > 1.4 and (abs(x) - 1.84) * cuff[0] + (y + 1.095) * cuff[1] > -.15
        return 1 if hem or sleeve else 0
    obj = sew(rim, neckline(.32, 1.10, .30), neckline(.32, 1.10, .08), [kit.leather, rib], slot,
              lambda p: (abs(p.x) < .305 and p.y > .6) or (p.y < -1.5 and abs(p.x) < .88))
    surface = Surface(obj)
    collar = [surface.place(.025)(*p) for p in [Vector((-.33, 1.10)), *neckline(.335, 1.10, .31, 24), Vector((.33, 1.10))]]
    sweep('collar', Path(collar, .03).points, [Vector((p[0] * 1.7, p[1])) for p in circle(.042, 12)],
          materials.make('rib-knit', 'collar rib', ribs=26), up=UP)
    return Piece(flat_views(), flat=True)


def _buttons(surface, points, kit, radius=.045, colour='#e9e2d2'):
    button = materials.plain('button', colour, .25, Clearcoat=.6)
    for x, y in points:
        at = Matrix.Translation((x, y, surface.height(x, y) + .045))
        lathe('button', [(0, .012), (radius * .55, .012), (radius * .62, .020), (radius * .92, .022), (radius, .012),
                         (radius * .96, 0), (0, 0)], button, at, 32, 50)
        for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            hole = at @ Vector((dx * radius * .22, dy * radius * .22, .0125))
            cylinder('hole', radius * .09, hole, hole + Vector((0, 0, .002)), kit.lining, .0005, 10)


@form('shirt')
def shirt(material, options):
    """A shirt buttoned up: point collar, placket, chest pocket, cuffs."""
    kit = make_kit(material, options, stitch=(.022, .012, .0032))
    rim = mirrored([(.30, 1.16), (.92, .96), (1.20, .68), (1.86, -1.16), (1.56, -1.27), (.94, .34), (.98, -1.70), (.62, -1.86)],
                   [0, .10, .22, .02, .02, .12, .30, .35])
    obj = sew(rim, neckline(.30, 1.16, .20), neckline(.30, 1.16, .05), [kit.leather, kit.leather],
              is_open=lambda p: (abs(p.x) < .285 and p.y > .6) or p.y < -1.55, bending=.35, pressure=1.1, crumple=.09,
              thickness=.014)
    surface = Surface(obj, .07)
    lay = dict(thickness=.014, step=.05, groove=.022, groove_depth=.003, puff=0, wobble=0, rim=.004)
    panel('placket', rectangle(.19, 2.66, .01, z=-1.78), surface.place(.022), kit, **lay)
    for side in (-1, 1):
        stand = lambda u, v: .035 + .09 * math.exp(-((math.hypot(u, v - 1.20) - .26) / .12) ** 2)
        leaf = [(side * .015, .955), (side * .40, .70), (side * .52, 1.02), (side * .34, 1.24), (side * .19, 1.10), (side * .06, 1.0)]
        panel('collar', counter_clockwise([Vector(p) for p in rounded(leaf, [.03, .03, .12, .10, .15, .1], 8)]),
              surface.place(.04, stand), kit, **{**lay, 'thickness': .022})
        cuff = _turned(rectangle(.34, .25, .05, z=-.125), (side * 1.685, -1.135), side * math.radians(20))
        panel('cuff', cuff, surface.place(.022), kit, **lay)
        _buttons(surface, [(side * 1.60, -1.10)], kit, .035)
    pocket = rounded([(.32, -.02), (.58, -.10), (.84, -.02), (.84, .46), (.32, .46)], [.03, .04, .03, .01, .01], 6)
    panel('pocket', pocket, surface.place(.02), kit, **lay)
    _buttons(surface, [(0, .82 - .40 * i) for i in range(7)], kit)
    back = [surface.place(.03)(x, 1.20 + .04 * math.cos(x * 5)) for x in (-.30 + .6 * i / 20 for i in range(21))]
    sweep('collar back', back, [Vector((p[0] * 2.2, p[1] * .9)) for p in circle(.05, 12)], kit.leather, up=UP)
    kit.finish()
    return Piece(flat_views(detail=(.1, .75, .15)), flat=True)


def _turned(outline, centre, angle):
    c, s = math.cos(angle), math.sin(angle)
    return [Vector((centre[0] + p[0] * c - p[1] * s, centre[1] + p[0] * s + p[1] * c)) for p in outline]


@form('coat')
def coat(material, options):
    """A long double-breasted coat: broad lapels, flap pockets, two rows of horn buttons."""
    kit = make_kit(material, options, stitch=(.026, .014, .004))
    rim = mirrored([(.34, 1.55), (1.00, 1.34), (1.28, 1.02), (1.82, -1.02), (1.48, -1.12), (1.02, .62), (1.20, -2.55)],
                   [0, .12, .25, .03, .03, .14, .05])
    obj = sew(rim, neckline(.34, 1.55, .30), neckline(.34, 1.55, .06), [kit.leather, kit.leather],
              is_open=lambda p: (abs(p.x) < .32 and p.y > 1) or p.y < -2.45, step=.062, bending=1.2, pressure=1.3,
              crumple=.06, thickness=.035)
    surface = Surface(obj, .09)
    lay = dict(thickness=.03, step=.055, groove=.03, groove_depth=.004, puff=.002, wobble=0, rim=.012)
    front = [(.36, -2.52), (.40, .08), (.06, .66), (-.30, .66), (-.30, -2.52)]
    panel('overlap', counter_clockwise([Vector(p) for p in rounded(front, [.03, .10, .05, 0, 0], 6)]), surface.place(.035), kit, **lay)
    for s in (1, -1):
        roll = lambda u, v: .02 + .05 * smoothstep(.05, .5, abs(u)) * smoothstep(1.5, .4, v)
        lapel = [(s * .05 + .10, .14), (s * .62 + .06, .78), (s * .66 + .04, 1.02), (s * .40, 1.00), (s * .34, 1.50), (s * .22, 1.40)]
        panel('lapel', counter_clockwise([Vector(p) for p in rounded(lapel, [.02, .05, .04, .03, .05, .2], 8)]),
              surface.place(.085 if s > 0 else .055, roll), kit, **lay)
        leaf = [(s * .42, 1.03), (s * .70, 1.12), (s * .66, 1.34), (s * .36, 1.66), (s * .12, 1.62), (s * .33, 1.46)]
        panel('collar', counter_clockwise([Vector(p) for p in rounded(leaf, [.02, .05, .10, .10, .1, .15], 8)]),
              surface.place(.10, lambda u, v: .05 * smoothstep(1.3, 1.6, v)), kit, **lay)
        flap = _turned(rectangle(.52, .20, [.06, .06, .01, .01], z=-.1), (s * .74, -.72), -s * .06)
        panel('pocket flap', flap, surface.place(.035), kit, **lay)
        strap_ = _turned(rectangle(.40, .13, .03, z=-.065), (s * 1.63, -.86), s * math.radians(16))
        panel('cuff strap', strap_, surface.place(.035), kit, **lay)
    back = [surface.place(.06)(x, 1.60 + .05 * math.cos(x * 4)) for x in (-.30 + .6 * i / 20 for i in range(21))]
    sweep('collar back', back, [Vector((p[0] * 2.6, p[1])) for p in circle(.055, 12)], kit.leather, up=UP)
    _buttons(surface, [(x, y) for x in (.20, -.38) for y in (-.02, -.52, -1.02)], kit, .068, '#2c1d14')
    kit.finish()
    return Piece(flat_views(.80, (.15, .7, .2)), flat=True)


@form('trousers')
def trousers(material, options):
    """Straight trousers with a pressed crease, waistband, slant pockets and a tab."""
    kit = make_kit(material, options, stitch=(.022, .012, .0034))
    rim = mirrored([(.66, 1.78), (.88, .95), (.86, .30), (.80, -2.30), (.20, -2.32), (.045, .58)],
                   [.02, .3, .6, .02, .02, .05])
    top = [Vector((x, 1.78 - .03 * math.cos(x * 2))) for x in (-.5, -.25, 0, .25, .5)]
    obj = sew(rim, top, [p + Vector((0, .05)) for p in top], [kit.leather, kit.leather],
              is_open=lambda p: (p.y > 1.7 and abs(p.x) < .64) or p.y < -2.25, bending=.8, pressure=.9, crumple=.05,
              thickness=.02)
    surface = Surface(obj, .06)
    lay = dict(thickness=.02, step=.05, groove=.026, groove_depth=.003, puff=0, wobble=0, rim=.006)
    waist = [(-.675, 1.60), (.675, 1.60), (.665, 1.79), (-.665, 1.79)]
    panel('waistband', [Vector(p) for p in waist], surface.place(.022), kit, **lay)
    fly = [(0, .86), (.10, .95), (.13, 1.60), (0, 1.60)]
    panel('fly', [Vector(p) for p in rounded(fly, [.03, .1, 0, 0], 6)], surface.place(.014), kit, **lay)
    tab = rounded([(-.02, 1.63), (.22, 1.63), (.22, 1.76), (-.02, 1.76)], .03, 6)
    panel('tab', [Vector(p) for p in tab], surface.place(.045), kit, **lay)
    for s in (-1, 1):
        panel('belt loop', rectangle(.06, .25, .01, x=s * .42, z=1.57), surface.place(.045), kit, **{**lay, 'groove': None})
        slant = Path([Vector((s * .50, 1.60, 0)), Vector((s * .80, 1.02, 0))], .02)
        edge = [Vector((p.x, p.y, surface.height(p.x, p.y) + .012)) for p in slant.points]
        sweep('pocket edge', edge, [Vector((p[0] * 1.3, p[1] * .6)) for p in circle(.018, 10)], kit.leather, up=UP)
        crease = [Vector((s * lerp(.50, .46, t), lerp(1.2, -2.28, t), 0)) for t in (i / 120 for i in range(121))]
        crease = [Vector((p.x, p.y, surface.height(p.x, p.y) + .004)) for p in crease]
        sweep('crease', crease, [Vector((x, z)) for x, z in ((-.035, -.012), (0, .012), (.035, -.012))], kit.leather, up=UP,
              angle=20)
    _buttons(surface, [(.15, 1.695)], kit, .04, '#3a2a1e')
    kit.finish()
    return Piece(flat_views(.82, (.2, 1.3, .15)), flat=True)
