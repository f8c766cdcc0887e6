"""A felt hat: a pinched crown creased along its top, a raw-edged brim turned up at the back, a grosgrain ribbon."""

import math

from mathutils import Vector, noise

import materials
from mesh import grid, solidify
from shapes import lerp, smoothstep
from stage import View

HEAD, LONG = 0.92, 1.13  # radius at the brim; a head is longer than it is wide
FOOT, FILLET, TAPER, TURN = 0.10, 0.06, 0.09, 0.20  # level of the brim; roundness at foot and top of the crown
BRIM, WALL, TOP, TIP = 0.40, 0.46, 0.72, 0.85  # where along the felt, from the edge, each part ends


def _profile(v, brim, crown):
    """Radius and height along the felt from the edge of the brim (v = 0) to the middle of the tip, before any dent."""
    if v < BRIM:
        return lerp(brim, HEAD + FILLET, v / BRIM), FOOT
    if v < WALL:
        turn = (v - BRIM) / (WALL - BRIM) * math.pi / 2
        return HEAD + FILLET * (1 - math.sin(turn)), FOOT + FILLET * (1 - math.cos(turn))
    high = FOOT + crown
    if v < TOP:
        t = (v - WALL) / (TOP - WALL)
        return HEAD - TAPER * t, lerp(FOOT + FILLET, high - TURN, t)
    if v < TIP:
        turn = (v - TOP) / (TIP - TOP) * math.pi / 2
        return HEAD - TAPER - TURN * (1 - math.cos(turn)), high - TURN * (1 - math.sin(turn))
    t = (v - TIP) / (1 - TIP)
    return (HEAD - TAPER - TURN) * (1 - t), high + 0.05 * math.sin(t * math.pi / 2)


def _surface(brim, crown):
    """The felt as a function of the share of a turn and of the way from edge to tip; the front is towards -Y."""
    wide = brim - HEAD

    def place(u, v):
        a = 2 * math.pi * u
        c, s = math.cos(a), math.sin(a)
        r, z = _profile(v, brim, crown)
        out = max(0, 1 - v / BRIM) ** 1.6
        rise = 0.17 * c * c + 0.20 * max(0, s) ** 2 - 0.16 * max(0, -s) ** 2 + 0.03 * math.sin(3 * a + 1)
        z += out * wide * (rise + 0.05 * noise.noise(Vector((2 * c, 2 * s, 3))))
        x, y = r * c, r * s * LONG
        high = smoothstep(0.40, 1.0, (z - FOOT) / crown) if v > BRIM else 0
        along = smoothstep(0.95, 0.35, y) * (1 - 0.35 * smoothstep(-0.55, -1.0, y))
        dent = 0.30 * math.exp(-((x / (0.19 + 0.06 * smoothstep(-0.8, 0.4, y))) ** 2)) * along
        ridge = 0.05 * math.exp(-(((abs(x) - 0.42) / 0.20) ** 2))
        pinch = 0.27 * math.exp(-(((y + 0.56) / 0.30) ** 2)) * smoothstep(0.25, 0.95, (z - FOOT) / crown)
        z += high * (ridge - dent - 0.10 * y)
        x *= 1 - pinch * (v > BRIM)
        p = Vector((x, y, z))
        soft = smoothstep(WALL + 0.10, TOP, v)
        return p + Vector((c, s, 0.5)) * soft * (0.030 * noise.noise(p * 1.6) + 0.008 * noise.noise(p * 5))

    return place


def felt_hat(options):
    """The views of the hat by name; options are the radii `brim` and the height `crown`."""
    place = _surface(options.get('brim', 1.84), options.get('crown', 1.05))
    felt = materials.make('felt')
    hat = grid('hat', 260, 190, lambda u, v: place(-u, v), felt)
    hat.modifiers.new('fuse', 'WELD').merge_threshold = 0.002
    solidify(hat, 0.042, 1, rim_bevel=0.010)
    _ribbon(place)
    return {
        'hero': View(-60, 17, 0.68, 0.5),
        'angle': View(-20, 30, 0.68, 0.6),
        'front': View(0, 8, 0.68, 0.5),
        'macro': View(-50, 20, near=0.44, focus=(-0.8, -0.6, 0.4), fstop=1.3),
    }


def _ribbon(place):
    """A grosgrain ribbon round the foot of the crown, with a flat bow at its left; `place` is the crown's surface."""
    grosgrain = materials.make('faille', 'ribbon', 1.5, zone=2)
    knot, loop, half = 0.035, 0.066, 0.011
    low, high = WALL - 0.012, WALL + 0.105

    def on(along, height, out):
        p = place(-along, lerp(low, high, height))
        return p + Vector((p.x, p.y, 0)).normalized() * out

    def sheet(name, at, rows, length):
        solidify(grid(name, 12, rows, at, grosgrain, uv_scale=(0.3, length)), 0.012, 0, rim_bevel=0.004)

    def band(height, along):
        slack = 0.006 * noise.noise(Vector((9 * math.cos(2 * math.pi * along), 9 * math.sin(2 * math.pi * along), 0)))
        return on(along, height, 0.024 - 0.006 * height + slack)

    sheet('ribbon', band, 220, 6.0)
    for side in (-1, 1):
        for layer, share in ((0, 1.0), (1, 0.72)):

            def bow(height, s, side=side, layer=layer, share=share):
                spread = lerp(0.62, 1.30 - 0.16 * layer, smoothstep(0, 0.6, s))
                height = 0.58 + (height - 0.5) * spread
                out = 0.050 + 0.040 * layer + (0.050 + 0.014 * layer) * math.sin(math.pi * s**0.8)
                return on(knot + side * s * loop * share, height, out)

            sheet('bow', bow, 30, 0.40 * share)

    def tie(height, s):
        return on(knot + lerp(-half, half, s), lerp(0.18, 0.98, height), 0.110 + 0.026 * math.sin(math.pi * s))

    sheet('knot', tie, 16, 0.13)
