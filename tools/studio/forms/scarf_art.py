"""The house's own scarf designs, drawn as weights of three tints on an ivory ground.

Every design is a function of x, y in -1..1 returning three weights; weights that add up to less
than one let the ground through.
"""

import bpy
import numpy as np

SIZE = 1400
FIELD = 0.80  # half the side of what the border encloses


def _soft(distance, width=0.004):
    """1 inside (negative distance), 0 outside, with a clean edge."""
    return np.clip(0.5 - distance / width, 0, 1)


def _band(value, low, high):
    return _soft(np.abs(value - (low + high) / 2) - (high - low) / 2)


def _stack(*layers):
    """Paints layers over each other: each is (mask, tint) with tint 0 the ground, 1, 2 or 3."""
    weights = np.zeros((*layers[0][0].shape, 3))
    for mask, tint in layers:
        colour = np.eye(3)[tint - 1] if tint else np.zeros(3)
        weights = weights * (1 - mask[..., None]) + mask[..., None] * colour
    return weights


def _border(x, y):
    """A rolled hem, a plain frame and a row of small arches between two lines."""
    square = np.maximum(np.abs(x), np.abs(y))
    along = np.where(np.abs(x) > np.abs(y), y, x)
    cell = (np.abs(along) % 0.095) / 0.095 - 0.5
    arch = _soft(np.hypot(cell * 0.095, np.maximum(square - 0.885, 0)) - 0.032) * _band(square, 0.855, 0.93)
    return [
        (_band(square, FIELD, 2), 1),
        (_band(square, 0.825, 0.835), 0),
        (_band(square, 0.845, 0.94), 0),
        (arch, 2),
        (_band(square, 0.952, 0.966), 3),
    ]


def rays(x, y):
    """A low sun in the middle, its rays reaching the frame."""
    r, a = np.hypot(x, y), np.arctan2(y, x)
    ray = np.cos(a * 24)
    petals = _soft(0.35 - np.abs(np.cos(a * 12)) + np.abs(r - 0.47) * 3.2, 0.03)
    return _stack(
        (_soft(ray * 0.5, 0.05), 2),
        (_soft(-0.93 + ray, 0.03), 3),
        (_soft(r - 0.62), 1),
        (_band(r, 0.595, 0.605), 0),
        (petals * _soft(r - 0.60), 3),
        (_soft(r - 0.34), 2),
        (_band(r, 0.30, 0.31), 0),
        (_soft(r - 0.27), 1),
        (_soft(np.hypot(x, y + 0.02) - 0.10) * _soft(-(y + 0.02)), 0),
        *_border(x, y)
    )


def arches(x, y):
    """Nested arches, row above row, like a colonnade seen from the sea: six rows of five fill the field exactly."""
    wide, tall, foot = 2 * FIELD / 5, 2 * FIELD / 6, 0.096
    row, column = np.floor((y + FIELD) / tall), np.floor((x + FIELD) / wide)
    u, v = (x + FIELD) % wide - wide / 2, (y + FIELD) % tall - 0.014
    d = np.where(v > foot, np.hypot(u, v - foot), np.abs(u))
    stands = _soft(-v)
    turned = (row + column) % 2 == 1  # every other arch changes its first two dyes
    rings = [(np.ones_like(x) * 0.999, 0)]
    for radius, tint in ((0.148, 1), (0.122, 0), (0.112, 2), (0.082, 0), (0.072, 3), (0.042, 0), (0.030, 1)):
        other = {1: 2, 2: 1}.get(tint, tint)
        rings += [(_soft(d - radius) * stands * ~turned, tint), (_soft(d - radius) * stands * turned, other)]
    return _stack(*rings, *_border(x, y))


def contours(x, y):
    """The depth lines of a coast round an island and two shoals, every fourth one drawn strongly."""
    field = (
        1.2 * np.exp(-((x + 0.36) ** 2 * 5 + (y - 0.34) ** 2 * 7))
        + 0.5 * np.exp(-((x - 0.46) ** 2 * 7 + (y + 0.34) ** 2 * 4))
        + 0.7 * np.exp(-((x + 0.34) ** 2 * 6 + (y + 0.52) ** 2 * 12))
        + 0.10 * np.sin(3.1 * x + 1.3) * np.cos(2.7 * y - 0.6)
        + 0.035 * np.sin(9 * x - 5 * y)
        + 0.22 * (x * 0.6 + y)
    )
    depth = field * 15
    slope = np.hypot(*np.gradient(depth, 2 / (SIZE - 1))) + 1e-6
    away = lambda step: np.abs((depth / step + 0.5) % 1 - 0.5) * step / slope  # from the next line, in the field's unit
    return _stack(
        (np.ones_like(x), 1),
        (_soft((9 - depth) / slope), 2),
        (_soft(away(1) - 0.0035), 0),
        (_soft(away(4) - 0.009), 3),
        *_border(x, y)
    )


def citrus(x, y):
    """Halved fruit in a loose grid, leaves between."""
    weights = [(np.ones_like(x), 1)]
    for row in range(5):
        for column in range(5):
            cx, cy = (column - 2) * 0.36 + (0.09 if row % 2 else -0.09), (row - 2) * 0.36
            turn = (row * 5 + column) * 0.7
            r, a = np.hypot(x - cx, y - cy), np.arctan2(y - cy, x - cx) + turn
            segments = _soft(0.10 - np.abs(np.sin(a * 4)) * np.minimum(1, r * 12), 0.08) * _band(r, 0.018, 0.112)
            weights += [(_soft(r - 0.140), 3), (_soft(r - 0.126), 0), (segments, 2)]
            lx, ly = x - cx - 0.18, y - cy - 0.18
            p, q = lx * np.cos(turn) + ly * np.sin(turn), -lx * np.sin(turn) + ly * np.cos(turn)
            weights.append(
                (_soft(np.abs(q) - 0.035 * np.clip(1 - (p / 0.09) ** 2, 0, 1) + 0.002 - (np.abs(p) < 0.09) * 0), 3)
            )
    return _stack(*weights, *_border(x, y))


DESIGNS = {'rays': rays, 'arches': arches, 'contours': contours, 'citrus': citrus}


def image(design):
    """The design as a Blender image of linear tint weights."""
    y, x = np.mgrid[-1 : 1 : SIZE * 1j, -1 : 1 : SIZE * 1j]
    pixels = np.ones((SIZE, SIZE, 4), np.float32)
    pixels[..., :3] = DESIGNS[design](x, y)
    picture = bpy.data.images.new(design, SIZE, SIZE, float_buffer=True)
    picture.colorspace_settings.name = 'Non-Color'
    picture.pixels.foreach_set(pixels.ravel())
    picture.pack()
    return picture
