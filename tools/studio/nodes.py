"""A small vocabulary for shader graphs, so that a material reads like a formula."""

import bpy

BACKDROP = (0.86, 0.835, 0.80, 1)  # the paper
BASE_GREY = 0.22  # every tintable surface is shot in this neutral; colour is added when developing
AOV_ZONES = 'zones'  # red, green, blue: how much of the base grey belongs to tint 1, 2, 3
AOV_MASK = 'mask'  # red: backdrop, green: tintable metal, blue: how dark a lens is


def linear(hex_colour, alpha=1):
    """Hex to scene-linear RGBA."""
    h = hex_colour.lstrip('#')
    channels = [int(h[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    return tuple([c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels] + [alpha])


def scaled(colour, factor):
    return tuple([min(1, c * factor) for c in colour[:3]] + [1])


dyes = {}  # zone -> fixed RGB; set in scenes whose colours are decided before the render


class Shader:
    """One material under construction. Sockets and plain values mix freely as inputs."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.node('OutputMaterial')

    def node(self, kind, inputs=None, **properties):
        node = self.tree.nodes.new('ShaderNode' + kind)
        for key, value in properties.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[key])
            else:
                node.inputs[key].default_value = value
        return node

    def math(self, operation, a, b=0.0, clamp=False):
        return self.node('Math', {0: a, 1: b}, operation=operation, use_clamp=clamp).outputs[0]

    def add(self, *terms):
        total = terms[0]
        for term in terms[1:]:
            total = self.math('ADD', total, term)
        return total

    def times(self, a, b):
        return self.math('MULTIPLY', a, b)

    def vector(self, operation, a, b=(0, 0, 0), c=None):
        inputs = {0: a, 1: b} if c is None else {0: a, 1: b, 2: c}
        return self.node('VectorMath', inputs, operation=operation).outputs[0]

    def scale(self, coordinates, factors):
        return self.vector('MULTIPLY', coordinates, factors)

    def ramp(self, value, low, high, to_low=0.0, to_high=1.0):
        return self.node(
            'MapRange',
            {'Value': value, 'From Min': low, 'From Max': high, 'To Min': to_low, 'To Max': to_high},
            interpolation_type='SMOOTHSTEP',
        ).outputs[0]

    def mix(self, factor, a, b):
        return self.node('MixRGB', {'Fac': factor, 'Color1': a, 'Color2': b}).outputs[0]

    def object_space(self):
        return self.node('TexCoord').outputs['Object']

    def pattern_space(self):
        return self.node('TexCoord').outputs['UV']

    def parts(self, vector):
        return self.node('SeparateXYZ', {0: vector}).outputs

    def noise(self, at, scale, detail=3, rough=0.5, distortion=0.0, colour=False):
        return self.node(
            'TexNoise', {'Vector': at, 'Scale': scale, 'Detail': detail, 'Roughness': rough, 'Distortion': distortion}
        ).outputs['Color' if colour else 'Fac']

    def cells(self, at, scale, feature='DISTANCE_TO_EDGE', randomness=1.0):
        return self.node(
            'TexVoronoi', {'Vector': at, 'Scale': scale, 'Randomness': randomness}, feature=feature
        ).outputs['Distance']

    def stripes(self, at, scale, direction='X', distortion=0.0):
        return self.node(
            'TexWave', {'Vector': at, 'Scale': scale, 'Distortion': distortion}, bands_direction=direction
        ).outputs['Fac']

    def bump(self, height, strength=1.0, distance=0.004):
        return self.node('Bump', {'Height': height, 'Strength': strength, 'Distance': distance}).outputs[0]

    def surface(self, socket):
        self.tree.links.new(socket, self.output.inputs[0])
        return self.material

    def glass(self, strength, colour=(1, 1, 1, 1)):
        """A clear surface that shines by `strength` over what lies behind it.

        It mirrors nothing: few samples turn the image of a lamp into grit.
        """
        shine = self.node('Emission', {'Color': colour, 'Strength': strength}).outputs[0]
        self.material.cycles.sample_as_light = False  # or it would take samples from the lights
        return self.surface(self.node('AddShader', {0: self.node('BsdfTransparent').outputs[0], 1: shine}).outputs[0])

    def principled(self, **inputs):
        node = self.node('BsdfPrincipled', {key.replace('_', ' '): value for key, value in inputs.items()})
        return self.surface(node.outputs[0])

    def tinted(self, factor=1.0, zone=1):
        """The neutral base colour times a factor, reported to its tint zone; or the dye of that zone, unreported."""
        if zone in dyes:
            red, green, blue = (self.times(factor, channel) for channel in dyes[zone][:3])
            return self.node('CombineColor', {'Red': red, 'Green': green, 'Blue': blue}).outputs[0]
        grey = self.times(factor, BASE_GREY)
        channel = ('R', 'G', 'B')[zone - 1]
        combined = self.node('CombineColor', {{'R': 'Red', 'G': 'Green', 'B': 'Blue'}[channel]: grey})
        self.report(AOV_ZONES, combined.outputs[0])
        return self.node('CombineColor', {'Red': grey, 'Green': grey, 'Blue': grey}).outputs[0]

    def nap(self, strength):
        """A factor that brightens towards grazing angles: the tinted sheen of suede, wool and felt."""
        facing = self.node('LayerWeight', {'Blend': 0.5}).outputs['Facing']
        return self.add(1 - strength * 0.15, self.times(self.math('POWER', facing, 2.5), strength))

    def report(self, aov, colour):
        node = self.node('OutputAOV', {'Color': colour})
        node.name = aov
