"""Between scene light and display: the one film look of the whole collection, and its inverse."""

import os
import tempfile

import bpy
import numpy as np

LOOK, EXPOSURE = 'Very High Contrast', -0.35
PAPER = '#f5f2ec'


def set_look(look=LOOK, exposure=EXPOSURE):
    settings = bpy.context.scene.view_settings
    settings.view_transform, settings.look, settings.exposure = 'Filmic', look, exposure


def write_png(linear, path, depth='8'):
    """A (height, width, 3) scene-linear image, bottom row first, through the film look to a PNG."""
    scene = bpy.context.scene
    scene.use_nodes = False
    scene.render.dither_intensity = 0
    output = scene.render.image_settings
    output.file_format, output.color_mode, output.color_depth, output.compression = 'PNG', 'RGB', depth, 15
    height, width, _ = linear.shape
    image = bpy.data.images.new('developed', width, height, float_buffer=True)
    image.colorspace_settings.name = 'Linear'
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = linear
    image.pixels.foreach_set(pixels.ravel())
    image.save_render(path, scene=scene)
    bpy.data.images.remove(image)


def displayed(colours):
    """Display values 0..1 of a list of scene-linear colours."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'patch.png')
        write_png(np.asarray(colours, np.float32)[None], path, '16')
        image = bpy.data.images.load(path, check_existing=False)
        image.colorspace_settings.name = 'Non-Color'
        pixels = np.array(image.pixels[:], np.float32).reshape(-1, 4)[:, :3]
        bpy.data.images.remove(image)
    return pixels


def scene_colours(hexes, rounds=60):
    """The scene-linear colours that the film look turns into these hex values."""
    wanted = np.array([[int(h.lstrip('#')[i : i + 2], 16) / 255 for i in (0, 2, 4)] for h in hexes])
    guess = np.maximum(wanted, 0.004) ** 2.2
    for _ in range(rounds):
        error = np.log(np.maximum(wanted, 0.004)) - np.log(np.maximum(displayed(guess), 0.004))
        guess = np.clip(guess * np.exp(np.clip(error, -0.3, 0.3) * (1.2 + 14 * wanted**8)), 1e-4, 12)
    return guess
