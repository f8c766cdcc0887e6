"""The house's material library, metals and fixed colours.

Tintable materials are modelled in a neutral grey with a multiplicative
`factor` for creases, blotches and weave; see nodes.Shader.tinted.
"""

import cloths
import leathers
from nodes import AOV_MASK, Shader, linear

METALS = {  # reflectance; any of these can replace any other when developing
    'pale-gold': (0.91, 0.74, 0.47),
    'gold': (0.90, 0.66, 0.33),
    'palladium': (0.78, 0.77, 0.75),
    'rose-gold': (0.89, 0.60, 0.46),
}

LIBRARY = {
    'smooth-calf': leathers.smooth_calf,
    'pebbled-calf': leathers.pebbled_calf,
    'grained-calf': leathers.grained_calf,
    'patent': leathers.patent,
    'suede': leathers.suede,
    'quilted-lambskin': leathers.lambskin,
    'croc-embossed': leathers.croc_embossed,
    'canvas': cloths.canvas,
    'cotton': cloths.cotton,
    'linen': cloths.linen,
    'wool': cloths.wool,
    'felt': cloths.felt,
    'silk': cloths.silk,
    'faille': cloths.faille,
    'cashmere': cloths.cashmere,
    'acetate': leathers.acetate,
    'straw': cloths.straw,
    'leather-woven': leathers.leather_woven,
    'rib-knit': cloths.rib_knit,
    'paper': cloths.paper,
}


def make(material, name=None, grain=1.0, zone=1, **options):
    """A tintable material of the library by its id."""
    return LIBRARY[material](Shader(name or material), grain, zone, **options)


def metal(name='hardware', roughness=0.13, brushed=False):
    """Polished or brushed hardware, shot as gold and marked so that another finish can replace it."""
    s = Shader(name)
    at = s.object_space()
    n = s.noise(s.scale(at, (3, 60, 3)) if brushed else at, 6 if brushed else 30, 4)
    s.report(AOV_MASK, (0, 1, 0, 1))
    return s.principled(
        Base_Color=(*METALS['pale-gold'], 1),
        Metallic=1.0,
        Roughness=s.ramp(n, 0.3, 0.7, roughness * 0.8, roughness * 1.25),
        Normal=s.bump(n, 0.35 if brushed else 0.12, 0.002 if brushed else 0.0008),
    )


def plain(name, colour, roughness=0.5, **inputs):
    """A fixed colour that no tint changes: soles, linings, dials."""
    return Shader(name).principled(Base_Color=linear(colour), Roughness=roughness, **inputs)


def edge_paint(name='edge', factor=0.5, zone=1):
    s = Shader(name)
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=0.32, Clearcoat=0.3, Clearcoat_Roughness=0.15)


def raw_edge(name='edge', factor=0.66, zone=1):
    """The cut edge of suede: unpainted, matt."""
    s = Shader(name)
    fibre = s.noise(s.object_space(), 140, 3)
    return s.principled(
        Base_Color=s.tinted(s.times(s.ramp(fibre, 0.3, 0.7, 0.8, 1.1), factor), zone), Roughness=0.95, Specular=0.1
    )


def thread(name='thread', factor=1.15, zone=1):
    s = Shader(name)
    return s.principled(
        Base_Color=s.tinted(factor, zone), Roughness=0.6, Normal=s.bump(s.noise(s.object_space(), 300, 2), 0.4, 0.003)
    )


def rubber(name='rubber', factor=1.08, zone=1):
    s = Shader(name)
    return s.principled(Base_Color=s.tinted(factor, zone), Roughness=0.6, Specular=0.3)


def lining(name='lining', colour='#b9a184'):
    s = Shader(name)
    return s.principled(
        Base_Color=linear(colour), Roughness=0.85, Normal=s.bump(s.noise(s.object_space(), 200, 3), 0.3, 0.004)
    )
