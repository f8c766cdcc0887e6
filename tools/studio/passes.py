"""Renders the current scene into numpy arrays, one per Cycles pass: the piece, its shadow, the empty set.

Most of a picture is paper, which is smooth. So the camera of the main render sees the piece alone, and a second, small
one the set with the piece's shadow but without the piece.
"""

import os
from contextlib import contextmanager

import bpy
import numpy as np

from mesh import product_root
from nodes import AOV_MASK, AOV_ZONES
from stage import outline_box

PASSES = {
    'image': 'Image',
    'alpha': 'Alpha',
    'direct': 'DiffDir',
    'indirect': 'DiffInd',
    'zones': AOV_ZONES,
    'mask': AOV_MASK,
    'albedo': 'Denoising Albedo',
    'normal': 'Denoising Normal',
}
SEEDS = (1, 2)  # of the two halves, whose difference is the noise
PLATE_WIDTH, PLATE_SAMPLES = 100, 32
SHADOW_SHARE, SHADOW_SAMPLES = 0.28, 5  # of the width; samples of each half


def _read(path):
    image = bpy.data.images.load(path, check_existing=False)
    image.colorspace_settings.name = 'Non-Color'
    width, height = image.size
    pixels = np.empty(width * height * image.channels, np.float32)
    image.pixels.foreach_get(pixels)
    pixels = pixels.reshape(height, width, image.channels)[..., :3].copy()
    bpy.data.images.remove(image)
    os.remove(path)
    return pixels


def _declare(layer):
    layer.use_pass_diffuse_direct = layer.use_pass_diffuse_indirect = True
    layer.cycles.denoising_store_passes = True
    for name in (AOV_ZONES, AOV_MASK):
        if name not in layer.aovs:
            aov = layer.aovs.add()
            aov.name, aov.type = name, 'COLOR'


def render_passes(scratch, seed, wanted=PASSES):
    """Renders once; returns {pass name: (height, width, 3) array}, bottom row first."""
    scene = bpy.context.scene
    scene.cycles.seed = seed
    _declare(scene.view_layers[0])
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers, files = tree.nodes.new('CompositorNodeRLayers'), tree.nodes.new('CompositorNodeOutputFile')
    files.base_path = scratch
    files.format.file_format, files.format.color_depth, files.format.exr_codec = 'OPEN_EXR', '32', 'NONE'
    files.format.color_mode = 'RGB'
    files.file_slots.clear()
    for name in wanted:
        files.file_slots.new(name)
        tree.links.new(layers.outputs[PASSES[name]], files.inputs[name])
    tree.links.new(layers.outputs['Image'], tree.nodes.new('CompositorNodeComposite').inputs[0])
    scene.frame_set(1)
    bpy.ops.render.render(write_still=False)
    return {name: _read(os.path.join(scratch, f'{name}0001.exr')) for name in wanted}


def _pieces():
    return [o for o in product_root().children_recursive if o.type != 'EMPTY' and not o.hide_render]


@contextmanager
def _set_to(settings):
    """Gives (owner, attribute, value) settings for a while."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in settings]
    for owner, name, value in settings:
        setattr(owner, name, value)
    yield
    for owner, name, value in before:
        setattr(owner, name, value)


def _sized(width, height, samples):
    scene = bpy.context.scene
    return [
        (scene.render, 'resolution_x', width),
        (scene.render, 'resolution_y', height),
        (scene.cycles, 'samples', samples),
    ]


def _resolution():
    render = bpy.context.scene.render
    return render.resolution_x, render.resolution_y


def _cropped(left, low, right, high):
    """Settings that render only this part of the frame."""
    render, (width, height) = bpy.context.scene.render, _resolution()
    return [
        (render, 'use_border', True),
        (render, 'use_crop_to_border', True),
        (render, 'border_min_x', (left + 0.5) / width),
        (render, 'border_max_x', min(1, (right + 0.5) / width)),
        (render, 'border_min_y', (low + 0.5) / height),
        (render, 'border_max_y', min(1, (high + 0.5) / height)),
    ]


def render_piece(scratch, see_through):
    """Two halves of the piece without the paper behind it; one that is seen through keeps it."""
    if see_through:
        return [render_passes(scratch, seed) for seed in SEEDS]
    width, height = _resolution()
    left, low, right, high = outline_box()
    settings = [
        (bpy.data.objects['backdrop'], 'visible_camera', False),
        (bpy.context.scene.render, 'film_transparent', True),
        *_cropped(left, low, right, high),
    ]
    with _set_to(settings):
        halves = [render_passes(scratch, seed) for seed in SEEDS]

    def whole(part):
        canvas = np.zeros((height, width, 3), np.float32)
        canvas[low:high, left:right] = part
        return canvas

    return [{name: whole(part) for name, part in half.items()} for half in halves]


def render_shadow(scratch, share=SHADOW_SHARE, samples=SHADOW_SAMPLES):
    """Two halves of the set with the shadow of the piece and without the piece, small."""
    width, height = (round(side * share) for side in _resolution())
    unseen = [(piece, 'visible_camera', False) for piece in _pieces()]
    with _set_to([*unseen, *_sized(width, height, samples)]):
        return [render_passes(scratch, seed, ['image'])['image'] for seed in SEEDS]


def render_plate(scratch):
    """The empty set, very small, fitted by a smooth surface: what the backdrop looks like unshadowed."""
    width, height = _resolution()
    small_size = _sized(PLATE_WIDTH, round(PLATE_WIDTH * height / width), PLATE_SAMPLES)
    with _set_to([*[(piece, 'hide_render', True) for piece in _pieces()], *small_size]):
        small = render_passes(scratch, 0, ['image'])['image']

    y, x = np.mgrid[-1 : 1 : small.shape[0] * 1j, -1 : 1 : small.shape[1] * 1j]
    basis = np.stack([x**i * y**j for i in range(6) for j in range(8 - i)], -1).reshape(small[..., 0].size, -1)
    logs = np.log(np.maximum(small.reshape(-1, 3), 1e-4))
    weights, *_ = np.linalg.lstsq(basis, logs, rcond=None)
    return np.exp(basis @ weights).reshape(small.shape).astype(np.float32)
