"""What a maker takes to the bench for one piece: leather, edge paint, thread, metal, lining."""

from dataclasses import dataclass, field, replace

import materials
from leatherwork import Stitcher

CLOTHS = ('canvas', 'linen', 'cotton', 'straw', 'wool')  # bodies that take leather trim


@dataclass
class Kit:
    """The materials of one piece. `trim` is a second, separately tinted material (tint 2)."""

    material: str
    leather: object
    edge: object
    thread: object
    hardware: object
    brushed: object
    foil: object
    lining: object
    stitcher: Stitcher
    options: dict = field(default_factory=dict)
    smooth: object = None
    fitted: object = None

    def trim(self, material='smooth-calf', grain=1.0):
        return materials.make(material, 'trim', grain, zone=2)

    def trim_kit(self, material='smooth-calf', grain=1.0):
        """A kit in the second tint, sharing the hardware: leather trim on a canvas or straw body."""
        thread = materials.thread('trim thread', zone=2)
        stitcher = Stitcher(thread, self.stitcher.length, self.stitcher.gap, self.stitcher.radius)
        return Kit(
            material,
            self.trim(material, grain),
            materials.edge_paint('trim edge', zone=2),
            thread,
            self.hardware,
            self.brushed,
            self.foil,
            self.lining,
            stitcher,
            self.options,
        )

    @property
    def woven(self):
        return self.material == 'leather-woven'

    @property
    def binding(self):
        """Smooth leather of the same tint, which holds the raw ends of a weave."""
        if not self.smooth:
            self.smooth = materials.make('smooth-calf', 'binding', zone=self.options.get('zone', 1))
        return self.smooth

    def fittings(self):
        """The kit for handles, straps and bands: leather trim on cloth, smooth leather of the same tint on a weave."""
        if not self.fitted and self.material in CLOTHS:
            self.fitted = self.trim_kit()
        elif not self.fitted and self.woven:
            self.fitted = replace(self, material='smooth-calf', leather=self.binding)
        return self.fitted or self

    def finish(self):
        self.stitcher.finish()
        if self.fitted and self.fitted.stitcher is not self.stitcher:
            self.fitted.finish()


def make_kit(material, options=None, grain=1.0, stitch=(0.031, 0.011, 0.006)):
    """Stitch is length, gap and radius of the thread; the option `zone` moves the piece to another tint."""
    options = options or {}
    zone = options.get('zone', 1)
    thread = materials.thread(zone=zone)
    return Kit(
        material,
        materials.make(material, 'leather', grain, zone),
        (materials.raw_edge if material == 'suede' else materials.edge_paint)(zone=zone),
        thread,
        materials.metal(),
        materials.metal('brushed hardware', 0.28, brushed=True),
        materials.metal('foil', 0.34),
        materials.lining(),
        Stitcher(thread, *stitch),
        options,
    )


FINE = (0.024, 0.008, 0.0048)
FINER = (0.021, 0.007, 0.0042)
