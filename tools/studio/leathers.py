"""The leathers of the house, and acetate."""


def pebbled_calf(s, grain=1.0, zone=1):
    """Shrunken calf: plump grains of two millimetres, small ones among them, each with its own soft highlight."""
    at = s.object_space()
    drawn = s.vector('MULTIPLY_ADD', s.noise(at, 7 / grain, 2, colour=True), (0.02 * grain,) * 3, at)

    def plump(scale):
        away = s.cells(drawn, scale / grain, 'F1', 0.95)
        return s.math('SUBTRACT', 1, s.times(s.times(away, away), 1.7))

    grains = s.add(plump(44), s.times(plump(95), 0.12))
    height = s.add(grains, s.times(s.noise(at, 260, 2), 0.04), s.times(s.noise(at, 4, 2), 0.7))
    factor = s.times(s.ramp(grains, 0.15, 0.75, 0.90, 1.02), s.ramp(s.noise(at, 1.6), 0.3, 0.7, 1.02, 0.96))
    sheen = s.ramp(s.node('LayerWeight', {'Blend': 0.5}).outputs['Facing'], 0.4, 0.75, 1, 0.25)  # grains hide each other
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.ramp(grains, 0.2, 0.85, 0.52, 0.40),
        Specular=s.times(sheen, 0.44),
        Normal=s.bump(height, 0.9, 0.0039 * grain),
        Clearcoat=s.times(sheen, 0.10),
        Clearcoat_Roughness=0.28,
    )


def smooth_calf(s, grain=1.0, zone=1):
    """Box calf: pores too fine to count, broad soft highlights that give a little where the hide does.

    Small pieces, those of a fine grain, are cut where it is even.
    """
    uneven = min(1.0, grain) ** 2
    at = s.object_space()
    fine = s.noise(at, 300 / grain, 4, 0.6)
    pores = s.ramp(s.cells(at, 260 / grain, 'F1'), 0, 0.5)
    height = s.add(s.times(fine, 0.4), s.times(pores, 0.25), s.times(s.noise(at, 14), 0.5 * uneven))
    height = s.add(height, s.times(s.noise(at, 4), 2.2 * uneven))
    hide = s.ramp(s.noise(at, 1.6), 0.25, 0.75, 1 - 0.10 * uneven, 1 + 0.04 * uneven)
    factor = s.times(hide, s.ramp(fine, 0.3, 0.7, 0.95, 1.02))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.add(0.38, s.times(fine, 0.14)),
        Specular=0.44,
        Normal=s.bump(height, 0.6, 0.0022),
        Clearcoat=0.06,
        Clearcoat_Roughness=0.34,
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
        Base_Color=s.tinted(s.ramp(long, 0.4, 0.6, 0.90, 1), zone),
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
        Specular=0.25,
        Clearcoat=1.0,
        Clearcoat_Roughness=0.02,
        Normal=s.bump(s.noise(s.object_space(), 3, 1), 0.3, 0.004),
    )


def suede(s, grain=1.0, zone=1):
    """A short nap: fine tufts, and strokes where a hand has brushed it to lie towards the light or away."""
    at = s.object_space()
    fibre, tufts = s.noise(at, 260, 3, 0.7), s.noise(at, 85, 3, 0.65)
    drawn = s.vector('MULTIPLY_ADD', s.noise(at, 1.3, 2, colour=True), (0.9,) * 3, at)
    strokes = s.noise(s.scale(drawn, (1.7, 1.7, 4.6)), 1.0, 4, 0.6, 0.3)
    lying = s.add(s.times(s.ramp(strokes, 0.35, 0.65), 0.75), s.times(s.ramp(s.noise(at, 20, 3), 0.35, 0.65), 0.25))
    grained = s.times(s.ramp(fibre, 0.3, 0.7, 0.80, 1.02), s.ramp(tufts, 0.3, 0.7, 0.86, 1.07))
    factor = s.times(s.times(s.ramp(lying, 0, 1, 0.88, 1.08), grained), s.nap(0.9))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=0.95,
        Specular=0.1,
        Normal=s.bump(s.add(fibre, s.times(tufts, 0.8)), 0.8, 0.007),
    )


def croc_embossed(s, grain=1.0, zone=1):
    """Belly scales in rows, large and square in the middle of a pattern piece, small and round on its flanks."""
    x, y = s.parts(s.pattern_space())[:2]
    flank = s.math('ABSOLUTE', x)
    across = s.times(x, s.add(1, s.times(s.math('MINIMUM', flank, 1.4), 0.45)))
    row = s.times(y, 6.2 / grain)
    bowed = s.add(row, s.times(s.times(flank, flank), 0.5))
    cells = s.node('CombineXYZ', {0: s.times(across, 4.2 / grain), 1: bowed, 2: 0.5}).outputs[0]
    wander = s.vector('MULTIPLY_ADD', s.noise(cells, 0.7, 2, colour=True), (1.1, 0.3, 0), cells)
    scales = s.cells(wander, 1.0, randomness=0.42)
    wall, dome = s.ramp(scales, 0, 0.20), s.ramp(scales, 0, 0.5)
    fine = s.noise(s.object_space(), 120)
    height = s.add(s.times(wall, 0.55), s.times(dome, 0.6), s.times(fine, 0.03))
    factor = s.times(s.ramp(wall, 0, 0.9, 0.62, 1), s.ramp(s.noise(s.object_space(), 1.6), 0.3, 0.7, 1, 0.88))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=0.32,
        Normal=s.bump(height, 0.7, 0.008 * grain),
        Clearcoat=0.35,
        Clearcoat_Roughness=0.14,
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

    def distance(position):
        return s.math('ABSOLUTE', s.times(s.math('SUBTRACT', s.math('FRACT', position), 0.5), 2))

    def either(one, other):
        return s.add(s.times(over, one), s.times(s.math('SUBTRACT', 1, over), other))

    # Across a strip to its turned edge, and along it to where it dips below the next.
    across, along = either(distance(p), distance(q)), either(distance(q), distance(p))
    edge, dip = s.ramp(across, 0.72, 1.0), s.math('POWER', along, 2.6)
    body = s.math('SUBTRACT', 1, s.add(s.times(edge, 0.30), s.times(dip, 0.70)))
    fine = s.noise(s.object_space(), 260, 4, 0.6)
    hide = s.noise(s.node('CombineXYZ', {0: s.math('FLOOR', p), 1: s.math('FLOOR', q), 2: 0.5}).outputs[0], 0.73, 1)
    shaded = s.times(s.ramp(along, 0.52, 1.0, 1, 0.36), s.ramp(across, 0.86, 1.0, 1, 0.60))
    factor = s.times(s.times(shaded, s.ramp(hide, 0.3, 0.7, 0.93, 1.04)), s.ramp(fine, 0.3, 0.7, 0.95, 1.03))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.add(0.40, s.times(fine, 0.12)),
        Specular=0.44,
        Normal=s.bump(s.add(body, s.times(fine, 0.03)), 1.0, 0.030 * grain),
        Clearcoat=0.06,
        Clearcoat_Roughness=0.34,
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
