"""Photographs one piece from one side: one JSON job in, one file of layers out.

    blender -b --factory-startup --python render.py -- '{"form": "top-handle", "material": "pebbled-calf",
        "view": "hero", "width": 1200, "samples": 32, "layers": "shot.npz"}'

With "pictures" in the job (see develop.py) the PNGs are written at once.
"""

import json
import os
import random
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bpy  # noqa: E402

import finishing  # noqa: E402
import forms  # noqa: E402
import passes  # noqa: E402
import stage  # noqa: E402
from develop import develop  # noqa: E402


def arrange(job):
    """Models and lights the piece of a job."""
    random.seed(7)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    piece = forms.build(job['form'], job['material'], job.get('options', {}))
    (stage.flat_lay if piece.flat else stage.tabletop)()
    return piece


def photograph(job):
    """Models, lights, frames and renders a job; returns its layers."""
    piece = arrange(job)
    view = piece.views[job['view']]
    started = time.time()
    stage.frame_product(view)
    stage.cycles(job['width'], round(job['width'] * stage.ASPECT), max(1, job['samples'] // 2))
    with tempfile.TemporaryDirectory() as scratch:
        halves = passes.render_piece(scratch, piece.see_through)
        shadows = passes.render_shadow(scratch)
        plate = passes.render_plate(scratch)
    rendered = time.time()
    layers = finishing.finish(*halves, shadows, plate, job['material'])
    print(f'rendered in {rendered - started:.0f} s, finished in {time.time() - rendered:.0f} s', flush=True)
    return layers


if __name__ == '__main__':
    order = json.loads(sys.argv[sys.argv.index('--') + 1])
    finished = photograph(order)
    if 'layers' in order:
        finishing.save(order['layers'], finished)
    if 'pictures' in order:
        develop(finished, order['pictures'])
