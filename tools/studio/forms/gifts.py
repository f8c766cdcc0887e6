"""The house's boxes and ribbons, and still lifes of several pieces."""

import math

from mathutils import Matrix, Vector

import materials
from hardware import box
from mesh import grid, lathe, product_root, set_aside, solidify
from nodes import Shader, linear
from shapes import lerp
from stage import View, set_down

from . import Piece, build, form

BOX, RIBBON, TISSUE = 1, 2, 3


def gift_box(size, at, turn, paper, ribbon=None, bow=True):
    """A box with a lid, bound with a ribbon and a bow when one is given."""
    w, d, h = size
    place = Matrix.Translation(at) @ Matrix.Rotation(math.radians(turn), 4, 'Z')
    box('box', (w - 0.03, d - 0.03, h), paper, place, 0.012)
    lid = min(0.42, h * 0.38)
    box('lid', (w, d, lid), paper, place @ Matrix.Translation((0, 0, h - lid + 0.015)), 0.014)
    if not ribbon:
        return
    band = 0.20 * (w / 1.6)
    for width, depth in ((band, d + 0.016), (w + 0.016, band)):
        box('ribbon', (width, depth, h + 0.022), ribbon, place, 0.006)
    if bow:
        _bow(place @ Matrix.Translation((0, 0, h + 0.02)), band * 1.05, 0.62 * w / 1.6, ribbon)


def _bow(place, width, reach, ribbon):
    """Two loops, a knot and two tails of satin."""

    def strip(name, point, turn, length_uv, narrow=True):
        turned = place @ Matrix.Rotation(math.radians(turn), 4, 'Z')

        def at(u, v):
            full = (0.42 + 0.58 * math.sin(math.pi * u) ** 0.6) if narrow else lerp(0.45, 1, min(1, u * 3))
            x, z = point(u)
            return turned @ Vector(
                (x, (v - 0.5) * width * full, z + 0.012 * math.sin(u * 11) * (1 if not narrow else 0.3))
            )

        solidify(grid(name, 48, 8, at, ribbon, uv_scale=(length_uv, 0.2)), 0.012, 0, rim_bevel=0)

    for side, turn in ((1, 24), (-1, 18)):
        loop = lambda u: (
            side * reach * math.sin(math.pi * u) ** 0.85,
            0.04 + reach * (0.34 * math.sin(2 * math.pi * u) + 0.40 * math.sin(math.pi * u)),
        )
        strip('loop', loop, turn, 1.2)
        tail = lambda u: (side * reach * 1.25 * u, 0.035 + 0.05 * math.sin(math.pi * u))
        strip('tail', tail, turn - 62 * side, 0.8, narrow=False)
    knot = [(0, -0.055), (0.05, -0.05), (0.085, -0.02), (0.09, 0.02), (0.07, 0.06), (0, 0.075)]
    lathe('knot', knot, ribbon, place @ Matrix.Translation((0, 0, 0.07)) @ Matrix.Diagonal((1.15, 0.9, 1, 1)))


def _plinth(radius, height, at, colour='#d8c8ae'):
    s = Shader('stone')
    coords = s.object_space()
    band = s.noise(s.scale(coords, (0.7, 0.7, 4.5)), 1.2, 6, 0.62, 0.8)
    pits = s.ramp(s.noise(s.scale(coords, (3.2, 3.2, 11)), 2.2, 6, 0.7, 0.5), 0.60, 0.68)
    tone = s.mix(s.ramp(band, 0.35, 0.65), linear(colour), linear('#c3ad8c'))
    stone = s.principled(
        Base_Color=s.mix(s.times(pits, 0.5), tone, linear('#8d7757')),
        Roughness=0.6,
        Specular=0.3,
        Normal=s.bump(s.math('SUBTRACT', s.times(s.noise(coords, 60, 4), 0.15), pits), 0.6, 0.015),
    )
    e = 0.03
    lathe(
        'plinth',
        [
            (0, 0),
            (radius, 0),
            (radius, height - e),
            (radius - e * 0.3, height - e * 0.3),
            (radius - e, height),
            (0, height),
        ],
        stone,
        Matrix.Translation(at),
        128,
        40,
    )


def tile_views(yaw=-20, elevation=13, fill=0.82, tall=0.74):
    return {'hero': View(yaw, elevation, fill, tall)}


@form('service-box')
def service_box(material, options):
    """The wrapped box of the house."""
    gift_box(
        (1.9, 1.9, 1.05),
        (0, 0, 0),
        0,
        materials.make('paper', 'box', zone=BOX),
        materials.make('silk', 'ribbon', zone=RIBBON),
    )
    return Piece(tile_views(-28, 22, 0.70, 0.6))


@form('gift-boxes')
def gift_boxes(material, options):
    """Boxes of three sizes, stacked and leaning, one open with tissue."""
    paper, ivory = materials.make('paper', 'box', zone=BOX), materials.make('paper', 'tissue box', zone=TISSUE)
    ribbon = materials.make('silk', 'ribbon', zone=RIBBON)
    gift_box((2.5, 2.0, 0.85), (0, 0, 0), 0, paper, ribbon, bow=False)
    gift_box((1.7, 1.5, 0.70), (-0.10, 0.02, 0.87), 14, ivory, ribbon, bow=False)
    gift_box((1.05, 1.05, 0.48), (-0.06, -0.02, 1.59), -10, paper, ribbon)
    gift_box((0.95, 0.80, 0.34), (1.78, -0.62, 0), 28, ivory, ribbon)
    return Piece(tile_views(-22, 14, 0.80, 0.66))


def _place(name, at, turn=0.0, scale=1.0):
    """Puts the piece just built in its place in a still life."""
    piece = set_aside(name)
    set_down(piece)
    piece.location, piece.scale = Vector((*at[:2], at[2] + piece.location.z * scale)), (scale,) * 3
    piece.rotation_euler = (0, 0, math.radians(turn))
    return piece


def _gather(pieces):
    root = product_root()
    for piece in pieces:
        piece.parent = root


@form('best-sellers')
def best_sellers(material, options):
    """A still life: the top-handle bag on a plinth, a quilted bag and a wallet before it."""
    pieces = []
    build('top-handle', 'pebbled-calf', {'zone': 1})
    pieces.append(_place('bag', (0.55, 0.55, 0.70), 4))
    build('quilted-chain', 'quilted-lambskin', {'zone': 2, 'width': 2.1})
    pieces.append(_place('quilted', (-1.25, -1.05, 0), -6, 0.88))
    build('card-holder', 'smooth-calf', {'zone': 3})
    pieces.append(_place('card holder', (1.55, -1.30, 0), 10))
    _gather(pieces)
    _plinth(1.75, 0.70, (0.55, 0.55, 0))
    return Piece(tile_views(-14, 10, 0.86, 0.80))
