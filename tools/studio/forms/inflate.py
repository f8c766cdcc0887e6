"""How a soft bag fills out: the height of an inflated membrane over a flat outline."""

import numpy as np
from mathutils import kdtree

from shapes import resample, row_crossings, smoothstep


class Membrane:
    """Solves a soap film under pressure once on a grid; call it with (u, v) for 0 at the seam to 1 at the fullest."""

    def __init__(self, outline, cells=96, power=0.62):
        us, vs = [p[0] for p in outline], [p[1] for p in outline]
        self.low = min(us), min(vs)
        self.step = max(max(us) - min(us), max(vs) - min(vs)) / cells
        columns, rows = (int((max(axis) - min(axis)) / self.step) + 3 for axis in (us, vs))
        mask = np.zeros((rows, columns), bool)
        for j in range(rows):
            crossings = row_crossings(outline, self.low[1] + (j - 1) * self.step)
            for left, right in zip(crossings[::2], crossings[1::2]):
                a, b = ((x - self.low[0]) / self.step + 1 for x in (left, right))
                mask[j, int(np.ceil(a)) : int(b) + 1] = True
        film = np.zeros((rows, columns))
        for _ in range(cells * 16):
            around = (np.roll(film, 1, 0) + np.roll(film, -1, 0) + np.roll(film, 1, 1) + np.roll(film, -1, 1)) / 4
            film = np.where(mask, around + 1, 0)
        for _ in range(3):  # let it reach past the seam, so that looking it up there finds no steps
            spread = np.max([np.roll(film, shift, axis) for axis in (0, 1) for shift in (1, -1)], axis=0)
            film = np.where(film > 0, film, spread * 0.8)
        self.film = (film / film.max()) ** power
        seam = resample(outline, self.step / 2)
        self.seam = kdtree.KDTree(len(seam))
        for i, p in enumerate(seam):
            self.seam.insert((p[0], p[1], 0), i)
        self.seam.balance()

    def __call__(self, u, v):
        rows, columns = self.film.shape
        x = min(max((u - self.low[0]) / self.step + 1, 0), columns - 1.001)
        y = min(max((v - self.low[1]) / self.step + 1, 0), rows - 1.001)
        i, j = int(x), int(y)
        fx, fy, f = x - i, y - j, self.film
        low, high = (f[row, i] * (1 - fx) + f[row, i + 1] * fx for row in (j, j + 1))
        from_seam = self.seam.find((u, v, 0))[2]
        return float(low * (1 - fy) + high * fy) * smoothstep(-0.02, 0.16, from_seam) ** 0.8
