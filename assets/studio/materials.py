"""Leathers, cloths, metals and the rest of the house's material library.

Tintable materials are modelled in a neutral grey with a multiplicative
`factor` for creases, blotches and weave; see nodes.Shader.tinted.
"""

from nodes import AOV_MASK, Shader, linear

METALS = {  # reflectance; any of these can replace any other when developing
    'pale-gold': (0.91, 0.74, 0.47),
    'gold': (0.90, 0.66, 0.33),
    'palladium': (0.78, 0.77, 0.75),
    'rose-gold': (0.89, 0.60, 0.46),
}


def pebbled_calf(s, grain=1.0, zone=1):
    at = s.object_space()
    warped = s.vector('MULTIPLY_ADD', s.noise(at, 9 / grain, 2, colour=True), (0.05 * grain,) * 3, at)
    blotch = s.noise(at, 1.6)
    large = s.ramp(s.cells(warped, 46 / grain), 0, 0.34)
    small = s.ramp(s.cells(warped, 95 / grain), 0, 0.30)
    height = s.add(s.times(large, 0.72), s.times(small, 0.26), s.times(s.noise(at, 420, 2), 0.10))
    factor = s.times(s.ramp(large, 0, 0.5, 0.82, 1), s.ramp(blotch, 0.3, 0.7, 1, 0.93))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.add(s.ramp(height, 0.2, 0.9, 0.50, 0.37), s.times(blotch, 0.08)),
        Specular=0.42,
        Normal=s.bump(height, 0.9, 0.0052 * grain),
        Clearcoat=0.05,
        Clearcoat_Roughness=0.3,
    )


def smooth_calf(s, grain=1.0, zone=1):
    at = s.object_space()
    fine = s.noise(at, 190, 5, 0.6)
    pores = s.ramp(s.cells(at, 170, 'F1'), 0, 0.5)
    height = s.add(s.times(fine, 0.5), s.times(pores, 0.3), s.times(s.noise(at, 14), 0.9))
    factor = s.ramp(s.noise(at, 1.6), 0.25, 0.75, 0.90, 1.04)
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.add(0.30, s.times(fine, 0.14)),
        Normal=s.bump(height, 0.6, 0.0022),
        Clearcoat=0.12,
        Clearcoat_Roughness=0.22,
    )


def lambskin(s, grain=1.0, zone=1):
    at = s.object_space()
    fine = s.noise(at, 230, 4, 0.6)
    height = s.add(s.times(fine, 0.5), s.times(s.noise(at, 22, 3), 0.8))
    factor = s.ramp(s.noise(at, 2.2), 0.25, 0.75, 0.92, 1.03)
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.add(0.36, s.times(fine, 0.12)),
        Normal=s.bump(height, 0.6, 0.0024),
        Clearcoat=0.05,
        Clearcoat_Roughness=0.3,
    )


def grained_calf(s, grain=1.0, zone=1):
    at = s.object_space()
    long = s.noise(s.scale(at, (6 / grain, 6 / grain, 120 / grain)), 1.0, 2, 0.5, 1.2)
    short = s.noise(s.scale(at, (14 / grain, 14 / grain, 190 / grain)), 1, 2)
    height = s.add(s.ramp(long, 0.38, 0.62), s.times(short, 0.4))
    return s.principled(
        Base_Color=s.tinted(s.ramp(long, 0.4, 0.6, 0.70, 1), zone),
        Roughness=0.38,
        Specular=0.38,
        Normal=s.bump(height, 0.8, 0.004 * grain),
        Clearcoat=0.05,
        Clearcoat_Roughness=0.25,
    )


def patent(s, grain=1.0, zone=1):
    return s.principled(
        Base_Color=s.tinted(1.0, zone),
        Roughness=0.24,
        Clearcoat=1.0,
        Clearcoat_Roughness=0.03,
        Normal=s.bump(s.noise(s.object_space(), 5, 2), 0.5, 0.004),
    )


def suede(s, grain=1.0, zone=1):
    at = s.object_space()
    nap, brushed = s.noise(at, 260, 4, 0.7), s.noise(at, 22, 4, 0.6, 1.0)
    strokes = s.add(
        s.times(s.ramp(s.noise(at, 5, 3, 0.5, 1.5), 0.35, 0.65), 0.55), s.times(s.ramp(brushed, 0.3, 0.7), 0.45)
    )
    factor = s.times(s.times(s.ramp(strokes, 0, 1, 0.93, 1.05), s.ramp(nap, 0.3, 0.7, 0.80, 1)), s.nap(0.7))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=0.95,
        Specular=0.12,
        Normal=s.bump(s.add(nap, s.times(brushed, 0.6)), 0.7, 0.006),
    )


def croc_embossed(s, grain=1.0, zone=1):
    at = s.object_space()
    warped = s.vector('MULTIPLY_ADD', s.noise(at, 2.2, 2, colour=True), (0.22 * grain,) * 3, at)
    scales = s.cells(s.scale(warped, (3.4 / grain, 3.4 / grain, 5.6 / grain)), 1.0, randomness=0.62)
    wall, dome = s.ramp(scales, 0, 0.15), s.ramp(scales, 0, 0.5)
    fine = s.noise(at, 120)
    height = s.add(s.times(wall, 0.75), s.times(dome, 0.45), s.times(fine, 0.05))
    factor = s.times(s.ramp(wall, 0, 0.8, 0.45, 1), s.ramp(s.noise(at, 1.6), 0.3, 0.7, 1, 0.86))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=0.24,
        Normal=s.bump(height, 1.0, 0.018 * grain),
        Clearcoat=0.5,
        Clearcoat_Roughness=0.08,
    )


def _weave(s, threads, strength, distance, zone, roughness, slub=0.5, contrast=0.62):
    """Plain weave in pattern space; `threads` per 10 cm."""
    at = s.pattern_space()
    wobbly = s.vector('MULTIPLY_ADD', s.noise(at, 14, 3, colour=True), (0.006,) * 3, at)
    x, y = s.parts(s.scale(wobbly, (threads, threads, 1)))[:2]
    across = s.math('ABSOLUTE', s.math('SINE', s.times(x, 3.1416)))
    along = s.math('ABSOLUTE', s.math('SINE', s.times(y, 3.1416)))
    checker = s.math('GREATER_THAN', s.math('SINE', s.times(x, 3.1416)), 0)
    checker2 = s.math('GREATER_THAN', s.math('SINE', s.times(y, 3.1416)), 0)
    over = s.math('ABSOLUTE', s.math('SUBTRACT', checker, checker2))
    thread = s.add(s.times(over, across), s.times(s.math('SUBTRACT', 1, over), along))
    uneven = s.add(s.noise(s.scale(at, (2, 40, 1)), 3, 3), s.noise(s.scale(at, (40, 2, 1)), 3, 3))
    height = s.add(thread, s.times(uneven, slub), s.times(s.noise(at, 240, 3), 0.25))
    factor = s.times(s.ramp(thread, 0, 0.7, contrast, 1), s.ramp(uneven, 0.7, 1.3, 0.88, 1.08))
    return s.principled(
        Base_Color=s.tinted(factor, zone), Roughness=roughness, Specular=0.25, Normal=s.bump(height, strength, distance)
    )


def canvas(s, grain=1.0, zone=1):
    return _weave(s, 68 / grain, 0.7, 0.006, zone, 0.75)


def cotton(s, grain=1.0, zone=1):
    return _weave(s, 130 / grain, 0.45, 0.003, zone, 0.8, 0.3, contrast=0.8)


def linen(s, grain=1.0, zone=1):
    return _weave(s, 90 / grain, 0.6, 0.0045, zone, 0.82, 1.1, contrast=0.72)


def wool(s, grain=1.0, zone=1):
    at = s.pattern_space()
    fuzz, felt = s.noise(at, 150, 5, 0.75), s.noise(at, 26, 4, 0.6, 1.2)
    x, y = s.parts(s.scale(at, (62 / grain, 62 / grain, 1)))[:2]
    twill = s.math('ABSOLUTE', s.math('SINE', s.times(s.add(x, y), 3.1416)))
    factor = s.times(
        s.times(s.ramp(fuzz, 0.3, 0.7, 0.78, 1.06), s.ramp(felt, 0.3, 0.7, 0.90, 1.04)),
        s.times(s.ramp(twill, 0, 0.6, 0.86, 1), s.nap(0.5)),
    )
    height = s.add(s.times(fuzz, 0.9), s.times(felt, 0.5), s.times(twill, 0.5))
    return s.principled(
        Base_Color=s.tinted(factor, zone), Roughness=0.95, Specular=0.1, Normal=s.bump(height, 0.7, 0.006)
    )


def silk(s, grain=1.0, zone=1):
    at = s.pattern_space()
    twill = s.stripes(at, 150, 'DIAGONAL')
    factor = s.ramp(s.noise(at, 40, 3), 0.3, 0.7, 0.96, 1.02)
    return s.principled(
        Base_Color=s.tinted(factor, zone), Roughness=0.38, Anisotropic=0.4, Normal=s.bump(twill, 0.06, 0.002)
    )


def cashmere(s, grain=1.0, zone=1, stitches=40):
    """Stockinette: mirrored slanted strands in pattern space."""
    x, y = s.parts(s.scale(s.pattern_space(), (stitches, stitches * 0.8, 1)))[:2]
    side = s.math('ABSOLUTE', s.math('SUBTRACT', s.math('FRACT', x), 0.5))
    phase = s.math('FRACT', s.add(y, s.times(side, 1.3)))

    def hump(value, centre, spread, power):
        d = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', value, centre), spread))
        return s.math('SUBTRACT', 1, s.math('POWER', d, power))

    strand = s.times(hump(phase, 0.5, 2, 2.2), hump(side, 0.25, 4, 2.0))
    fuzz = s.noise(s.object_space(), 140, 4, 0.7)
    factor = s.times(s.ramp(strand, 0, 0.6, 0.55, 1), s.times(s.ramp(fuzz, 0.3, 0.7, 0.94, 1.10), s.nap(0.4)))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=0.95,
        Specular=0.1,
        Normal=s.bump(s.add(strand, s.times(fuzz, 0.35)), 0.9, 0.022),
    )


def rib_knit(s, grain=1.0, zone=1, ribs=16, axis=0):
    at = s.parts(s.scale(s.pattern_space(), (ribs, ribs, 1)))[axis]
    d = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', s.math('FRACT', at), 0.5), 2))
    rib = s.math('SUBTRACT', 1, s.math('POWER', d, 3))
    fuzz = s.noise(s.object_space(), 140, 4, 0.7)
    return s.principled(
        Base_Color=s.tinted(s.ramp(rib, 0, 0.7, 0.5, 1), zone),
        Roughness=0.95,
        Specular=0.1,
        Normal=s.bump(s.add(rib, s.times(fuzz, 0.25)), 0.9, 0.04),
    )


def acetate(s, grain=1.0, zone=1):
    at = s.object_space()
    marble = s.add(s.times(s.noise(at, 3.2, 2, 0.45, 0.7), 0.8), s.times(s.noise(at, 8, 1, 0.5, 0.4), 0.25))
    return s.principled(
        Base_Color=s.tinted(s.ramp(marble, 0.40, 0.64, 0.5, 1.1), zone),
        Roughness=0.12,
        Clearcoat=1.0,
        Clearcoat_Roughness=0.02,
    )


def straw(s, grain=1.0, zone=1):
    """Plaited braid in pattern space: overlapping slanted strands."""
    at = s.pattern_space()
    x, y = s.parts(s.scale(at, (26 / grain, 13 / grain, 1)))[:2]
    row = s.math('FRACT', y)
    side = s.math('ABSOLUTE', s.math('SUBTRACT', row, 0.5))
    strand = s.math('FRACT', s.add(x, s.times(side, 1.6)))
    d = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', strand, 0.5), 2))
    body = s.times(
        s.math('SUBTRACT', 1, s.math('POWER', d, 3)), s.math('SUBTRACT', 1, s.math('POWER', s.times(side, 2), 6))
    )
    fibre = s.noise(s.scale(at, (60, 160, 1)), 3, 3)
    factor = s.times(s.ramp(body, 0, 0.5, 0.45, 1), s.ramp(fibre, 0.3, 0.7, 0.84, 1.08))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=0.62,
        Specular=0.3,
        Normal=s.bump(s.add(body, s.times(fibre, 0.3)), 0.9, 0.02),
    )


def leather_woven(s, grain=1.0, zone=1):
    """Basket-woven leather strips in pattern space, laid on the diagonal."""
    at = s.pattern_space()
    x, y = s.parts(at)[:2]
    size = 4.6 / grain
    p, q = s.times(s.add(x, y), size), s.times(s.math('SUBTRACT', x, y), size)
    over = s.math(
        'ABSOLUTE',
        s.math(
            'SUBTRACT',
            s.math('GREATER_THAN', s.math('SINE', s.times(p, 3.1416)), 0),
            s.math('GREATER_THAN', s.math('SINE', s.times(q, 3.1416)), 0),
        ),
    )

    def strip(across, along):
        a = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', s.math('FRACT', across), 0.5), 2))
        b = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', s.math('FRACT', along), 0.5), 2))
        return s.times(
            s.math('SUBTRACT', 1, s.math('POWER', a, 9)), s.math('SUBTRACT', 1, s.times(s.math('POWER', b, 2.5), 0.8))
        )

    body = s.add(s.times(over, strip(p, q)), s.times(s.math('SUBTRACT', 1, over), strip(q, p)))
    fine = s.noise(s.object_space(), 190, 5, 0.6)
    factor = s.times(s.ramp(body, 0, 0.5, 0.30, 1), s.ramp(fine, 0.3, 0.7, 0.95, 1.03))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.add(0.34, s.times(fine, 0.12)),
        Normal=s.bump(s.add(body, s.times(fine, 0.03)), 1.0, 0.03 * grain),
        Clearcoat=0.08,
        Clearcoat_Roughness=0.25,
    )


def paper(s, grain=1.0, zone=1):
    """Laid box paper with a faint fibre."""
    at = s.object_space()
    fibre, laid = s.noise(s.scale(at, (30, 30, 90)), 4, 4, 0.65), s.noise(at, 60, 3)
    return s.principled(
        Base_Color=s.tinted(s.ramp(fibre, 0.3, 0.7, 0.95, 1.03), zone),
        Roughness=0.72,
        Specular=0.25,
        Normal=s.bump(s.add(fibre, laid), 0.3, 0.002),
    )


LIBRARY = {
    'smooth-calf': smooth_calf,
    'pebbled-calf': pebbled_calf,
    'grained-calf': grained_calf,
    'patent': patent,
    'suede': suede,
    'quilted-lambskin': lambskin,
    'croc-embossed': croc_embossed,
    'canvas': canvas,
    'cotton': cotton,
    'linen': linen,
    'wool': wool,
    'silk': silk,
    'cashmere': cashmere,
    'acetate': acetate,
    'straw': straw,
    'leather-woven': leather_woven,
    'rib-knit': rib_knit,
    'paper': paper,
}


def make(material, name=None, grain=1.0, zone=1, **options):
    """A tintable material of the library by its id."""
    return LIBRARY[material](Shader(name or material), grain, zone, **options)


def metal(name='hardware', roughness=0.13, brushed=False):
    """Polished or brushed hardware, shot as gold and marked so that another finish can replace it."""
    s = Shader(name)
    at = s.object_space()
    n = s.noise(s.scale(at, (3, 60, 3)) if brushed else at, 6 if brushed else 30, 4)
    s.report(AOV_MASK, (0, 1, 0, 1))
    return s.principled(
        Base_Color=(*METALS['pale-gold'], 1),
        Metallic=1.0,
        Roughness=s.ramp(n, 0.3, 0.7, roughness * 0.8, roughness * 1.25),
        Normal=s.bump(n, 0.35 if brushed else 0.12, 0.002 if brushed else 0.0008),
    )


def plain(name, colour, roughness=0.5, **inputs):
    """A fixed colour that no tint changes: soles, linings, dials."""
    return Shader(name).principled(Base_Color=linear(colour), Roughness=roughness, **inputs)


def edge_paint(name='edge', factor=0.5, zone=1):
    s = Shader(name)
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=0.32, Clearcoat=0.3, Clearcoat_Roughness=0.15)


def thread(name='thread', factor=1.15, zone=1):
    s = Shader(name)
    return s.principled(
        Base_Color=s.tinted(factor, zone), Roughness=0.6, Normal=s.bump(s.noise(s.object_space(), 300, 2), 0.4, 0.003)
    )


def lining(name='lining', colour='#b9a184'):
    s = Shader(name)
    return s.principled(
        Base_Color=linear(colour), Roughness=0.85, Normal=s.bump(s.noise(s.object_space(), 200, 3), 0.3, 0.004)
    )
