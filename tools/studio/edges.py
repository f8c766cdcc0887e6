"""Smooths edges along themselves: with few samples a pixel the share of each side is noisy, which looks like torn paper."""

import numpy as np

from nodes import BASE_GREY

REACH = (0.34, 0.24, 0.09)  # weights of a pixel of an edge and of those one and two steps along it, on either side
STEEP = 0.08  # change from one pixel to the next that is an edge
TENSOR_BLUR = 3  # passes of a small blur: how far around a pixel the direction of its edge is taken from


def _blurred(image, passes=1):
    """A 3 × 3 binomial blur, several times."""
    for _ in range(passes):
        for axis in (0, 1):
            padded = np.concatenate([image.take([0], axis), image, image.take([-1], axis)], axis)
            last = image.shape[axis]
            low, mid, high = (padded.take(range(i, i + last), axis) for i in range(3))
            image = (low + 2 * mid + high) / 4
    return image


def _directions(guides):
    """Of each pixel the unit vector (y, x) along the edge through it, from 0 to 1 how straight that is, and how steep."""
    dy, dx = np.gradient(_blurred(guides), axis=(0, 1))
    yy, xx, xy = ((product.sum(-1)) for product in (dy * dy, dx * dx, dy * dx))
    steepness = np.sqrt(xx + yy)
    yy, xx, xy = (_blurred(tensor, TENSOR_BLUR) for tensor in (yy, xx, xy))
    angle = np.arctan2(2 * xy, xx - yy) / 2  # of the gradient, from the x axis
    straightness = np.hypot(xx - yy, 2 * xy) / np.maximum(xx + yy, 1e-9)
    return np.stack([np.cos(angle), -np.sin(angle)], -1), straightness, steepness


def _sampled(image, y, x):
    """Bilinear samples."""
    height, width = image.shape[:2]
    y, x = np.clip(y, 0, height - 1.001), np.clip(x, 0, width - 1.001)
    low, left = y.astype(int), x.astype(int)
    fy, fx = (y - low)[:, None].astype(np.float32), (x - left)[:, None].astype(np.float32)
    top = image[low, left] * (1 - fx) + image[low, left + 1] * fx
    bottom = image[low + 1, left] * (1 - fx) + image[low + 1, left + 1] * fx
    return top * (1 - fy) + bottom * fy


def smooth_edges(layers):
    """The layers with every pixel of an edge, of the piece or of a tint, averaged along the edge, where that is straight."""
    guides = np.concatenate([layers['backdrop'], layers['zones'] / BASE_GREY, layers['metal']], -1)
    directions, straightness, steepness = _directions(guides)
    y, x = np.nonzero(steepness > STEEP)
    step = directions[y, x]
    share = np.clip(straightness[y, x] * 1.6 - 0.5, 0, 1)[:, None].astype(np.float32)

    def along(image):
        mean = sum(
            REACH[abs(i)] * _sampled(image, y + i * step[:, 0], x + i * step[:, 1])
            for i in range(1 - len(REACH), len(REACH))
        )
        smooth = image.copy()
        smooth[y, x] = image[y, x] * (1 - share) + mean * share
        return smooth

    return {name: image if name == 'shade' else along(image) for name, image in layers.items()}
