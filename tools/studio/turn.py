"""Photographs one piece from all round, turned before one camera, then as it opens: one JSON job in, one PNG a frame out.

    blender -b --factory-startup --python turn.py -- '{"form": "tote", "material": "leather-woven", "width": 960,
        "samples": 6, "layers": "turn.npz", "options": {}, "pictures": [{"turned": 40, "opened": 0, "png": "04.png", "tints": ["#7a3b1e"]}]}'

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


def prepare(job, view, turns=(0,)):
    """Models, lights and frames a piece; returns it, and where its camera stands: target, distance, elevation, yaw."""
    piece = arrange(job)
    seen = piece.views[view]
    if view == 'hero':
        seen.fill = FILL
    target, distance = stage.frame_product(seen, turns)
    stage.cycles(job['width'], round(job['width'] * stage.ASPECT), max(1, job['samples'] // 2))
    return piece, (target, distance, seen.elevation, seen.yaw)


def render_set(job, piece, scratch, plate):
    """The layers of the piece as the camera sees it now; `plate` is the empty set from there."""
    halves = passes.render_piece(scratch, piece.see_through)
    return finishing.finish(*halves, passes.render_shadow(scratch, **SHADOW), plate, job['material'])


def turntable(job):
    """Models, lights and frames a piece for all frames; returns a function (degrees) -> layers, and its camera's place."""
    piece, place = prepare(job, 'hero', range(0, 360, jobs.TURN_STEP))
    plate = None

    def shoot(degrees):
        nonlocal plate
        product_root().rotation_euler.z = math.radians(place[3] + degrees)
        with tempfile.TemporaryDirectory() as scratch:
            if plate is None:
                plate = passes.render_plate(scratch)
            return render_set(job, piece, scratch, plate)

    return shoot, place


def opening(job, start):
    """A function (share) -> layers of a piece that is so far open, the camera so far up from `start` to its open view."""
    end = prepare({**job, 'options': {**job['options'], 'open': True}}, 'inside')[1]

    def shoot(share):
        options = {**job['options'], 'open': share if share < 1 else True}
        piece, _ = prepare({**job, 'options': options}, 'hero')
        eased = share * share * (3 - 2 * share)
        stage.look_at(*(a + (b - a) * eased for a, b in zip(start, end)))
        with tempfile.TemporaryDirectory() as scratch:
            return render_set(job, piece, scratch, passes.render_plate(scratch))

    return shoot


def discard(files):
    for file in files:
        if os.path.exists(file):
            os.remove(file)


def photograph(job):
    shoot, place = turntable(job)
    unfold = None
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
        if picture['opened']:
            unfold = unfold or opening(job, place)
            layers = unfold(picture['opened'])
        else:
            layers = shoot(picture['turned']) if picture['turned'] else first
        image = compose(layers, tints, scene[tone.PAPER], picture.get('hardware', 'pale-gold'), lit)
        tone.set_look()  # modelling a piece anew has reset it
        tone.write_png(image, picture['png'] + '.part.png')
        os.replace(picture['png'] + '.part.png', picture['png'])
        print(f'{os.path.basename(picture["png"])}: {time.time() - started:.1f} s', flush=True)


if __name__ == '__main__':
    photograph(json.loads(sys.argv[sys.argv.index('--') + 1]))
