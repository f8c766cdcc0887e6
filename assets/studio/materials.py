"""Leathers, cloths, metals and the rest of the house's material library.

Tintable materials are modelled in a neutral grey with a multiplicative
`factor` for creases, blotches and weave; see nodes.Shader.tinted.
"""
from nodes import AOV_MASK, Shader, linear

METALS = {  # reflectance; any of these can replace any other when developing
    'pale-gold': (.91, .74, .47), 'gold': (.90, .66, .33), 'palladium': (.78, .77, .75), 'rose-gold': (.89, .60, .46),
}


def pebbled_calf(s, grain=1.0, zone=1):
    at = s.object_space()
    warped = s.vector('MULTIPLY_ADD', s.noise(at, 9 / grain, 2, colour=True), (.05 * grain,) * 3, at)
    blotch = s.noise(at, 1.6)
    large = s.ramp(s.cells(warped, 46 / grain), 0, .34)
    small = s.ramp(s.cells(warped, 95 / grain), 0, .30)
    height = s.add(s.times(large, .72), s.times(small, .26), s.times(s.noise(at, 420, 2), .10))
    factor = s.times(s.ramp(large, 0, .5, .82, 1), s.ramp(blotch, .3, .7, 1, .93))
    return s.principled(Base_Color=s.tinted(factor, zone),
                        Roughness=s.add(s.ramp(height, .2, .9, .50, .37), s.times(blotch, .08)),
                        Specular=.42, Normal=s.bump(height, .9, .0052 * grain), Clearcoat=.05, Clearcoat_Roughness=.3)


def smooth_calf(s, grain=1.0, zone=1):
    at = s.object_space()
    fine = s.noise(at, 190, 5, .6)
    pores = s.ramp(s.cells(at, 170, 'F1'), 0, .5)
    height = s.add(s.times(fine, .5), s.times(pores, .3), s.times(s.noise(at, 14), .9))
    factor = s.ramp(s.noise(at, 1.6), .25, .75, .90, 1.04)
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=s.add(.30, s.times(fine, .14)),
                        Normal=s.bump(height, .6, .0022), Clearcoat=.12, Clearcoat_Roughness=.22)


def lambskin(s, grain=1.0, zone=1):
    at = s.object_space()
    fine = s.noise(at, 230, 4, .6)
    height = s.add(s.times(fine, .5), s.times(s.noise(at, 22, 3), .8))
    factor = s.ramp(s.noise(at, 2.2), .25, .75, .92, 1.03)
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=s.add(.36, s.times(fine, .12)),
                        Normal=s.bump(height, .6, .0024), Clearcoat=.05, Clearcoat_Roughness=.3)


def grained_calf(s, grain=1.0, zone=1):
    at = s.object_space()
    long = s.noise(s.scale(at, (6 / grain, 6 / grain, 120 / grain)), 1.0, 2, .5, 1.2)
    short = s.noise(s.scale(at, (14 / grain, 14 / grain, 190 / grain)), 1, 2)
    height = s.add(s.ramp(long, .38, .62), s.times(short, .4))
    return s.principled(Base_Color=s.tinted(s.ramp(long, .4, .6, .70, 1), zone), Roughness=.34,
                        Normal=s.bump(height, .8, .004 * grain), Clearcoat=.12, Clearcoat_Roughness=.2)


def patent(s, grain=1.0, zone=1):
    return s.principled(Base_Color=s.tinted(1.0, zone), Roughness=.24, Clearcoat=1.0, Clearcoat_Roughness=.03,
                        Normal=s.bump(s.noise(s.object_space(), 5, 2), .5, .004))


def suede(s, grain=1.0, zone=1):
    at = s.object_space()
    nap, brushed = s.noise(at, 260, 4, .7), s.noise(at, 22, 4, .6, 1.0)
    strokes = s.add(s.times(s.ramp(s.noise(at, 5, 3, .5, 1.5), .35, .65), .55),
                    s.times(s.ramp(brushed, .3, .7), .45))
    factor = s.times(s.times(s.ramp(strokes, 0, 1, .80, 1.08), s.ramp(nap, .3, .7, .80, 1)), s.nap(.7))
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=.95, Specular=.12,
                        Normal=s.bump(s.add(nap, s.times(brushed, .6)), .7, .006))


def croc_embossed(s, grain=1.0, zone=1):
    at = s.object_space()
    warped = s.vector('MULTIPLY_ADD', s.noise(at, 2.2, 2, colour=True), (.22 * grain,) * 3, at)
    scales = s.cells(s.scale(warped, (3.4 / grain, 3.4 / grain, 5.6 / grain)), 1.0, randomness=.62)
    wall, dome = s.ramp(scales, 0, .15), s.ramp(scales, 0, .5)
    fine = s.noise(at, 120)
    height = s.add(s.times(wall, .75), s.times(dome, .45), s.times(fine, .05))
    factor = s.times(s.ramp(wall, 0, .8, .45, 1), s.ramp(s.noise(at, 1.6), .3, .7, 1, .86))
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=.24, Normal=s.bump(height, 1.0, .018 * grain),
                        Clearcoat=.5, Clearcoat_Roughness=.08)


def _weave(s, threads, strength, distance, zone, roughness, slub=.5, contrast=.62):
    """Plain weave in pattern space; `threads` per 10 cm."""
    at = s.pattern_space()
    wobbly = s.vector('MULTIPLY_ADD', s.noise(at, 14, 3, colour=True), (.006,) * 3, at)
    x, y = s.parts(s.scale(wobbly, (threads, threads, 1)))[:2]
    across = s.math('ABSOLUTE', s.math('SINE', s.times(x, 3.1416)))
    along = s.math('ABSOLUTE', s.math('SINE', s.times(y, 3.1416)))
    checker = s.math('GREATER_THAN', s.math('SINE', s.times(x, 3.1416)), 0)
    checker2 = s.math('GREATER_THAN', s.math('SINE', s.times(y, 3.1416)), 0)
    over = s.math('ABSOLUTE', s.math('SUBTRACT', checker, checker2))
    thread = s.add(s.times(over, across), s.times(s.math('SUBTRACT', 1, over), along))
    uneven = s.add(s.noise(s.scale(at, (2, 40, 1)), 3, 3), s.noise(s.scale(at, (40, 2, 1)), 3, 3))
    height = s.add(thread, s.times(uneven, slub), s.times(s.noise(at, 240, 3), .25))
    factor = s.times(s.ramp(thread, 0, .7, contrast, 1), s.ramp(uneven, .7, 1.3, .88, 1.08))
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=roughness, Specular=.25, Normal=s.bump(height, strength, distance))


def canvas(s, grain=1.0, zone=1):
    return _weave(s, 68 / grain, .7, .006, zone, .75)


def cotton(s, grain=1.0, zone=1):
    return _weave(s, 130 / grain, .45, .003, zone, .8, .3, contrast=.8)


def linen(s, grain=1.0, zone=1):
    return _weave(s, 90 / grain, .6, .0045, zone, .82, 1.1, contrast=.72)


def wool(s, grain=1.0, zone=1):
    at = s.pattern_space()
    fuzz, felt = s.noise(at, 150, 5, .75), s.noise(at, 26, 4, .6, 1.2)
    x, y = s.parts(s.scale(at, (62 / grain, 62 / grain, 1)))[:2]
    twill = s.math('ABSOLUTE', s.math('SINE', s.times(s.add(x, y), 3.1416)))
    factor = s.times(s.times(s.ramp(fuzz, .3, .7, .78, 1.06), s.ramp(felt, .3, .7, .90, 1.04)),
                     s.times(s.ramp(twill, 0, .6, .86, 1), s.nap(.5)))
    height = s.add(s.times(fuzz, .9), s.times(felt, .5), s.times(twill, .5))
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=.95, Specular=.1,
                        Normal=s.bump(height, .7, .006))


def silk(s, grain=1.0, zone=1):
    at = s.pattern_space()
    twill = s.stripes(at, 150, 'DIAGONAL')
    factor = s.ramp(s.noise(at, 40, 3), .3, .7, .96, 1.02)
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=.38, Anisotropic=.4,
                        Normal=s.bump(twill, .06, .002))


def cashmere(s, grain=1.0, zone=1, stitches=40):
    """Stockinette: mirrored slanted strands in pattern space."""
    x, y = s.parts(s.scale(s.pattern_space(), (stitches, stitches * .8, 1)))[:2]
    side = s.math('ABSOLUTE', s.math('SUBTRACT', s.math('FRACT', x), .5))
    phase = s.math('FRACT', s.add(y, s.times(side, 1.3)))

    def hump(value, centre, spread, power):
        d = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', value, centre), spread))
        return s.math('SUBTRACT', 1, s.math('POWER', d, power))
    strand = s.times(hump(phase, .5, 2, 2.2), hump(side, .25, 4, 2.0))
    fuzz = s.noise(s.object_space(), 140, 4, .7)
    factor = s.times(s.ramp(strand, 0, .6, .55, 1), s.times(s.ramp(fuzz, .3, .7, .94, 1.10), s.nap(.4)))
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=.95, Specular=.1,
                        Normal=s.bump(s.add(strand, s.times(fuzz, .35)), .9, .022))


def rib_knit(s, grain=1.0, zone=1, ribs=16, axis=0):
    at = s.parts(s.scale(s.pattern_space(), (ribs, ribs, 1)))[axis]
    d = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', s.math('FRACT', at), .5), 2))
    rib = s.math('SUBTRACT', 1, s.math('POWER', d, 3))
    fuzz = s.noise(s.object_space(), 140, 4, .7)
    return s.principled(Base_Color=s.tinted(s.ramp(rib, 0, .7, .5, 1), zone), Roughness=.95, Specular=.1, Normal=s.bump(s.add(rib, s.times(fuzz, .25)), .9, .04))


def acetate(s, grain=1.0, zone=1):
    at = s.object_space()
    marble = s.add(s.times(s.noise(at, 3.2, 2, .45, .7), .8), s.times(s.noise(at, 8, 1, .5, .4), .25))
    return s.principled(Base_Color=s.tinted(s.ramp(marble, .40, .64, .5, 1.1), zone), Roughness=.12, Clearcoat=1.0,
                        Clearcoat_Roughness=.02)


def straw(s, grain=1.0, zone=1):
    """Plaited braid in pattern space: overlapping slanted strands."""
    at = s.pattern_space()
    x, y = s.parts(s.scale(at, (26 / grain, 13 / grain, 1)))[:2]
    row = s.math('FRACT', y)
    side = s.math('ABSOLUTE', s.math('SUBTRACT', row, .5))
    strand = s.math('FRACT', s.add(x, s.times(side, 1.6)))
    d = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', strand, .5), 2))
    body = s.times(s.math('SUBTRACT', 1, s.math('POWER', d, 3)),
                   s.math('SUBTRACT', 1, s.math('POWER', s.times(side, 2), 6)))
    fibre = s.noise(s.scale(at, (60, 160, 1)), 3, 3)
    factor = s.times(s.ramp(body, 0, .5, .45, 1), s.ramp(fibre, .3, .7, .84, 1.08))
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=.62, Specular=.3,
                        Normal=s.bump(s.add(body, s.times(fibre, .3)), .9, .02))


def leather_woven(s, grain=1.0, zone=1):
    """Basket-woven leather strips in pattern space, laid on the diagonal."""
    at = s.pattern_space()
    x, y = s.parts(at)[:2]
    size = 4.6 / grain
    p, q = s.times(s.add(x, y), size), s.times(s.math('SUBTRACT', x, y), size)
    over = s.math('ABSOLUTE', s.math('SUBTRACT', s.math('GREATER_THAN', s.math('SINE', s.times(p, 3.1416)), 0),
                                     s.math('GREATER_THAN', s.math('SINE', s.times(q, 3.1416)), 0)))

    def strip(across, along):
        a = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', s.math('FRACT', across), .5), 2))
        b = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', s.math('FRACT', along), .5), 2))
        return s.times(s.math('SUBTRACT', 1, s.math('POWER', a, 9)),
                       s.math('SUBTRACT', 1, s.times(s.math('POWER', b, 2.5), .8)))
    body = s.add(s.times(over, strip(p, q)), s.times(s.math('SUBTRACT', 1, over), strip(q, p)))
    fine = s.noise(s.object_space(), 190, 5, .6)
    factor = s.times(s.ramp(body, 0, .5, .30, 1), s.ramp(fine, .3, .7, .95, 1.03))
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=s.add(.34, s.times(fine, .12)),
                        Normal=s.bump(s.add(body, s.times(fine, .03)), 1.0, .03 * grain), Clearcoat=.08,
                        Clearcoat_Roughness=.25)


LIBRARY = {
    'smooth-calf': smooth_calf, 'pebbled-calf': pebbled_calf, 'grained-calf': grained_calf, 'patent': patent,
    'suede': suede, 'quilted-lambskin': lambskin, 'croc-embossed': croc_embossed, 'canvas': canvas,
    'cotton': cotton, 'linen': linen, 'wool': wool, 'silk': silk, 'cashmere': cashmere, 'acetate': acetate,
    'straw': straw, 'leather-woven': leather_woven, 'rib-knit': rib_knit,
}


def make(material, name=None, grain=1.0, zone=1, **options):
    """A tintable material of the library by its id."""
    return LIBRARY[material](Shader(name or material), grain, zone, **options)


def metal(name='hardware', roughness=.13, brushed=False):
    """Polished or brushed hardware, shot as gold and marked so that another finish can replace it."""
    s = Shader(name)
    at = s.object_space()
    n = s.noise(s.scale(at, (3, 60, 3)) if brushed else at, 6 if brushed else 30, 4)
    s.report(AOV_MASK, (0, 1, 0, 1))
    return s.principled(Base_Color=(*METALS['pale-gold'], 1), Metallic=1.0,
                        Roughness=s.ramp(n, .3, .7, roughness * .8, roughness * 1.25),
                        Normal=s.bump(n, .35 if brushed else .12, .002 if brushed else .0008))


def plain(name, colour, roughness=.5, **inputs):
    """A fixed colour that no tint changes: soles, linings, dials."""
    return Shader(name).principled(Base_Color=linear(colour), Roughness=roughness, **inputs)


def edge_paint(name='edge', factor=.5, zone=1):
    s = Shader(name)
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=.32, Clearcoat=.3, Clearcoat_Roughness=.15)


def thread(name='thread', factor=1.15, zone=1):
    s = Shader(name)
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=.6,
                        Normal=s.bump(s.noise(s.object_space(), 300, 2), .4, .003))


def lining(name='lining', colour='#b9a184'):
    s = Shader(name)
    return s.principled(Base_Color=linear(colour), Roughness=.85,
                        Normal=s.bump(s.noise(s.object_space(), 200, 3), .3, .004))
