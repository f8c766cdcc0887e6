"""Renders the current scene into numpy arrays, one per Cycles pass."""

import os

import bpy
import numpy as np

from mesh import product_root
from nodes import AOV_MASK, AOV_ZONES

PASSES = {
    'image': 'Image',
    'direct': 'DiffDir',
    'indirect': 'DiffInd',
    'zones': AOV_ZONES,
    'mask': AOV_MASK,
    'albedo': 'Denoising Albedo',
    'normal': 'Denoising Normal',
}
PLATE_WIDTH, PLATE_SAMPLES = 120, 48


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


def render_plate(scratch):
    """The empty set, small, fitted by a smooth surface and enlarged: what the backdrop looks like unshadowed."""
    scene = bpy.context.scene
    width, height, samples = scene.render.resolution_x, scene.render.resolution_y, scene.cycles.samples
    hidden = [o for o in product_root().children_recursive if o.type != 'EMPTY' and not o.hide_render]
    for obj in hidden:
        obj.hide_render = True
    scene.render.resolution_x, scene.render.resolution_y = PLATE_WIDTH, round(PLATE_WIDTH * height / width)
    scene.cycles.samples, scene.cycles.use_adaptive_sampling = PLATE_SAMPLES, False
    small = render_passes(scratch, 0, ['image'])['image']
    for obj in hidden:
        obj.hide_render = False
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.cycles.samples, scene.cycles.use_adaptive_sampling = samples, True

    def basis(rows, columns):
        y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
        return np.stack([x**i * y**j for i in range(6) for j in range(8 - i)], -1)

    known = basis(*small.shape[:2]).reshape(-1, basis(2, 2).shape[-1])
    logs = np.log(np.maximum(small.reshape(-1, 3), 1e-4))
    weights, *_ = np.linalg.lstsq(known, logs, rcond=None)
    return np.exp(basis(height, width) @ weights).astype(np.float32)
