"""The leathers of the house, and acetate."""

STRIPS = 4.6  # leather strips of a weave at grain 1, along the sides of a unit
CROC_SCALE, CROC_ROW = 0.27, 0.215  # a belly scale at grain 1: how wide and how tall


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
    fine = s.noise(at, 184 / grain, 4, 0.6)
    height = s.add(s.times(fine, 0.5), s.times(s.noise(at, 18 / grain, 3), 0.8))
    factor = s.ramp(s.noise(at, 2.2), 0.25, 0.75, 0.92, 1.03)
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.add(0.36, s.times(fine, 0.12)),
        Normal=s.bump(height, 0.6, 0.0030 * grain),
        Clearcoat=0.05,
        Clearcoat_Roughness=0.3,
    )


def grained_calf(s, grain=1.0, zone=1, upended=False):
    """Printed calf: low, level ribs, cut aslant here and there, 1.3 mm apart on bags and 0.9 mm on small pieces.

    They run across a pattern piece or, upended, up it.
    """
    finer, shallow = (1.5, 0.8) if grain <= 0.8 else (1, 0.45)
    at, pattern = s.object_space(), s.pattern_space()
    along, up = s.parts(pattern)[:2]
    if upended:
        along, up = up, along
    wander = s.noise(s.vector('MULTIPLY', pattern, (7, 2, 1) if upended else (2, 7, 1)), 1, 2)
    row = s.times(s.add(up, s.times(wander, 0.014)), 76 * finer)
    number = s.node('CombineXYZ', {0: s.times(s.math('FLOOR', row), 7.3), 1: 0.5, 2: 0.5}).outputs[0]
    cut = s.add(s.times(along, 31), s.times(s.noise(number, 1, 0), 9), s.times(row, 0.35))

    def wave(position):
        return s.math('ABSOLUTE', s.math('SINE', s.times(position, 3.1416)))

    rib = s.times(s.ramp(wave(row), 0, 0.65), s.ramp(wave(cut), 0, 0.35, shallow, 1))
    fine = s.noise(at, 300, 3, 0.6)
    depth = s.ramp(s.noise(s.vector('MULTIPLY', pattern, (9, 9, 1)), 1, 2), 0.3, 0.7, 0.92, 1.08)
    height = s.add(s.times(rib, depth), s.times(fine, 0.10), s.noise(at, 4, 2))
    factor = s.times(s.ramp(rib, 0, 0.8, 0.84, 1.02), s.ramp(s.noise(at, 1.6), 0.3, 0.7, 1.02, 0.96))
    facing = s.node('LayerWeight', {'Blend': 0.5}).outputs['Facing']
    sheen = s.ramp(facing, 0.4, 0.75, 1, 0.35)  # ribs hide each other
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.ramp(rib, 0, 1, 0.5, 0.36),
        Specular=s.times(sheen, 0.48),
        Normal=s.bump(height, 0.85, 0.0025),
        Clearcoat=s.times(sheen, 0.14),
        Clearcoat_Roughness=0.28,
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


def croc_embossed(s, grain=1.0, zone=1, lengthwise=False):
    """Belly scales in straight rows, large and nearly square about the middle of a pattern piece, small on its flanks.

    The belly runs up the piece, or `lengthwise` along it; each scale is a low pillow between narrow grooves.
    """
    at = s.pattern_space()
    bent = s.vector('MULTIPLY_ADD', s.noise(at, 1.1 / grain, 1, colour=True), (0.16 * grain, 0.16 * grain, 0), at)
    shaken = s.vector('MULTIPLY_ADD', s.noise(at, 5.5 / grain, 1, colour=True), (0.035 * grain, 0.03 * grain, 0), bent)
    along, across = s.parts(s.scale(shaken, (1 / grain,) * 3))[:2]
    x, y = (across, along) if lengthwise else (along, across)

    def random(*seeds):
        """A number from 0 to 1 for each cell."""
        cell = s.node('CombineXYZ', dict(enumerate(seeds))).outputs[0]
        return s.node('TexWhiteNoise', {'Vector': cell}, noise_dimensions='3D').outputs['Value']

    def away(position, size):
        """How far from the nearer end of its cell, as a length."""
        middle = s.math('ABSOLUTE', s.math('SUBTRACT', position, 0.5))
        return s.times(s.math('SUBTRACT', 0.5, middle), size)

    flank = s.math('ABSOLUTE', x)
    narrowed = s.times(x, s.add(1, s.times(s.math('MINIMUM', flank, 1.6), 0.20)))
    rows = s.add(s.times(y, 1 / CROC_ROW), 40.5)
    row = s.math('FLOOR', rows)
    shift = s.times(random(row, 3.5, 0.5), 0.75)
    columns = s.add(s.times(narrowed, 1 / CROC_SCALE), shift)
    column = s.math('FLOOR', columns)
    out = s.math('ABSOLUTE', s.times(s.math('SUBTRACT', s.add(column, 0.5), shift), CROC_SCALE))
    a, b = s.math('FRACT', columns), s.math('FRACT', rows)
    # On the flanks every cell is cut in four, in the belly a few in two.
    small = s.math('GREATER_THAN', out, s.add(1.08, s.times(random(row, column, 7.5), 0.5)))
    split = s.math('GREATER_THAN', random(row, column, 9.5), s.ramp(out, 0.5, 1.4, 1.0, 0.5))

    def cut(position, size, where, wanted):
        """The part of a cell that a cut falls to: the position in it, its size and its number."""
        beyond = s.times(s.math('GREATER_THAN', position, where), wanted)
        start, length = s.times(where, beyond), s.math('ABSOLUTE', s.math('SUBTRACT', beyond, where))
        length = s.add(s.times(length, wanted), s.math('SUBTRACT', 1, wanted))
        return s.math('DIVIDE', s.math('SUBTRACT', position, start), length), s.times(length, size), beyond

    b, tall, upper = cut(b, CROC_ROW, s.ramp(random(row, column, 5.5), 0, 1, 0.42, 0.58), small)
    part = s.add(row, s.times(upper, 0.41))
    wanted = s.math('MAXIMUM', small, split)
    a, wide, right = cut(a, CROC_SCALE, s.ramp(random(part, column, 4.5), 0, 1, 0.34, 0.66), wanted)
    cell = random(s.add(column, s.times(right, 0.37)), part, 1.5)
    radius = s.times(s.math('MINIMUM', wide, tall), s.add(0.24, s.times(small, 0.16)))
    p, q = (s.math('SUBTRACT', radius, away(value, size)) for value, size in ((a, wide), (b, tall)))
    outside = s.math('SQRT', s.add(*(s.math('POWER', s.math('MAXIMUM', value, 0), 2) for value in (p, q))))
    inside = s.math('MINIMUM', s.math('MAXIMUM', p, q), 0)
    from_edge = s.math('SUBTRACT', radius, s.add(outside, inside))

    def arched(position):
        return s.math('SUBTRACT', 1, s.math('POWER', s.math('ABSOLUTE', s.add(s.times(position, 2), -1)), 2.4))

    wall = s.ramp(from_edge, -0.006, 0.022)
    dome = s.times(s.times(arched(a), arched(b)), s.add(0.4, s.times(tall, 3)))
    fine = s.noise(at, 90 / grain, 3)
    wrinkled = s.noise(at, 16 / grain, 2)
    height = s.add(s.times(wall, 0.42), s.times(dome, 0.62), s.times(fine, 0.02), s.times(wrinkled, 0.10))
    hide = s.times(s.ramp(cell, 0, 1, 0.90, 1.06), s.ramp(dome, 0, 0.8, 0.92, 1.03))
    factor = s.times(s.ramp(wall, 0, 0.9, 0.40, 1), hide)
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.ramp(wall, 0, 1, 0.5, 0.34),
        Specular=s.times(wall, 0.40),
        Normal=s.bump(height, 0.85, 0.0135 * grain),
        Clearcoat=s.times(wall, 0.5),
        Clearcoat_Roughness=0.13,
    )


def leather_woven(s, grain=1.0, zone=1, modelled=False):
    """Basket-woven leather strips in pattern space, laid on the diagonal; their relief may be modelled (weaving.py)."""
    at = s.pattern_space()
    x, y = s.parts(at)[:2]
    size = STRIPS / grain
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
    relief = s.times(fine, 0.08) if modelled else s.add(body, s.times(fine, 0.03))
    factor = s.times(s.times(shaded, s.ramp(hide, 0.3, 0.7, 0.93, 1.04)), s.ramp(fine, 0.3, 0.7, 0.95, 1.03))
    return s.principled(
        Base_Color=s.tinted(factor, zone),
        Roughness=s.add(0.40, s.times(fine, 0.12)),
        Specular=0.44,
        Normal=s.bump(relief, 1.0, 0.030 * grain),
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
