"""Photographs one piece from all round, turned before one camera: one JSON job in, one PNG a frame out.

    blender -b --factory-startup --python turn.py -- '{"form": "tote", "material": "leather-woven", "width": 960,
        "samples": 6, "layers": "turn.npz", "pictures": [{"turned": 40, "png": "04.png", "tints": ["#7a3b1e"]}]}'

Only the layers of the first frame are kept: all frames are developed by its light, or their colour would change from one
to the next. While they are there, frames whose PNG exists are left out, so that a job that was stopped goes on.
"""

import json
import math
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import finishing  # noqa: E402
import jobs  # noqa: E402
import passes  # noqa: E402
import stage  # noqa: E402
import tone  # noqa: E402
from develop import compose, reference, scene_tints  # noqa: E402
from mesh import product_root  # noqa: E402
from render import arrange  # noqa: E402

FILL = 0.76  # share of the width that the widest frame takes up
SHADOW = {'share': 0.2, 'samples': 8}  # smaller, and cleaner: bare paper must not flicker


def turntable(job):
    """Models, lights and frames a piece for all frames; returns a function (degrees) -> layers."""
    piece = arrange(job)
    view = piece.views['hero']
    view.fill = FILL
    stage.frame_product(view, range(0, 360, jobs.TURN_STEP))
    stage.cycles(job['width'], round(job['width'] * stage.ASPECT), max(1, job['samples'] // 2))
    plate = None

    def shoot(degrees):
        nonlocal plate
        product_root().rotation_euler.z = math.radians(view.yaw + degrees)
        with tempfile.TemporaryDirectory() as scratch:
            if plate is None:
                plate = passes.render_plate(scratch)
            halves = passes.render_piece(scratch, piece.see_through)
            return finishing.finish(*halves, passes.render_shadow(scratch, **SHADOW), plate, job['material'])

    return shoot


def discard(files):
    for file in files:
        if os.path.exists(file):
            os.remove(file)


def photograph(job):
    shoot = turntable(job)
    if not os.path.exists(job['layers']):
        discard(picture['png'] for picture in job['pictures'])
        finishing.save(job['layers'], shoot(0))
    first = finishing.load(job['layers'])
    lit = reference(first)
    scene = scene_tints(job['pictures'])
    for picture in job['pictures']:
        if os.path.exists(picture['png']):
            continue
        started = time.time()
        tints = [scene[tint] for tint in picture['tints']]
        layers = shoot(picture['turned']) if picture['turned'] else first
        image = compose(layers, tints, scene[tone.PAPER], picture.get('hardware', 'pale-gold'), lit)
        tone.write_png(image, picture['png'] + '.part.png')
        os.replace(picture['png'] + '.part.png', picture['png'])
        print(f'turned by {picture["turned"]}: {time.time() - started:.1f} s', flush=True)


if __name__ == '__main__':
    photograph(json.loads(sys.argv[sys.argv.index('--') + 1]))
