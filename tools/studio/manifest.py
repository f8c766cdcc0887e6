"""pictures/manifest.json: which file shows which form, material, colour and view, and what is to be seen."""

import fcntl
import json
import os
from contextlib import contextmanager

import jobs

FILE, LOCK = os.path.join(jobs.PICTURES, 'manifest.json'), os.path.join(jobs.HERE, '.cache', 'manifest.lock')

FORMS = {
    'top-handle': 'top-handle bag',
    'quilted-chain': 'quilted chain bag',
    'bucket': 'bucket bag',
    'hobo': 'hobo bag',
    'crossbody': 'crossbody bag',
    'weekender': 'weekend bag',
    'continental-wallet': 'continental wallet',
    'bifold': 'bifold wallet',
    'silk-scarf': 'scarf',
    'ankle-boot': 'pair of ankle boots',
    'pump': 'pair of pumps',
    'loafer': 'pair of loafers',
    'sneaker': 'pair of sneakers',
    'sandal': 'pair of sandals',
    'derby': 'pair of derby shoes',
    'service-box': 'wrapped box with a ribbon',
    'gift-boxes': 'stacked gift boxes with ribbons',
    'best-sellers': 'still life of two bags and a card holder',
    'card-holder': 'card holder',
    'key-case': 'key case',
    'knit-rib': 'folded ribbed sweater',
    'knit-cable': 'folded cable-knit sweater',
    'blanket-scarf': 'folded blanket scarf',
    'blanket-scarf-stole': 'folded stole',
    'sunglasses': 'pair of sunglasses',
    'bracelet-chain': 'chain bracelet',  # a form in a style of its own
}
SHOES = ('pump', 'loafer', 'sneaker', 'sandal', 'ankle-boot', 'derby')
LAID_FLAT = ('silk-scarf',)
MATERIALS = {
    'smooth-calf': 'smooth calfskin',
    'pebbled-calf': 'pebbled calfskin',
    'grained-calf': 'grained calfskin',
    'patent': 'patent leather',
    'quilted-lambskin': 'quilted lambskin',
    'croc-embossed': 'crocodile-embossed calfskin',
    'leather-woven': 'woven leather',
    'acetate': 'acetate',
}
TERRACE = 'A raffia tote on a travertine plinth before an arch that opens on the sea, a straw hat before it'


def before_the_sea(piece, other):
    return f'{piece} on a travertine plinth before an arch that opens on the sea, {other} beside it'


ODYSSEY = before_the_sea('A russet leather bag', 'a red wallet')
GIFTS = before_the_sea('A box with a ribbon', 'a woven bucket bag')
EDITORIAL = {  # pictures of no one piece, made by odyssey.py: width, height, dominant colour, and what is to be seen
    'editorial/odyssey-wide.webp': (3200, 1800, '#986848', ODYSSEY),
    'editorial/odyssey-tall.webp': (1280, 1600, '#986848', ODYSSEY),
    'editorial/odyssey-og.webp': (1200, 630, '#986848', ODYSSEY),
    'editorial/odyssey-wide-morning.webp': (2400, 1350, '#987858', ODYSSEY),
    'editorial/odyssey-tall-morning.webp': (1280, 1600, '#987858', ODYSSEY),
    'editorial/odyssey-wide-evening.webp': (2400, 1350, '#683828', ODYSSEY),
    'editorial/odyssey-tall-evening.webp': (1280, 1600, '#683828', ODYSSEY),
    'editorial/odyssey-wide-night.webp': (2400, 1350, '#582818', ODYSSEY),
    'editorial/odyssey-tall-night.webp': (1280, 1600, '#582818', ODYSSEY),
    'editorial/terrace-wide.webp': (1920, 1080, '#c8a878', TERRACE),
    'editorial/terrace-tall.webp': (1280, 1600, '#c8a878', TERRACE),
    'editorial/journey-tall.webp': (1280, 1600, '#a87850', before_the_sea('A weekender', 'a felt hat')),
    'editorial/office-tall.webp': (960, 1200, '#a87850', before_the_sea('A briefcase', 'a pair of derbies')),
    'editorial/leather-tall.webp': (960, 1200, '#c8a878', before_the_sea('A quilted wallet', 'a card holder')),
    'editorial/pockets-tall.webp': (960, 1200, '#c8a878', before_the_sea('A bifold wallet', 'a key case')),
    'editorial/steps-tall.webp': (960, 1200, '#c8a878', before_the_sea('A pair of pumps', 'flat sandals')),
    'editorial/soles-tall.webp': (960, 1200, '#c8a878', before_the_sea('A pair of ankle boots', 'loafers')),
    'editorial/sun-tall.webp': (960, 1200, '#c8a878', before_the_sea('A straw hat', 'sunglasses')),
    'editorial/evening-tall.webp': (960, 1200, '#c8a878', before_the_sea('A felt hat', 'a coiled belt')),
    'editorial/knit-tall.webp': (960, 1200, '#c8a878', before_the_sea('A folded scarf', 'a knit')),
    'editorial/gifts-wide.webp': (1920, 1080, '#885838', GIFTS),
    'editorial/gifts-tall.webp': (1280, 1600, '#885838', GIFTS),
}
VIEWS = {
    'hero': 'three-quarter view',
    'angle': 'seen from the side',
    'front': 'seen from the front',
    'inside': 'open, with its lining and pocket',
    'side': 'in profile',
    'top': 'seen from above',
    'back': 'seen from behind',
    'macro': 'close detail',
    'strap': 'its strap from close by',
}
STRAPS = {
    'top-handle': 'the foot of its handle from close by',
    'briefcase': 'its handle from close by',
    'weekender': 'its handles from close by',
    'quilted-chain': 'its chain from close by',
    'tote': 'its handles from close by',
    'backpack': 'its shoulder straps from close by',
}
FLAT_VIEWS = {'hero': 'laid flat', 'angle': 'close detail', 'macro': 'the cloth from close by'}


def view_text(picture):
    form, view = picture['form'], picture['view']
    turned = jobs.turned(view)
    if turned is not None:
        return f'turned by {turned} degrees'
    if jobs.opened(view):
        return 'as it opens'
    if (form, picture['material'], view) == ('silk-scarf', 'silk', 'angle'):
        return 'laid flat at an angle'
    if form in LAID_FLAT and picture['material'] == 'silk':
        return FLAT_VIEWS[view]
    if view == 'strap':
        return STRAPS.get(form, VIEWS[view])
    return 'seen from the other side' if form in SHOES and view == 'angle' else VIEWS[view]


def alt_text(picture):
    form, colour = picture['form'], picture['colour']
    form = FORMS.get(f'{form}-{picture["style"]}', FORMS.get(form, form))
    text = form[0].upper() + form[1:]
    if picture['material'] == 'paper':
        return text
    if picture['form'] == 'watch':
        return f'{text} in steel, its strap {colour}, {view_text(picture)}'
    return f'{text} in {colour} {MATERIALS.get(picture["material"], picture["material"])}, {view_text(picture)}'


def read():
    if not os.path.exists(FILE):
        return []
    with open(FILE, encoding='utf-8') as file:
        return json.load(file)


def widths():
    """The width in pixels of every picture, by its path."""
    return {os.path.join(jobs.PICTURES, entry['file']): entry['width'] for entry in read()}


def _write(entries):
    """Whole or not at all: other batches read it meanwhile."""
    with open(f'{FILE}.new', 'w', encoding='utf-8') as file:
        json.dump([entries[name] for name in sorted(entries)], file, indent=1)
        file.write('\n')
    os.replace(file.name, FILE)


def _editorial(name):
    """The entry of a picture that shows no one piece."""
    nothing = {key: '' for key in ('form', 'style', 'material', 'view', 'colour', 'hardware')}
    width, height, dominant, alt = EDITORIAL[name]
    size = os.path.getsize(os.path.join(jobs.PICTURES, name))
    measured = {'width': width, 'height': height, 'size': size, 'dominant': dominant}
    return {'file': name, **nothing, 'products': [], 'alt': alt, **measured, 'shot': 'odyssey', 'seconds': None}


def _described(picture):
    """What the plan says about a picture, by its file name."""
    facts = {key: picture[key] for key in ('form', 'style', 'material', 'view', 'colour', 'hardware', 'products')}
    return os.path.relpath(picture['file'], jobs.PICTURES), {**facts, 'alt': alt_text(picture)}


@contextmanager
def _locked():
    """One batch at a time changes the manifest."""
    with open(LOCK, 'w', encoding='utf-8') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def add(pictures, shot, seconds):
    """Merges pictures of one shot; `seconds` is its render time, kept from before when only developed."""
    with _locked():
        _merge(pictures, shot, seconds)


def _merge(pictures, shot, seconds):
    entries = {entry['file']: entry for entry in read()}
    for picture in pictures:
        name, facts = _described(picture)
        measured = {key: picture[key] for key in ('width', 'height', 'size', 'dominant')}
        taken = seconds if seconds is not None else entries.get(name, {}).get('seconds')
        entries[name] = {'file': name, **facts, **measured, 'shot': shot, 'seconds': taken}
    _write(entries)


def refresh():
    """Takes products and words from the plan again, and drops and deletes what the plan does not name."""
    with _locked():
        planned = dict(_described(picture) for shot in jobs.shots() for picture in shot['pictures'])
        entries = {name: _editorial(name) for name in EDITORIAL}
        for entry in read():
            path = os.path.join(jobs.PICTURES, entry['file'])
            if entry['file'] in planned and os.path.exists(path):
                entries[entry['file']] = {**entry, **planned[entry['file']], 'size': os.path.getsize(path)}
            elif entry['file'] not in EDITORIAL and os.path.exists(path):
                os.remove(path)
        _write(entries)


if __name__ == '__main__':
    refresh()
