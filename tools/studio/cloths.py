"""Woven, knitted, plaited and paper surfaces."""


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
    factor = s.times(s.times(s.ramp(thread, 0, 0.7, contrast, 1), s.ramp(uneven, 0.7, 1.3, 0.84, 1.10)), s.nap(0.4))
    return s.principled(
        Base_Color=s.tinted(factor, zone), Roughness=roughness, Specular=0.25, Normal=s.bump(height, strength, distance)
    )


def canvas(s, grain=1.0, zone=1):
    return _weave(s, 68 / grain, 0.7, 0.006, zone, 0.75, contrast=0.5)


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


def felt(s, grain=1.0, zone=1):
    """Hat felt: no weave, a short nap that is brighter where it is seen from the side."""
    at = s.object_space()
    fibre, tufts, cloud = s.noise(at, 220, 4, 0.75), s.noise(at, 70, 3, 0.65), s.noise(at, 2.6, 3, 0.55)
    grained = s.times(s.ramp(fibre, 0.3, 0.7, 0.84, 1.05), s.ramp(tufts, 0.3, 0.7, 0.90, 1.05))
    factor = s.times(s.times(grained, s.ramp(cloud, 0.3, 0.7, 0.94, 1.04)), s.nap(0.7))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=0.95,
        Specular=0.1,
        Normal=s.bump(s.add(fibre, s.times(tufts, 0.7)), 0.6, 0.006),
    )


def silk(s, grain=1.0, zone=1):
    at = s.pattern_space()
    twill = s.stripes(at, 150, 'DIAGONAL')
    factor = s.ramp(s.noise(at, 40, 3), 0.3, 0.7, 0.96, 1.02)
    return s.principled(
        Base_Color=s.tinted(factor, zone), Roughness=0.38, Anisotropic=0.4, Normal=s.bump(twill, 0.06, 0.002)
    )


def faille(s, grain=1.0, zone=1):
    """Heavy evening silk: fine uneven ribs across, a soft sheen along them."""
    at = s.pattern_space()
    uneven = s.noise(s.scale(at, (1.2, 40, 1)), 1.0, 4, 0.6)
    wavy = s.vector('MULTIPLY_ADD', s.noise(s.scale(at, (3, 3, 1)), 1.0, 2, colour=True), (0, 0.008, 0), at)
    y = s.parts(s.scale(wavy, (1, 58 / grain, 1)))[1]
    rib = s.math('ABSOLUTE', s.math('SINE', s.times(y, 3.1416)))
    height = s.add(s.times(rib, 0.8), s.times(uneven, 0.3))
    factor = s.times(s.times(s.ramp(rib, 0, 0.8, 0.66, 1.05), s.ramp(uneven, 0.3, 0.7, 0.90, 1.08)), s.nap(0.9))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.ramp(uneven, 0.3, 0.7, 0.32, 0.44),
        Specular=0.7,
        Normal=s.bump(height, 0.6, 0.010 * grain),
    )


def satin(s, grain=1.0, zone=1):
    """Duchesse satin: heavy silk of long floats that hold the light in broad soft bands, uneven threads across."""
    at = s.pattern_space()
    floats = s.noise(s.scale(at, (420 / grain, 36 / grain, 1)), 1.0, 2)
    threads = s.noise(s.scale(at, (5 / grain, 110 / grain, 1)), 1.0, 3, 0.6)
    uneven = s.noise(at, 3, 2)
    factor = s.times(s.times(s.ramp(threads, 0.3, 0.7, 0.84, 1.08), s.ramp(uneven, 0.3, 0.7, 0.95, 1.03)), s.nap(0.6))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.ramp(threads, 0.3, 0.7, 0.40, 0.30),
        Specular=0.75,
        Anisotropic=0.4,
        Normal=s.bump(s.add(floats, s.times(threads, 2)), 0.3, 0.002),
    )


def cashmere(s, grain=1.0, zone=1, stitches=40, raised=False):
    """Stockinette: mirrored slanted strands in pattern space; `raised`, darker where the mesh's `relief` is low."""
    x, y = s.parts(s.scale(s.pattern_space(), (stitches, stitches * 0.8, 1)))[:2]
    side = s.math('ABSOLUTE', s.math('SUBTRACT', s.math('FRACT', x), 0.5))
    phase = s.math('FRACT', s.add(y, s.times(side, 1.3)))

    def hump(value, centre, spread, power):
        d = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', value, centre), spread))
        return s.math('SUBTRACT', 1, s.math('POWER', d, power))

    strand = s.times(hump(phase, 0.5, 2, 2.2), hump(side, 0.25, 4, 2.0))
    fuzz = s.noise(s.object_space(), 140, 4, 0.7)
    factor = s.times(s.ramp(strand, 0, 0.6, 0.55, 1), s.times(s.ramp(fuzz, 0.3, 0.7, 0.94, 1.10), s.nap(0.4)))
    if raised:
        relief = s.node('Attribute', attribute_name='relief').outputs['Fac']
        factor = s.times(factor, s.ramp(relief, 0, 0.09, 0.70, 1.12))
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
