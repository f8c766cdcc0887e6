"""Silk squares laid flat, and long fringed stoles folded once."""

import math

from mathutils import Vector, noise

import materials
from kit import make_kit
from mesh import grid, solidify, sweep
from nodes import AOV_ZONES, BASE_GREY, Shader, linear
from shapes import circle, lerp
from stage import View

from . import Piece, form
from .scarf_art import image

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
    return _square(options.get('design', 'rays')) if material == 'silk' else _stole(material, options)


def _square(design):
    side = 3.0

    def place(u, v):
        x, y = (u - 0.5) * side, (v - 0.5) * side
        z = (
            0.004
            + 0.05 * noise.noise(Vector((x * 0.55, y * 0.55, 2)))
            + 0.03 * noise.noise(Vector((x * 1.3 + y * 0.8, y * 0.5, 5)))
            + 0.012 * noise.noise(Vector((x * 3, y * 2, 9)))
        )
        x += 0.03 * noise.noise(Vector((y * 0.9, 1, 1))) * abs(u - 0.5) * 2
        y += 0.03 * noise.noise(Vector((x * 0.9, 4, 7))) * abs(v - 0.5) * 2
        return Vector((x, y, max(0.010, z + 0.012)))

    solidify(grid('scarf', 160, 160, place, _printed_silk(design)), 0.003, 0, rim_bevel=0)
    steps = [i / 80 for i in range(80)]
    hem = (
        [place(t, 0) for t in steps]
        + [place(1, t) for t in steps]
        + [place(1 - t, 1) for t in steps]
        + [place(0, 1 - t) for t in steps]
    )
    sweep('rolled hem', hem, circle(0.009, 10), materials.make('silk', 'hem'), closed=True, up=UP)
    return Piece(
        {
            'hero': View(0, 90, 0.80, 0.74, centre=0),
            'angle': View(38, 90, 0.92, 0.80, centre=0),
            'macro': View(25, 40, near=0.36, focus=(0.6, -0.7, 0.05), fstop=1.2),
        },
        flat=True,
    )


def _stole(material, options):
    """A long scarf folded in three, its fringe showing."""
    kit = make_kit('wool', options)
    width, length = 1.5, 3.3

    def layer(shift, rise, skew, seed):
        def place(u, v):
            x, y = (u - 0.5) * width, (v - 0.5) * length
            edge = 0.5 - abs(u - 0.5)
            z = (
                rise
                + 0.03 * noise.noise(Vector((x * 1.1, y * 0.7, seed)))
                + 0.012 * noise.noise(Vector((x * 3, y * 2, seed)))
            )
            z -= 0.03 * max(0, 1 - edge / 0.06) * (1 if rise > 0.1 else 0.3)
            return Vector((x + shift + skew * y + 0.02 * noise.noise(Vector((y * 0.9, seed, 1))), y, max(0.02, z)))

        return place

    for k, (shift, rise, skew) in enumerate(((0.05, 0.06, 0.015), (-0.03, 0.13, -0.01), (0, 0.20, 0.004))):
        place = layer(shift, rise, skew, k * 3.0 + 1)
        obj = grid('stole', 60, 120, place, kit.leather, uv_scale=(width, length))
        solidify(obj, 0.05, 0, rim_bevel=0.018)
        _fringe(kit, place, k)
    return Piece(
        {
            'hero': View(-24, 90, 0.72, 0.76, centre=0),
            'angle': View(-24, 90, near=0.42, focus=(0.0, -1.3, 0.2), fstop=6),
            'macro': View(-30, 38, near=0.34, focus=(0.1, -1.3, 0.2), fstop=1.4),
        },
        flat=True,
    )


def _fringe(kit, place, seed, count=34, length=0.34):
    """Twisted tassels along the lower edge."""
    for i in range(count):
        root = place((i + 0.5) / count, 0.002)
        sway = 0.05 * noise.noise(Vector((i * 0.7, seed, 0)))
        path = [
            root + Vector((sway * t * t, -length * t, -root.z * 0.5 * t + 0.01 * math.sin(9 * t)))
            for t in (k / 10 for k in range(11))
        ]
        sweep('tassel', path, circle(0.017, 8), kit.leather, up=UP, scale=lambda t: lerp(1, 0.8, t))
