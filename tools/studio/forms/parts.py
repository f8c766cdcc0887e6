"""Parts that several forms share: the arch lock, feet, the structured body with its gusset."""

import math

from mathutils import Matrix, Vector

import materials
from hardware import cylinder, plate
from leatherwork import normal_at, panel, raised
from lettering import engrave, stamp
from mesh import bevel, mesh_object, sweep
from shapes import Path, arch, bar, circle, counter_clockwise, inset, lerp, resample, rounded, smoothstep, trapezoid
from stage import View


def all_round(yaw, elevation, fill, tall):
    """The first view of a bag, and from as high and as large in profile and from behind."""
    return {
        'hero': View(yaw, elevation, fill, tall),
        'side': View(84, elevation, fill, tall),
        'back': View(156, elevation, fill, tall),
    }


BAR_HEIGHT = 0.30  # of the turning bar above the foot of an arch lock


def arch_lock(matrix, kit, size=1.0):
    """The house lock: an arched plate with a raised rim and a turning bar."""
    w, h = 0.44 * size, 0.52 * size
    foot = [(-w / 2, 0), (w / 2, 0)] + [tuple(p) for p in arch(w, h)[2:]]
    plate(
        'lock',
        rounded(foot, [0.09 * size] * 2 + [0] * (len(foot) - 2), 8),
        kit.hardware,
        0.045 * size,
        matrix,
        0.012 * size,
    )
    rim = [
        matrix @ Vector((p[0], -0.047 * size, p[1] + 0.045 * size))
        for p in resample(arch(w - 0.09 * size, h - 0.09 * size), 0.02 * size)
    ]
    sweep('lock rim', rim, circle(0.010 * size, 10), kit.hardware, closed=True, up=matrix.to_3x3() @ Vector((0, -1, 0)))
    face = arch(w - 0.13 * size, h - 0.13 * size, z=0.065 * size)
    plate(
        'lock face', face, kit.brushed, 0.01 * size, matrix @ Matrix.Translation((0, -0.044 * size, 0)), 0.003 * size, 2
    )
    engrave(
        matrix @ Matrix.Translation((0, -0.0548 * size, 0.118 * size)),
        materials.plain('engraving', '#4a3c26', 0.5),
        0.026 * size,
    )
    centre = BAR_HEIGHT * size
    cylinder(
        'lock post',
        0.075 * size,
        matrix @ Vector((0, -0.04 * size, centre)),
        matrix @ Vector((0, -0.085 * size, centre)),
        kit.hardware,
        0.008 * size,
    )
    r = 0.042 * size
    turn = rounded([(-0.135 * size, -r), (0.135 * size, -r), (0.135 * size, r), (-0.135 * size, r)], r * 0.98, 8)
    plate(
        'lock bar',
        turn,
        kit.hardware,
        0.05 * size,
        matrix @ Matrix.Translation((0, -0.085 * size, centre)),
        0.014 * size,
    )


def lock_on(place, u, v, kit, size=1.0, drop=0.24):
    """The arch lock lying on a surface, its foot `drop` below the point (u, v)."""
    n = normal_at(place, u, v)
    lean = math.atan2(n.z, -n.y)
    arch_lock(
        Matrix.Translation(place(u, v)) @ Matrix.Rotation(-lean, 4, 'X') @ Matrix.Translation((0, 0, -drop * size)),
        kit,
        size,
    )


def catch_on(place, flap, u, v, kit, size=1.0, drop=0.24):
    """What the lock at the point (u, v) of an open flap leaves on the body: a turning bar on an oval plate.

    `place` is the front of the body; the other arguments are those of `lock_on`.
    """
    z = flap.body.height - flap.front_length + v + (BAR_HEIGHT - drop) * size
    on = facing(place(u, z), normal_at(place, u, z))
    for name, half, r, thickness, out in (('catch', 0.19, 0.085, 0.02, 0), ('catch bar', 0.125, 0.042, 0.05, 0.04)):
        outline = rounded([(-half, -r), (half, -r), (half, r), (-half, r)], r * 0.98, 8)
        outline = [p * size for p in outline]
        plate(name, outline, kit.hardware, thickness * size, on @ Matrix.Translation((0, -out * size, 0)), 0.008 * size)
    cylinder('catch post', 0.05 * size, on.translation, on @ Vector((0, -0.05 * size, 0)), kit.hardware, 0.006)


def facing(point, normal):
    """A matrix whose -Y axis looks along a normal that leans only up or down."""
    return Matrix.Translation(point) @ Matrix.Rotation(-math.atan2(normal.z, -normal.y), 4, 'X')


def handle_plate(x, z, kit, length=0.40, width=0.20, y=0.0, hinge=Matrix()):
    """An oval base plate lying flat under a handle."""
    outline = rounded(
        [(-length / 2, -width / 2), (length / 2, -width / 2), (length / 2, width / 2), (-length / 2, width / 2)],
        width * 0.49,
        10,
    )
    plate(
        'handle plate',
        outline,
        kit.hardware,
        0.03,
        hinge @ Matrix.Translation((x, y, z)) @ Matrix.Rotation(-math.pi / 2, 4, 'X'),
        0.01,
    )


LINED = {'groove': None, 'stitched': False, 'thickness': 0, 'rim': 0}  # how a panel of lining is cut


def slip_pocket(wall, half, low, high, kit, trim):
    """A pocket on the lining `wall`, from `low` to `high` and `half` to each side, its hem of leather and stamped."""
    pocket = rounded([(-half, low), (half, low), (half, high), (-half, high)], [0.10, 0.10, 0.02, 0.02], 8)
    panel('pocket', pocket, raised(wall, 0.03), kit, kit.lining, groove=0.035, thickness=0.02, puff=0.02)
    hem = rounded([(-half, high - 0.17), (half, high - 0.17), (half, high + 0.01), (-half, high + 0.01)], 0.02, 4)
    panel('pocket hem', hem, raised(wall, 0.06), trim, thickness=0.025, groove=0.03)
    stamp(raised(wall, 0.06), 0, high - 0.085, kit.foil, 0.05)


class Body:
    """A structured bag: front, back and a folding gusset between them."""

    def __init__(
        self, bottom, top, height, depth, depth_top, lift=0.055, corner=0.2, corner_top=0.05, bulge=0.055, fold=0.24
    ):
        self.bottom, self.top, self.height, self.lift = bottom, top, height, lift
        self.depth_bottom, self.depth_top, self.bulge_by, self.fold = depth, depth_top, bulge, fold
        self.corner = corner
        self.outline = trapezoid(bottom, top, height, [corner, corner, corner_top, corner_top])

    def width(self, z):
        return lerp(self.bottom, self.top, z / self.height)

    def depth(self, z):
        share = max(0, min(1.1, z / self.height)) ** 0.9 if z > 0 else 0
        return lerp(self.depth_bottom, self.depth_top, share)

    def bulge(self, u, z):
        across = max(0, 1 - (2 * u / self.width(z)) ** 2)
        return self.bulge_by * across * math.sin(math.pi * max(0, min(1, z / self.height))) ** 0.8

    def front(self, u, v):
        return Vector((u, -self.depth(v) / 2 - self.bulge(u, v), v + self.lift))

    def back(self, u, v):
        return Vector((-u, self.depth(v) / 2 + self.bulge(u, v), v + self.lift))

    def sew(self, kit, gusset_kit=None, face_options=None, feet=True):
        for name, place in (('front', self.front), ('back', self.back)):
            panel(name, self.outline, place, kit, thickness=0.035, **(face_options or {}))
        self._gusset(gusset_kit or kit)
        if feet:
            for x in (-self.bottom * 0.41, self.bottom * 0.41):
                for y in (-self.depth_bottom * 0.36, self.depth_bottom * 0.36):
                    cylinder('foot', 0.058, (x, y, 0), (x, y, self.lift + 0.03), kit.hardware, 0.025)

    def line(self, kit, trim, room=0.05):
        """The inside of a bag that stands open: lining up to a facing of leather, and a slip pocket on the back wall.

        `room` is how far the lining keeps from the leather: more where that is quilted.
        """
        h, facing = self.height, 0.24

        def wall(u, v):
            return Vector((u, self.depth(v) / 2 + self.bulge(u, v) - room, v + self.lift))

        def front_wall(u, v):
            return Vector((-u, -self.depth(v) / 2 - self.bulge(u, v) + room, v + self.lift))

        radii = [self.corner, self.corner, 0, 0]
        lined = trapezoid(self.bottom - 0.15, self.width(h - facing) - 0.15, h - facing - 0.06, radii)
        lined = [Vector((p[0], p[1] + 0.06)) for p in lined]  # within the gusset, or it shows outside
        panel('lining', lined, wall, kit, kit.lining, wobble=0.016, **LINED)
        panel('front lining', lined, front_wall, kit, kit.lining, **LINED)
        narrow, wide = self.width(h - facing) / 2 - 0.04, self.top / 2 - 0.05
        foot = h - facing - 0.02
        band = [Vector(p) for p in ((-narrow, foot), (narrow, foot), (wide, h), (-wide, h))]
        panel('facing', band, raised(wall, 0.012), trim, groove=0.03, thickness=0.02)
        low, r = 0.05, self.corner
        cut = r - math.sqrt(r * r - (r - low) ** 2) if low < r else 0  # by the round corners
        x, y = self.bottom / 2 - cut - 0.06, self.depth_bottom / 2 - 0.06
        floor = [Vector(p) for p in ((-x, -y), (x, -y), (x, y), (-x, y))]
        panel('floor', floor, lambda u, v: Vector((u, v, self.lift + low)), kit, kit.lining, **LINED)
        self._gusset(kit, kit.lining, room=0.035, **LINED)
        slip_pocket(wall, self.bottom * 0.30, h * 0.40, h - facing - 0.16, kit, trim)

    def _gusset(self, kit, material=None, room=0, **details):
        seam, h = 0.045, self.height
        corners = [
            (-self.top / 2 + seam, h - 0.03),
            (-self.bottom / 2 + seam, seam),
            (self.bottom / 2 - seam, seam),
            (self.top / 2 - seam, h - 0.03),
        ]
        path = Path(
            [
                Vector((p[0], 0, p[1]))
                for p in rounded(corners, [0, self.corner * 0.85, self.corner * 0.85, 0], 12, closed=False)
            ],
            0.02,
        )

        def place(s, t):
            p, along = path.at(s), path.tangent(s, 0.03)
            share = max(0, 1 - abs(t) / (self.depth(p.z) / 2))
            inwards = self.fold * smoothstep(0.35 * h, h, p.z) * share**1.3 + room
            return Vector((p.x, -t, p.z + self.lift)) + Vector((-along.z, 0, along.x)) * inwards

        edge = [(path.length * i / 80, self.depth(path.at(path.length * i / 80).z) / 2 - 0.02) for i in range(81)]
        outline = [Vector((s, -d)) for s, d in edge] + [Vector((s, d)) for s, d in reversed(edge)]
        details = {'thickness': 0.025, 'step': 0.05, 'groove': None, **details}
        panel('gusset', outline, place, kit, material or kit.upended, **details)


    def way_out(self, room, flap=0.10):
        """For what falls on the bag (see gravity.fallen): from a point inside to the nearest one `room` outside."""

        def inside(p):
            level = max(0, min(p.z - self.lift, self.height))
            deep = (
                self.width(level) / 2 + room - abs(p.x),
                self.depth(level) / 2 + flap + room - abs(p.y),
                self.height + self.lift + 0.08 + room - p.z,
            )
            if min(deep) <= 0:
                return None
            out = p.copy()
            if deep[2] == min(deep):
                out.z += deep[2]
            elif deep[1] <= deep[0]:
                out.y += math.copysign(deep[1], p.y)
            else:
                out.x += math.copysign(deep[0], p.x)
            return out

        return inside


UPRIGHT = (math.radians(76), math.radians(44))  # of the two parts of an open flap: its top, its front


class Flap:
    """A flap that follows a profile in the YZ plane, back over the top and down the front of a body.

    `profile` runs from the front lower edge to the back; v is the way along it. Open, it stands up from its crease and
    leans back; `opened`, from 0 to 1, is how far it is on its way there.
    """

    def __init__(
        self, body, front_drop, offset=0.04, back_drop=0.55, crown=0.055, crease=0.13, dip=0.03, opened=0
    ):
        h, self.body, self.dip, self.opened = body.height, body, dip, opened
        self.front_length = front_drop
        low = h - front_drop
        half = body.depth_top / 2 + offset
        profile = [
            (-body.depth(low) / 2 - offset, low),
            (-body.depth(h - 0.35) / 2 - offset, h - 0.35),
            (-half, h + crown),
            (half, h + crown),
            (half + 0.05, h - back_drop),
        ]
        radii = [0, 0.3, crease, crease, 0]
        self.crease = profile[3]
        if opened == 1:
            long = front_drop + 2 * half
            profile = [(half + 0.50 * long, h + 0.84 * long), (half + 0.10 * long, h + 0.45 * long), *profile[3:]]
            radii = [0, 0.6, crease, 0]
        elif opened:
            profile[:3] = self._lifted(profile[:4])
            radii = [0, 0.3, lerp(crease, 0.6, opened), crease, 0]
        self.path = Path([Vector((0, y, z)) for y, z in rounded(profile, radii, 12, False)], 0.01)
        self.length = self.path.length

    def _lifted(self, profile):
        """Where the first three points of a closed profile are when the flap is half open; the fourth is its crease."""
        points, at = [], Vector(profile[3])
        for near, far, upright in ((3, 2, UPRIGHT[0]), (2, 1, UPRIGHT[1]), (1, 0, UPRIGHT[1])):
            part = Vector(profile[far]) - Vector(profile[near])
            angle = lerp(math.atan2(part.y, part.x) % math.tau, upright, self.opened)
            at = at + part.length * Vector((math.cos(angle), math.sin(angle)))
            points.insert(0, at)
        return points

    def hinge(self):
        """What turns with the top of the flap, turned about its crease: a matrix."""
        crease = Matrix.Translation((0, self.crease[0], self.crease[1] + self.body.lift))
        turned = Matrix.Rotation(-(math.pi - UPRIGHT[0]) * self.opened, 4, 'X')
        return crease @ turned @ crease.inverted()

    def place(self, u, v):
        p, h = self.path.at(v), self.body.height
        if self.opened == 1:
            return Vector((u, p.y, p.z + self.body.lift))
        on_front = smoothstep(h + 0.02, h - 0.25, p.z) if v < self.front_length else 0
        shut = 1 - self.opened
        bulge = self.body.bulge(max(-self.body.top / 2, min(self.body.top / 2, u)), p.z) * on_front
        return Vector((u, p.y - shut * (bulge + self.dip * smoothstep(0.5, 0, v)), p.z + self.body.lift))

    def stuff(self, kit, depth=0.3):
        """What is under a closed flap, `depth` within its ends: without it, light falls through beside the gussets."""
        half, foot = self.body.depth_top / 2 - 0.03, self.body.height - 0.45
        over = self.crease[1] + 0.005
        end = rounded([(-half, foot), (half, foot), (half, over), (-half, over)], [0, 0, 0.12, 0.12], 8)
        for side in (-1, 1):
            x = self.body.top / 2 - depth
            place = lambda u, v: Vector((side * x, side * u, v + self.body.lift))
            panel('stuffing', end, place, kit, kit.lining, **LINED)

    def line(self, outline, kit, thickness):
        """Lines an open flap of this outline and thickness, with a stamped patch of leather in its middle."""

        def under(u, v):
            return self.place(u, self.length - v)

        lined = inset(counter_clockwise(resample([(u, self.length - v) for u, v in outline], 0.03)), 0.06)
        panel('flap lining', lined, raised(under, thickness + 0.008), kit, kit.lining, wobble=0.01, **LINED)
        half, middle = 0.42, self.length - self.front_length * 0.45
        patch = rounded(
            [(-half, middle - 0.11), (half, middle - 0.11), (half, middle + 0.11), (-half, middle + 0.11)], 0.04, 6
        )
        panel('flap patch', patch, raised(under, thickness + 0.03), kit, thickness=0.02, groove=0.025)
        stamp(raised(under, thickness + 0.03), 0, middle, kit.foil, 0.055)


def zip_run(kit, path, place, start, end, pitch=0.046, tape=0.24):
    """A chunky metal zip on its tape along a Path: few, rounded, satin teeth, since fine bright ones only flicker.

    place(s) is the point on the leather; the slider hangs at the start.
    """
    count = int((end - start) / 0.02)
    line = [place(start + (end - start) * i / count) for i in range(count + 1)]
    outward = lambda s: Vector((path.tangent(s).z, 0, -path.tangent(s).x))
    raised = [p + outward(start + (end - start) * i / count) * 0.006 for i, p in enumerate(line)]
    sweep('zip tape', raised, bar(0.014, tape, 0.004), kit.thread, up=Vector((0, 1, 0)))
    satin = materials.metal('zip', 0.36, brushed=True)
    verts, faces = [], []
    for i in range(int((end - start) / pitch)):
        s = start + (i + 0.5) * pitch
        p, along, out, base = place(s), path.tangent(s), outward(s), len(verts)
        verts += [
            p + along * dx * (1 - dz * 6) + Vector((0, dy * (1 - dz * 4), 0)) + out * (dz + 0.012)
            for dx in (-0.0155, 0.0155)
            for dy in (-0.05, 0.05)
            for dz in (0, 0.020)
        ]
        faces += [
            tuple(base + i for i in face)
            for face in ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (1, 5, 7, 3))
        ]
    bevel(mesh_object('zip', verts, faces, satin, angle=60), 0.006, 3, 30)
    out, here = outward(start), place(start)
    turn = Matrix.Rotation(math.atan2(out.y, out.x) + math.pi / 2, 4, 'Z')
    upright = Matrix.Translation(here + out * 0.02) @ turn
    plate('zip slider', arch(0.15, 0.20, z=-0.02), kit.hardware, 0.04, upright, 0.014)
    hanging = Matrix.Translation(here + out * 0.055 + Vector((0, 0, 0.06))) @ turn @ Matrix.Rotation(math.pi, 4, 'Y')
    plate('zip pull', arch(0.085, 0.34), kit.hardware, 0.022, hanging, 0.008)
