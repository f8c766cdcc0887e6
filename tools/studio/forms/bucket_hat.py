"""A soft bucket hat: a side sewn to a round tip, a sloping brim held by rows of stitching."""

import math

from mathutils import Vector, noise

from kit import make_kit
from mesh import grid, solidify, sweep
from shapes import Path, circle, lerp, smoothstep
from stage import View

UP = Vector((0, 0, 1))
HEAD, TIP = 0.92, 0.80  # radii where the brim begins and where the side meets the tip
SIDE, EDGE = 0.84, 0.05  # height of the side; roundness where it turns into the tip
BRIM, FALL = 0.46, 0.46  # how far the brim reaches out and down
LONG = 1.10  # a head is longer than it is wide
ROWS, STITCHED = 8, (0.04, 0.37)  # of stitching round the brim; where the first and the last lie


def _profile(v):
    """Radius and height from the edge of the brim (v = 0) over its root (0.4) and the side (0.8) to the middle of the tip."""
    if v < 0.4:
        t = v / 0.4
        return HEAD + BRIM * (1 - t), -FALL * (1 - t) ** 0.92
    if v < 0.8:
        t = (v - 0.4) / 0.4
        return lerp(HEAD, TIP + EDGE * 0.2, t), (SIDE - EDGE) * t
    t = (v - 0.8) / 0.2
    turn = min(1, t / 0.22) * math.pi / 2
    r = TIP + EDGE * (0.2 - 1.0 * (1 - math.cos(turn)))
    return r * (1 - max(0, (t - 0.22) / 0.78)), SIDE - EDGE + EDGE * math.sin(turn)


def _crumpled(p):
    """Creases of a cloth that was folded into a pocket: how far they go in."""
    around, depth = math.atan2(p.y, p.x), 0.0
    for lean, close, deep, seed in ((0.30, 2.2, 0.075, 4), (-0.65, 2.6, 0.065, 11)):
        along = around * math.cos(lean) + p.z * math.sin(lean)
        across = p.z * math.cos(lean) - around * math.sin(lean)
        line = noise.noise(Vector((across * close, along * 0.7, seed)))
        slack = max(0, 0.20 + noise.noise(Vector((around * 0.9, p.z * 1.1, seed + 5))))
        depth += deep * slack * math.exp(-abs(line) / 0.09)
    ends = 1 - math.exp(-(((math.pi - abs(around)) / 0.35) ** 2))  # where a turn begins again
    return depth * ends * smoothstep(0.3, 0.7, math.hypot(p.x, p.y)) + 0.06 * noise.noise(p * 1.1 + Vector((1, 5, 2)))


def _puckered(u, v):
    """The cloth of the brim between two rows of stitching: it stands up a little, unevenly."""
    first, last = STITCHED
    t = (v - first) / (last - first) * (ROWS - 1)
    if not 0 < t < ROWS - 1:
        return 0
    uneven = noise.noise(Vector((30 * math.cos(2 * math.pi * u), 30 * math.sin(2 * math.pi * u), int(t) * 5.3)))
    return abs(math.sin(math.pi * t)) ** 0.7 * (0.010 + 0.008 * uneven)


def place(u, v):
    """The cloth with the give it has when it is set down: a waving brim, a slightly sunken tip."""
    a = 2 * math.pi * u
    r, z = _profile(v)
    out = smoothstep(0.4, 0.0, v)
    z += out * (0.060 * math.cos(2 * a + 0.4) + 0.040 * math.sin(3 * a + 1.1) + 0.016 * math.sin(7 * a))
    z -= 0.05 * smoothstep(0.5, 0.0, r / TIP) * smoothstep(0.8, 0.9, v)
    p = Vector((r * math.cos(a), r * LONG * math.sin(a), z))
    soft = 0.030 * noise.noise(p * 1.5) + 0.012 * noise.noise(p * 4.0)
    away = Vector((math.cos(a), math.sin(a), 0.3))
    soft -= _crumpled(p) * smoothstep(0.40, 0.50, v) * (1 - 0.6 * smoothstep(0.74, 0.80, v))
    return p + away * soft * smoothstep(0.30, 0.55, v) + UP * (soft * 0.6 + _puckered(u, v))


def bucket_hat(material, options):
    """The kit's views of the hat; returns them by name."""
    kit = make_kit(material, options, grain=0.9, stitch=(0.030, 0.014, 0.0045))
    cloth = grid('hat', 420, 220, lambda u, v: place(-u, v), [kit.leather, kit.leather], uv_scale=(6.0, 3.0))
    cloth.modifiers.new('fuse', 'WELD').merge_threshold = 0.002
    solidify(cloth, 0.035, 1, rim_bevel=0.012)
    _ring('brim edge', kit, 0.0, 0.022)
    _ring('tip seam', kit, 0.815, 0.010)
    _ring('brim seam', kit, 0.4, 0.009)
    rows = [lerp(*STITCHED, i / (ROWS - 1)) for i in range(ROWS)]
    for v in (*rows, 0.428, 0.79):
        line = Path([place(i / 240, v) for i in range(241)], 0.02)
        kit.stitcher.along(line, lambda p, t: Vector((p.x, p.y, 0)).normalized() + UP * 0.8, 0.004)
    kit.finish()
    return {'hero': View(-64, 13, 0.64, 0.5), 'angle': View(-20, 30, 0.64, 0.6), 'front': View(0, 7, 0.64, 0.5)}


def _ring(name, kit, v, radius):
    """A welt of the same cloth round the hat."""
    sweep(name, [place(i / 160, v) for i in range(160)], circle(radius, 10), kit.leather, closed=True, up=UP)
