"""Silk squares laid flat, one corner turned over."""

import math

from mathutils import Vector, noise

import materials
from mesh import grid, solidify, sweep
from nodes import AOV_ZONES, BASE_GREY, Shader, linear
from shapes import circle
from stage import View

from . import Piece, form
from .scarf_art import image
from .stoles import blanket_scarf

UP = Vector((0, 0, 1))
GROUND = '#cbbd9f'


def _printed_silk(design):
    """Silk whose three tints are printed by a design."""
    s = Shader('printed silk')
    at = s.pattern_space()
    texture = s.node('TexImage', {'Vector': at})
    texture.image = image(design)
    weights = texture.outputs[0]
    s.report(AOV_ZONES, s.node('VectorMath', {0: weights, 1: (BASE_GREY,) * 3}, operation='MULTIPLY').outputs[0])
    r, g, b = s.parts(weights)
    inked = s.add(r, g, b)
    colour = s.mix(inked, linear(GROUND), (BASE_GREY, BASE_GREY, BASE_GREY, 1))
    twill = s.stripes(at, 150, 'DIAGONAL')
    return s.principled(Base_Color=colour, Roughness=0.38, Anisotropic=0.4, Normal=s.bump(twill, 0.06, 0.002))


@form('silk-scarf')
def silk_scarf(material, options):
    """A printed square laid flat; in cashmere, a long scarf folded for the shelf."""
    if material != 'silk':
        return blanket_scarf('wool', {'width': 1.9, 'folds': 3, 'thickness': 0.05, **options})
    return _square(options.get('design', 'rays'), options.get('fill', 0.80))


SIDE, CORNER, BEND = 3.0, 0.62, 0.022  # of the square, of the corner turned over, the radius of its fold


def _turned_over(p):
    """The lower right corner, folded back along a diagonal."""
    across = Vector((1, -1, 0)) / math.sqrt(2)
    beyond = p.dot(across) - (SIDE / math.sqrt(2) - CORNER)
    if beyond <= 0:
        return p
    round_ = math.pi * BEND
    if beyond < round_:
        back, rise = BEND * math.sin(beyond / BEND), BEND * (1 - math.cos(beyond / BEND))
    else:
        back, rise = round_ - beyond, BEND * 2 + 0.03 * noise.noise(Vector((p.x * 1.7, p.y * 1.7, 3)))
    return p + across * (back - beyond) + UP * rise


def _square(design, fill):
    def place(u, v):
        x, y = (u - 0.5) * SIDE, (v - 0.5) * SIDE
        z = (
            0.02
            + 0.075 * noise.noise(Vector((x * 0.55, y * 0.55, 2)))
            + 0.045 * noise.noise(Vector((x * 1.2 + y * 0.8, y * 0.5, 5)))
            + 0.014 * noise.noise(Vector((x * 3, y * 2, 9)))
        )
        for crease in (x + 0.02, y - 0.01):  # as it lay in its box
            z += 0.011 * math.exp(-abs(crease) / 0.022)
        x += 0.045 * noise.noise(Vector((y * 0.9, 1, 1))) * abs(u - 0.5) * 2
        y += 0.045 * noise.noise(Vector((x * 0.9, 4, 7))) * abs(v - 0.5) * 2
        return _turned_over(Vector((x, y, max(0.006, z))))

    solidify(grid('scarf', 260, 260, place, _printed_silk(design)), 0.003, 0, rim_bevel=0)
    steps = [i / 160 for i in range(160)]
    hem = (
        [place(t, 0) for t in steps]
        + [place(1, t) for t in steps]
        + [place(1 - t, 1) for t in steps]
        + [place(0, 1 - t) for t in steps]
    )
    sweep('rolled hem', hem, circle(0.0052, 10), materials.make('silk', 'hem'), closed=True, up=UP)
    return Piece(
        {
            'hero': View(0, 90, fill, 0.74, centre=0),
            'angle': View(38, 90, min(0.92, fill * 1.15), 0.80, centre=0),
            'macro': View(25, 40, near=0.36, focus=(0.6, -0.7, 0.05), fstop=1.2),
        },
        flat=True,
    )
