"""How a soft bag fills out: the height of an inflated membrane over a flat outline."""

import numpy as np

from shapes import row_crossings


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
        self.film = (film / film.max()) ** power

    def __call__(self, u, v):
        rows, columns = self.film.shape
        x = min(max((u - self.low[0]) / self.step + 1, 0), columns - 1.001)
        y = min(max((v - self.low[1]) / self.step + 1, 0), rows - 1.001)
        i, j = int(x), int(y)
        fx, fy, f = x - i, y - j, self.film
        return float(
            (f[j, i] * (1 - fx) + f[j, i + 1] * fx) * (1 - fy) + (f[j + 1, i] * (1 - fx) + f[j + 1, i + 1] * fx) * fy
        )
