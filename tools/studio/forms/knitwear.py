"""Sweaters folded for the shelf: one soft fold towards the camera, the ribbed neck on top."""

import math

import numpy as np
from mathutils import Matrix, Vector, noise

import materials
from hardware import plate
from lettering import engrave
from mesh import mesh_object
from shapes import rectangle
from stage import View

from . import Piece, form

WIDTH, DEPTH = 2.9, 3.15  # of the folded sweater
LAYER, GAP = 0.19, 0.06  # thickness of body and sleeves laid together; air in the fold
NECK_HALF, NECK_DROP, NECK_BACK, BAND = 0.74, 0.66, 0.10, 0.21
GAUGES = {'rib': 31, 'cable': 30}  # stitches across 10 cm
NECK_Y = DEPTH / 2 - 0.13  # of the points of the shoulders at the neck
COLUMNS, ROWS = 640, 560


def _smooth(low, high, value):
    share = np.clip((value - low) / (high - low), 0, 1)
    return share * share * (3 - 2 * share)


def _drift(x, y, scale, seed):
    """Low noise over arrays of coordinates."""
    flat = [noise.noise(Vector((a * scale, b * scale, seed))) for a, b in zip(x.ravel(), y.ravel())]
    return np.array(flat).reshape(x.shape)


def _ribs(u, v):
    """Even ribs from hem to neck: how far they stand up, and how far their stitches lie beside the straight."""
    return 0.020 * np.abs(np.cos(math.pi * u / 0.094)) ** 0.8, 0


def _cables(u, v, pitch=0.60, turn=0.62):
    """Two-strand cables between narrow ribs; the strand that moves to the right lies on top, its stitches run with it."""
    across = (u / pitch - np.floor(u / pitch) - 0.5) * pitch
    height, aside = np.zeros_like(u), np.zeros_like(u)
    for k in range(2):
        phase = 2 * math.pi * v / turn + k * math.pi
        swing = np.tanh(1.5 * np.sin(phase)) / math.tanh(1.5)  # side by side for a while, then quickly across
        middle = 0.064 * swing
        offset = np.abs(across - middle) / 0.080
        strand = np.maximum(0, 1 - offset**2.6) ** 0.6 * (0.046 + 0.022 * np.cos(phase))
        aside = np.where(strand > height, middle, aside)
        height = np.maximum(height, strand)
    for centre in (-0.19, 0.19):
        offset = np.abs(across - centre) / 0.032
        height = np.maximum(height, 0.032 * np.sqrt(np.maximum(0, 1 - offset * offset)))
    beside = np.abs(np.abs(across) - 0.30) / 0.05
    return np.maximum(height, 0.020 * np.maximum(0, 1 - beside * beside)), aside


STITCHES = {'rib': _ribs, 'cable': _cables}


def _fold_line(rows):
    """The middle of the body from under, round the front and back over the top: y, z and the way out, by arc length."""
    radius = (LAYER + GAP) / 2
    straight, bend = DEPTH - radius, math.pi * radius
    s = np.linspace(0, 2 * straight + bend, rows)
    angle = np.clip((s - straight) / radius, 0, math.pi)
    front = -DEPTH / 2 + radius
    y = np.where(s < straight, DEPTH / 2 - s, np.where(s > straight + bend, front + s - straight - bend, 0))
    turned = (s >= straight) & (s <= straight + bend)
    y = np.where(turned, front - radius * np.sin(angle), y)
    z = LAYER / 2 + radius - radius * np.cos(angle)
    return s, y, z, np.stack([-np.sin(angle), -np.cos(angle)], 1)


def _stretched(v):
    """The length of knit along the fold line: more on the outside of the fold."""
    return v + np.clip(v - DEPTH + 0.2, 0, 0.6) * 0.87


def _body(stitch):
    """The sweater as a flattened tube along the fold line.

    Arrays over the tube: x, y, z, the pattern coordinates, 1 where it is the upper half, 1 outside to -1 inside, and how
    far the stitches stand up. `stitch` is one of STITCHES.
    """
    s, y_line, z_line, out = _fold_line(ROWS)
    half, r = WIDTH / 2 - LAYER / 2, LAYER / 2
    straight, bend = 2 * half, math.pi * r
    around = 2 * straight + 2 * bend
    a = np.linspace(0, around, COLUMNS + 1)  # from the left edge over the outside, right edge, inside, left edge
    right, left = np.clip((a - straight) / r, 0, math.pi), np.clip((a - 2 * straight - bend) / r, 0, math.pi)
    x = np.where(a < straight, a - half, np.where(a < straight + bend, half + r * np.sin(right), 0))
    inside = (a > straight + bend) & (a < 2 * straight + bend)
    x = np.where(inside, half - (a - straight - bend), x)
    x = np.where(a >= 2 * straight + bend, -half - r * np.sin(left), x)
    level = np.where(a < straight, 1, np.where(a < straight + bend, np.cos(right), -1.0))
    level = np.where(a >= 2 * straight + bend, -np.cos(left), level)
    u, v = np.broadcast_to(a, (ROWS, COLUMNS + 1)), np.broadcast_to(s[:, None], (ROWS, COLUMNS + 1))
    X, Y = np.broadcast_to(x, u.shape).copy(), np.broadcast_to(y_line[:, None], u.shape).copy()
    Z, L = np.broadcast_to(z_line[:, None], u.shape).copy(), np.broadcast_to(level, u.shape)
    top = _smooth(s[-1] * 0.52, s[-1] * 0.60, v)
    # edges that are not ruled: each layer a little wider or narrower than the next
    drift = _drift(np.broadcast_to(np.sign(x) * 3.0, u.shape), v, 0.75, 3.0)
    X *= 1 + 0.022 * drift + 0.02 * (1 - top)
    X -= np.sign(X) * 0.07 * np.exp(-((L / 0.16) ** 2)) * (np.abs(L) < 0.99)  # between body and sleeve laid together
    shoulder = 0.30 * _smooth(0.55, 1.75, np.abs(X)) + 0.16 * _smooth(0.95, 1.6, np.abs(X))
    front_y = -DEPTH / 2 + LAYER
    share = np.clip((Y - front_y) / (DEPTH / 2 - front_y), 0, 1)
    tucked = top * shoulder + (1 - top) * 0.5  # the hem lies hidden under the back
    Y -= tucked * share
    end = DEPTH / 2 - tucked
    taper = np.sqrt(np.clip(1 - np.clip((Y - (end - 0.22)) / 0.222, 0, 1) ** 2, 0.02, 1))
    thick = r * taper * (1 + 0.10 * _drift(X, v, 0.9, 11.0))
    height, aside = stitch(X, _stretched(v))
    relief = height * taper * (1 - _smooth(1.15, 1.42, np.abs(X))) * _smooth(0.44, 0.52, v / s[-1])
    relief *= 0.5 + 0.5 * _smooth(s[-1] * 0.50, s[-1] * 0.62, v)  # drawn flat round the fold
    outward = L * thick + relief * np.where(L > -0.99, np.clip(L + 0.6, 0, 1), 0)
    Y += outward * out[:, 0][:, None]
    Z += outward * out[:, 1][:, None]
    sag = 0.05 * _smooth(0.5, 1.45, np.abs(X)) + 0.03 * _smooth(0.6, 1.5, Y) + 0.05 * (1 - _smooth(-1.6, -0.9, Y))
    ripple = 0.042 * _drift(X, Y, 0.8, 5.0) + 0.024 * _drift(X + 0.5 * Y, 0.7 * Y, 2.1, 8.0)
    Z += top * (ripple - sag) + (1 - top) * 0.4 * ripple
    Z = np.maximum(Z, 0.004)
    return X, Y, Z, u - aside, v, top, L, relief


def _neck(count=240):
    """The seam of the neck as points around: the front, then the back."""
    points = []
    for i in range(count):
        a = 2 * math.pi * i / count
        c, s = math.cos(a), math.sin(a)
        x = NECK_HALF * math.copysign(abs(c) ** 0.85, c)
        drop = NECK_DROP if s < 0 else NECK_BACK
        y = drop * math.copysign(abs(s) ** 0.9, s)
        points.append((x, y))
    return np.array(points)


@form('knit')
def knit(material, options):
    """A crew-neck folded once; the option `stitch` is rib or cable."""
    stitch = options.get('stitch', 'rib')
    yarn = materials.make('cashmere', 'yarn', stitches=GAUGES[stitch], raised=stitch == 'cable')
    band = materials.make('rib-knit', 'band', ribs=28)
    X, Y, Z, u, v, top, L, relief = _body(STITCHES[stitch])
    verts = np.stack([X, Y, Z], -1).reshape(-1, 3)
    row = COLUMNS + 1
    index = np.arange(ROWS * row).reshape(ROWS, row)
    quads = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], -1).reshape(-1, 4)
    inside = _inside_neck(verts[:, 0], verts[:, 1], 0.10) & (top.reshape(-1) > 0.9) & (L.reshape(-1) > 0.5)
    keep = ~inside[quads].all(1)
    uv = np.stack([u, _stretched(v)], -1).reshape(-1, 2)
    body = mesh_object('body', verts.tolist(), quads[keep].tolist(), yarn, uv=uv.tolist(), angle=180)
    body.data.attributes.new('relief', 'FLOAT', 'POINT').data.foreach_set('value', relief.ravel().astype(np.float32))
    _collar(band, X, Y, Z, top, L)
    _label(np.median(Z[(top > 0.95) & (L > 0.9)]) - LAYER * 0.62)
    return Piece(
        {
            'hero': View(-14, 40, 0.78, 0.62),
            'angle': View(26, 30, 0.78, 0.62),
            'top': View(-14, 68, 0.74, 0.60),
            'macro': View(-18, 40, near=0.36, focus=(0.25, 0.55, 0.55), fstop=2.2),
        }
    )


def _label(height):
    """The woven label sewn into the back of the neck."""
    flat = Matrix.Translation((0, NECK_Y - 0.16, height)) @ Matrix.Rotation(math.radians(-78), 4, 'X')
    woven = materials.plain('label', '#d9cfbd', 0.8)
    plate('label', rectangle(0.52, 0.17, 0.01, z=-0.085), woven, 0.012, flat, 0.004, 2)
    engrave(flat @ Matrix.Translation((0, -0.014, 0)), materials.plain('label ink', '#2a2420', 0.8), 0.05)


def _inside_neck(x, y, margin):
    y = y - NECK_Y
    drop = np.where(y < 0, NECK_DROP - margin, NECK_BACK + 1)
    return (np.abs(x) / (NECK_HALF - margin)) ** 2.2 + (np.abs(y) / drop) ** 2.2 < 1


def _collar(material, X, Y, Z, top, L):
    """A doubled rib band around the neck: lying on the front, standing a little at the back."""
    outer = _neck()
    count, sides = len(outer), 28
    upper = (top > 0.95) & (L > 0.9)
    xs, ys, zs = X[upper], Y[upper], Z[upper]
    lowest = np.median(zs)
    grounds = np.array([zs[np.argmin((xs - x) ** 2 + (ys - NECK_Y - y) ** 2)] for x, y in outer])
    wide = np.concatenate([grounds[-12:], grounds, grounds[:12]])  # rests on the ribs, does not follow each
    grounds = np.convolve(wide, np.ones(25) / 25, 'valid')
    verts, uv, faces, length = [], [], [], 0.0
    for i, (x, y) in enumerate(outer):
        if i:
            length += math.dist(outer[i - 1], outer[i])
        before, after = outer[i - 1], outer[(i + 1) % count]
        along = np.array(after) - np.array(before)
        along /= np.linalg.norm(along)
        inward = np.array((-along[1], along[0]))
        back = float(_smooth(-0.05, 0.08, np.array(y)))
        ground = grounds[i] * (1 - back) + (lowest - LAYER / 2 - 0.03) * back
        mid = np.array((x, y + NECK_Y)) + inward * BAND / 2 * (1 - 0.45 * back)
        for j in range(sides):
            t = 2 * math.pi * j / sides
            w = math.copysign(abs(math.cos(t)) ** 0.8, math.cos(t)) * BAND / 2
            h = math.copysign(abs(math.sin(t)) ** 0.8, math.sin(t)) * (0.026 + (0.03 if t < math.pi else 0.2) * back)
            rise = 0.02 + (-0.06 * (1 - back) + 0.06 * back) * (w / BAND + 0.5) + 0.02 * math.cos(math.pi * w / BAND)
            flat = mid + inward * w * (1 - 0.45 * back)
            verts.append((flat[0], flat[1], ground + rise + h))
            uv.append((length, j / sides * 0.5))
    for i in range(count):
        a, b = i * sides, ((i + 1) % count) * sides
        faces += [(a + j, a + (j + 1) % sides, b + (j + 1) % sides, b + j) for j in range(sides)]
    mesh_object('neck', verts, faces, material, uv=uv, angle=180)
