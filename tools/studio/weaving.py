"""The relief of leather strips woven on the diagonal."""

import math

from mathutils import Vector

from leathers import STRIPS
from shapes import row_crossings, smoothstep, within


class Weave:
    """Strips that go over and under each other, with height; stands in for a Quilt in leatherwork.panel."""

    def __init__(self, grain, depth=0.022):
        """`grain` is that of the material woven leather, `depth` how far a strip goes under at grain 1."""
        self.pitch, self.depth = grain / STRIPS, depth * grain

    def height(self, u, v, _from_edge):
        p, q = (u + v) / self.pitch, (u - v) / self.pitch
        over = (math.floor(p) + math.floor(q)) % 2
        across, along = (abs(2 * (x - math.floor(x)) - 1) for x in ((p, q) if over else (q, p)))
        return self.depth * (0.3 - 0.30 * smoothstep(0.62, 1.0, across) - 0.70 * along**2.4)

    def grid(self, outline, subdivisions=6):
        """Diagonal sample points, none on the side of a strip, where the height leaps."""
        step = self.pitch / subdivisions
        us, vs = [p[0] for p in outline], [p[1] for p in outline]
        for j in range(int(min(vs) / step * 2) - 2, int(max(vs) / step * 2) + 3):
            v = j * step / 2
            crossings = row_crossings(outline, v)
            for i in range(int(min(us) / step * 2) - 2, int(max(us) / step * 2) + 3):
                if (i + j) % 2 and within(crossings, i * step / 2):
                    yield Vector((i * step / 2, v))

    def stitch(self, stitcher, outline, place):
        """Nothing is sewn through a weave."""
