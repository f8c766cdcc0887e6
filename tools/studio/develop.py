"""Turns the layers of one shot into pictures: tints, hardware finish, paper, film look.

blender -b --python develop.py -- '{"layers": "shot.npz", "pictures": [
    {"png": "out.png", "tints": ["#7a3b1e"], "hardware": "pale-gold"}]}'
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import numpy as np  # noqa: E402

import finishing  # noqa: E402
import tone  # noqa: E402
from materials import METALS  # noqa: E402
from nodes import BASE_GREY  # noqa: E402

SIDE = 0.12  # share of the width over which shadows fade
PALEST = 0.65  # the albedo beyond which walls pass no more light on
TOE = 0.06  # scene light below which the film is black
DIMMEST_LIGHT, BRIGHTEST_LIGHT, LIT_PERCENTILE = 1.0, 3.5, 66


def reference(layers):
    """Light and gloss on the well-lit part of the piece, where a swatch should show its own colour."""
    weight = layers['zones'].sum(-1) / BASE_GREY
    face = weight > 0.8
    if face.sum() < 500:
        return 2.0, np.zeros(3, np.float32)
    light = layers['light'].mean(-1)[face]
    level = float(np.clip(np.percentile(light, LIT_PERCENTILE), DIMMEST_LIGHT, BRIGHTEST_LIGHT))
    lit = np.abs(light / level - 1) < 0.15
    return level, np.median(layers['rest'][face][lit], axis=0) if lit.any() else np.zeros(3, np.float32)


def albedo_for(wanted, light, gloss):
    """The base colour that shows `wanted` under that light: darker by the gloss, never darker than real dye.

    All channels alike, or a glossy view would show another hue than a matt one.
    """
    return wanted * max(1 - 0.7 * gloss.mean() / wanted.mean(), 0.5) / light


def refinish(rest, metal, hardware):
    """Metal in another finish, by its brightness alone: gold mirrored in gold would leave gold in steel."""
    share = np.clip(metal * 3, 0, 1)  # at its edge metal outshines what it shares a pixel with
    brightness = (rest / np.array(METALS['pale-gold'], np.float32)).mean(-1, keepdims=True)
    return rest * (1 - share) + share * brightness * np.array(METALS[hardware], np.float32)


def fading(shade):
    """The shadow, gone before it reaches the sides of the picture, where it would be cut off."""
    width = shade.shape[1]
    from_side = np.minimum(np.arange(width), np.arange(width)[::-1]) / width
    share = np.clip(from_side / SIDE, 0, 1)[None, :, None].astype(np.float32)
    return 1 - (1 - shade) * share**2 * (3 - 2 * share)


def over(piece, paper, backdrop):
    """The piece before the paper, mixed along its outline as the eye sees it: in the light itself edges look torn."""
    picture = piece + paper * backdrop
    edge = (backdrop[..., 0] > 0.001) & (backdrop[..., 0] < 0.999)
    behind = backdrop[edge]
    alone = piece[edge] / np.maximum(1 - behind, 0.02)
    picture[edge] = np.exp(np.log(alone + TOE) * (1 - behind) + np.log(paper[edge] + TOE) * behind) - TOE
    return picture


def lit_hollows(share, albedo):
    """How much of its colour a tint shows where the material darkens it: pale walls pass light on into a hollow."""
    return np.where(share < 1, share / (1 - min(albedo.mean(), PALEST) * (1 - share)), share)


def compose(layers, tints, paper, hardware='pale-gold', lit=None):
    """Scene-linear picture with the given scene-linear tints, by the `reference` of these layers or of others."""
    covered = np.clip((1 - layers['backdrop']) * 40, 0, 1)  # on bare paper nothing but paper, not even noise
    picture = layers['rest'] * covered
    if hardware != 'pale-gold':
        picture = refinish(picture, layers['metal'], hardware)
    light, gloss = lit or reference(layers)
    cover = np.clip(1 - layers['backdrop'] - layers['metal'], 0.02, 1)  # of each pixel by the piece
    albedo = 0
    for i in range(3):
        base = albedo_for(tints[min(i, len(tints) - 1)], light, gloss)
        share = layers['zones'][..., i : i + 1] / BASE_GREY
        albedo = albedo + lit_hollows(share / cover, base) * cover * base
    return over(picture + layers['light'] * albedo, fading(layers['shade']) * paper, layers['backdrop'])


def scene_tints(pictures):
    """The scene-linear colours of the paper and of every tint, by their hex."""
    tone.set_look()
    hexes = sorted({tone.PAPER} | {tint for picture in pictures for tint in picture['tints']})
    return dict(zip(hexes, tone.scene_colours(hexes).astype(np.float32)))


def develop(layers, pictures):
    """Writes every asked picture of one shot as PNG."""
    scene = scene_tints(pictures)
    for picture in pictures:
        tints = [scene[tint] for tint in picture['tints']]
        image = compose(layers, tints, scene[tone.PAPER], picture.get('hardware', 'pale-gold'))
        tone.write_png(image, picture['png'])


if __name__ == '__main__':
    order = json.loads(sys.argv[sys.argv.index('--') + 1])
    develop(finishing.load(order['layers']), order['pictures'])
