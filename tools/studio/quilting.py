"""Diamond quilting."""

import math

from mathutils import Vector

from shapes import (
    contains,
    counter_clockwise,
    inset,
    resample,
    row_crossings,
    smoothstep,
    within,
)


class Quilt:
    """Diamond quilting: puffed height, seam stitches and a sampling grid on the seams."""

    def __init__(self, pitch=0.46, depth=0.05, v_offset=0.0, margin=0.16, soft=False):
        """Toward the edge of the leather the puffs end within `margin`; soft ones are round, without ridges."""
        self.pitch, self.depth, self.v_offset, self.margin, self.soft = pitch, depth, v_offset, margin, soft

    def height(self, u, v, from_edge):
        v -= self.v_offset
        a = abs(math.sin(math.pi * (u + v) / self.pitch))
        b = abs(math.sin(math.pi * (u - v) / self.pitch))
        puff = math.sqrt(a * b) if self.soft else min(a, b) ** 0.55
        return self.depth * puff * smoothstep(0.03, self.margin, from_edge)

    def grid(self, outline, subdivisions=20):
        """Diagonal sample points with nodes on every seam, so that valleys stay sharp."""
        step = self.pitch / subdivisions
        us, vs = [p[0] for p in outline], [p[1] for p in outline]
        for j in range(int((min(vs) - self.v_offset) / step * 2) - 2, int((max(vs) - self.v_offset) / step * 2) + 3):
            v = j * step / 2 + self.v_offset
            crossings = row_crossings(outline, v)
            for i in range(int(min(us) / step * 2) - 2, int(max(us) / step * 2) + 3):
                if (i + j) % 2 == 0 and within(crossings, i * step / 2):
                    yield Vector((i * step / 2, v))

    def stitch(self, stitcher, outline, place):
        kept = inset(counter_clockwise(resample(outline, 0.05)), self.margin * 0.56)
        us, vs = [p[0] for p in kept], [p[1] - self.v_offset for p in kept]
        steps = int((max(vs) - min(vs)) / 0.035)
        for sign in (1, -1):
            ends = [sign * min(vs), sign * max(vs)]
            for k in range(int((min(us) + min(ends)) / self.pitch) - 1, int((max(us) + max(ends)) / self.pitch) + 2):
                row = []
                for i in range(steps + 2):
                    v = min(vs) + (max(vs) - min(vs)) * i / steps
                    u = k * self.pitch - sign * v
                    if i <= steps and contains(kept, u, v + self.v_offset):
                        row.append((u, v + self.v_offset))
                        continue
                    if len(row) > 3:
                        stitcher.run(row, place, 0.004, closed=False)
                    row = []
