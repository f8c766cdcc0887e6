"""From two noisy half renders to clean layers that any colour can be developed from.

Layers (see develop.py): `light` falls on tintable surfaces, `zones` says how much of
each tint they carry, `rest` is everything no tint changes, `metal` and `backdrop` are
masks, and `shade` is how much darker than bare paper the backdrop is.
"""

import numpy as np

from denoise import denoise

SHADOW_POWER = 1.45  # deepens contact shadows
SHADOW_THRESHOLD = 0.02
TEXTURE_MIX = 0.82  # share of the denoised object; the remaining grain reads as leather


def _halve(image):
    height, width = image.shape[0] // 2 * 2, image.shape[1] // 2 * 2
    image = image[:height, :width]
    return (image[::2, ::2] + image[1::2, ::2] + image[::2, 1::2] + image[1::2, 1::2]) / 4


def _enlarge(image, height, width):
    """Bilinear enlargement."""

    def axis(size, target):
        at = np.clip((np.arange(target) + 0.5) * size / target - 0.5, 0, size - 1)
        low = np.minimum(at.astype(int), size - 2)
        return low, (at - low).astype(np.float32)

    (y, fy), (x, fx) = axis(image.shape[0], height), axis(image.shape[1], width)
    fy, fx = fy[:, None, None], fx[None, :, None]
    rows = image[y] * (1 - fy) + image[y + 1] * fy
    return rows[:, x] * (1 - fx) + rows[:, x + 1] * fx


def _fill(image, known):
    """Fills the unknown by ever coarser averages of the known."""
    if min(image.shape[:2]) < 4 or known.all():
        return np.where(known, image, 1.0)
    weight = known.astype(np.float32)
    pad = ((0, image.shape[0] % 2), (0, image.shape[1] % 2), (0, 0))
    small_weight = _halve(np.pad(weight, pad))
    small = _halve(np.pad(image * weight, pad)) / np.maximum(small_weight, 1e-6)
    coarse = _fill(small, small_weight > 0)
    return np.where(known, image, _enlarge(coarse, image.shape[0], image.shape[1]))


def _backdrop_ratio(first, second, plate, backdrop):
    """How bright the backdrop is against the empty set, without noise, filled in behind the product."""
    known = _halve(backdrop) > 0.97
    if known.mean() < 0.01:
        return np.ones_like(plate)
    ratios = [_fill(_halve(half / plate), known) for half in (first, second)]
    clean = denoise(*ratios, reach=6, patch=2, strength=1.4)
    return _enlarge(clean, *plate.shape[:2]).astype(np.float32)


def _bounding_box(mask, margin=16):
    rows, columns = np.where(mask.any(1))[0], np.where(mask.any(0))[0]
    if not len(rows):
        return slice(0, 1), slice(0, 1)
    return (
        slice(max(0, rows[0] - margin), rows[-1] + margin),
        slice(max(0, columns[0] - margin), columns[-1] + margin),
    )


def finish(first, second, plate):
    """Layers from the passes of two half renders and the plate of the empty set."""
    mean = {name: (first[name] + second[name]) / 2 for name in ('zones', 'mask', 'albedo', 'normal')}
    backdrop = np.clip(mean['mask'][..., :1], 0, 1)
    zones = mean['zones']
    grey = zones.sum(-1, keepdims=True)
    ratio = _backdrop_ratio(first['image'], second['image'], plate, backdrop)

    def split(half):
        light = (half['direct'] + half['indirect']) * (grey > 1e-4)
        rest = half['image'] - light * grey - backdrop * plate * ratio
        return np.concatenate([light, np.maximum(rest, 0)], -1)

    a, b = split(first), split(second)
    raw = (a + b) / 2
    area = _bounding_box(backdrop[..., 0] < 0.999)
    features = np.concatenate([mean['normal'] / 0.12, np.log1p(mean['albedo'] * 4) / 0.06], -1)
    clean = raw.copy()
    clean[area] = denoise(a[area], b[area], features[area], reach=5, patch=1, strength=0.5)
    layers = raw * (1 - TEXTURE_MIX) + clean * TEXTURE_MIX
    shade = np.clip(ratio.mean(-1, keepdims=True) + SHADOW_THRESHOLD, 0, 1) ** SHADOW_POWER
    return {
        'light': layers[..., :3],
        'rest': layers[..., 3:],
        'zones': zones,
        'shade': shade,
        'backdrop': backdrop,
        'metal': np.clip(mean['mask'][..., 1:2], 0, 1),
    }


def save(path, layers):
    np.savez_compressed(path, **{name: array.astype(np.float16) for name, array in layers.items()})


def load(path):
    with np.load(path) as archive:
        return {name: archive[name].astype(np.float32) for name in archive.files}
