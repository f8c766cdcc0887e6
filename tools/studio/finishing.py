"""From two noisy half renders to clean layers that any colour can be developed from.

Layers (see develop.py): `light` falls on tintable surfaces, `zones` says how much of
each tint they carry, `rest` is everything no tint changes, `metal` and `backdrop` are
masks, and `shade` is how much darker than bare paper the backdrop is. A lens reports by how much it
darkens what lies behind it.
"""

import numpy as np

from denoise import denoise
from edges import smooth_edges
from nodes import BACKDROP

SHADOW_POWER = 1.45  # deepens contact shadows
FAINTEST_SHADOW, SURE_SHADOW = 0.05, 0.14  # darkening that is still bare paper, and that is shadow in full
SHADOW_RISE, SHADOW_REACH = 0.45, 0.10  # up the piece, in shares of its height, and above that, of the picture's
# How noise is removed: sigmas of the normal and of the albedo, strength, and the share of what is left of the noise,
# which reads as leather. Grains that catch the light one by one are told apart by their normals.
SOFT, GRAINED = (0.12, 0.06, 0.55, 0.1), (0.06, 0.03, 0.9, 0.05)
NOISE_OF = {'pebbled-calf': GRAINED, 'grained-calf': GRAINED}


def _resized(image, height, width):
    """Bilinear resizing."""

    def axis(size, target):
        at = np.clip((np.arange(target) + 0.5) * size / target - 0.5, 0, size - 1)
        low = np.minimum(at.astype(int), size - 2)
        return low, (at - low).astype(np.float32)

    (y, fy), (x, fx) = axis(image.shape[0], height), axis(image.shape[1], width)
    fy, fx = fy[:, None, None], fx[None, :, None]
    rows = image[y] * (1 - fy) + image[y + 1] * fy
    return rows[:, x] * (1 - fx) + rows[:, x + 1] * fx


def _backdrop_ratio(shadows, plate):
    """How bright the backdrop is against the empty set, small and without noise."""
    bare = _resized(plate, *shadows[0].shape[:2])
    return denoise(*[shadow / bare for shadow in shadows], reach=5, patch=2, strength=2)


def _smoothstep(low, high, value):
    share = np.clip((value - low) / (high - low), 0, 1)
    return share * share * (3 - 2 * share)


def _shade(ratio, backdrop):
    """How dark the shadow is, and exactly 1 on bare paper: what is faint, or high above the ground, is no shadow."""
    dark = np.clip(1 - ratio, 0, 1)
    dark = dark * _smoothstep(FAINTEST_SHADOW, SURE_SHADOW, dark)
    rows = _bounding_box(backdrop[..., 0] < 0.999, 0)[0]
    height = ratio.shape[0]
    top = rows.start + SHADOW_RISE * (rows.stop - rows.start)
    if rows.stop < height * 0.999:
        dark = dark * (1 - _smoothstep(top, top + SHADOW_REACH * height, np.arange(height)))[:, None, None]
    return (1 - dark) ** SHADOW_POWER


def _bounding_box(mask, margin=16):
    rows, columns = np.where(mask.any(1))[0], np.where(mask.any(0))[0]
    if not len(rows):
        return slice(0, 1), slice(0, 1)
    return (
        slice(max(0, rows[0] - margin), rows[-1] + margin),
        slice(max(0, columns[0] - margin), columns[-1] + margin),
    )


def finish(first, second, shadows, plate, material=None):
    """Layers from the passes of two half renders, two small ones of the shadow and the plate of the empty set."""
    mean = {name: (first[name] + second[name]) / 2 for name in ('alpha', 'zones', 'mask', 'albedo', 'normal')}
    seen = np.clip(mean['mask'][..., :1], 0, 1)  # backdrop that is in the render: only behind what is seen through
    clear = 1 - np.clip(mean['mask'][..., 2:3], 0, 1)
    backdrop = seen * clear if seen.any() else 1 - np.clip(mean['alpha'][..., :1], 0, 1)
    zones = mean['zones']
    grey = zones.sum(-1, keepdims=True)
    full_size = backdrop.shape[:2]
    ratio = _resized(_backdrop_ratio(shadows, plate), *full_size)

    def split(half):
        diffuse = half['direct'] + half['indirect']
        light = diffuse * (grey > 1e-4)
        rest = half['image'] - light * grey - diffuse * half['mask'][..., :1] * BACKDROP[:3]
        return np.concatenate([light, np.maximum(rest, 0)], -1)

    a, b = split(first), split(second)
    raw = (a + b) / 2
    area = _bounding_box(backdrop[..., 0] < 0.999)
    normal, albedo, strength, left = NOISE_OF.get(material, SOFT)
    features = np.concatenate([mean['normal'] / normal, np.log1p(mean['albedo'] * 4) / albedo], -1)
    clean = raw.copy()
    clean[area] = denoise(a[area], b[area], features[area], reach=5, patch=1, strength=strength)
    layers = raw * left + clean * (1 - left)
    shade = _shade(ratio.mean(-1, keepdims=True), backdrop)
    return smooth_edges(
        {
            'light': layers[..., :3],
            'rest': layers[..., 3:],
            'zones': zones * clear,
            'shade': shade,
            'backdrop': backdrop,
            'metal': np.clip(mean['mask'][..., 1:2], 0, 1),
        }
    )


def save(path, layers):
    np.savez_compressed(path, **{name: array.astype(np.float16) for name, array in layers.items()})


def load(path):
    with np.load(path) as archive:
        return {name: archive[name].astype(np.float32) for name in archive.files}
