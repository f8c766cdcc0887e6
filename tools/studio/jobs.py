"""The shot list: expands plan.json into shots (slow, one render each) and their pictures (quick, one colour each).

An entry of the plan is a form in a material with its looks ("colour/hardware"). Optional are `style` and `options`
(a variant of the form), `tints` (fixed second and third colours), `views`, `width`, `cover_width` (of the view hero),
`samples`, `later` (a rank) and `turn` (the look in which it is shot from all round).
"""

import hashlib
import json
import os

from palette import tone_of

HERE = os.path.dirname(os.path.abspath(__file__))
PLAN, LAYERS = os.path.join(HERE, 'plan.json'), os.path.join(HERE, '.cache', 'layers')
PICTURES = os.path.join(os.path.dirname(os.path.dirname(HERE)), 'assets', 'pictures')
WIDTH = 1280  # the long edge is 1600
SAMPLES = {'hero': 8, 'angle': 6}  # denoise.py takes out the noise
OTHER_SAMPLES = 8
TURN_STEP = 10  # degrees between the frames of a turn
OPENING = 10  # frames that open a piece which was turned
TURN_SIZE = {'width': 960, 'samples': 4}


def _finish(entry, colour, hardware):
    """The metal to show: a steel bracelet is its metal, whatever the clasp of its family."""
    if entry['form'] == 'bracelet' and entry['material'] == 'steel':
        return {'silver': 'palladium', 'gold': 'gold'}.get(colour, hardware)
    return hardware


def _fingerprint(parameters):
    return hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()[:8]


def _size(entry, view):
    width, samples = entry.get('width', WIDTH), SAMPLES.get(view, OTHER_SAMPLES)
    if view == 'hero':
        width = entry.get('cover_width', width)
    return {'width': width, 'samples': entry.get('samples', samples)}


def _shot(entry, view):
    options = {**entry.get('options', {}), **({'open': True} if view == 'inside' else {})}
    model = {'form': entry['form'], 'material': entry['material'], 'view': view, 'options': options}
    name = f'{_look(entry)}-{view}-{_fingerprint(model)}'
    size = _size(entry, view)
    layers = os.path.join(LAYERS, f'{name}-{size["width"]}.npz')
    return {**model, **size, 'name': name, 'layers': layers}


def _look(entry):
    return '-'.join(filter(None, (entry['form'], entry.get('style'), entry['material'])))


def _picture(entry, look, view, *path):
    colour, hardware = look.split('/')
    return {
        'form': entry['form'],
        'style': entry.get('style', ''),
        'material': entry['material'],
        'view': view,
        'colour': colour,
        'hardware': hardware,
        'finish': _finish(entry, colour, hardware),
        'products': entry.get('products', []),
        'tints': [tone_of(colour, entry['material']), *map(tone_of, entry.get('tints', []))],
        'file': os.path.join(PICTURES, *path),
    }


def _pictures(entry, shot):
    for look in entry['looks']:
        file = f'{look.replace("/", "-")}-{shot["view"]}.webp'
        yield _picture(entry, look, shot['view'], _look(entry), file)


def turned(view):
    """By how many degrees a frame of a turn is turned from the first, by its view; None of any other view."""
    return int(view.removeprefix('turn-')) * TURN_STEP if view.startswith('turn-') else None


def opened(view):
    """How far a frame shows a piece open, from 0 to 1, by its view."""
    return (int(view.removeprefix('open-')) + 1) / OPENING if view.startswith('open-') else 0


def _turn(entry):
    """The shot of a piece from all round, then opened: its pictures are the views `turn-00`, `turn-01` …, `open-00` …"""
    model = {'form': entry['form'], 'material': entry['material'], 'view': 'turn', 'options': entry.get('options', {})}
    name = f'{_look(entry)}-turn-{_fingerprint({**model, "look": entry["turn"]})}'
    folder = os.path.join('turns', _look(entry), entry['turn'].replace('/', '-'))
    frames = [(f'turn-{frame:02}', f'{frame:02}.webp') for frame in range(360 // TURN_STEP)]
    frames += [(f'open-{frame:02}', f'open-{frame:02}.webp') for frame in range(OPENING)]
    pictures = [_picture(entry, entry['turn'], view, folder, file) for view, file in frames]
    layers = os.path.join(LAYERS, f'{name}-{TURN_SIZE["width"]}.npz')
    return {**model, **TURN_SIZE, 'name': name, 'layers': layers, 'pictures': pictures}


def shots():
    """Every shot with its pictures: first views of every form, of later entries, then second views likewise; then turns."""
    with open(PLAN, encoding='utf-8') as file:
        plan = json.load(file)
    ranked = [
        ((rank, entry.get('later', 0)), place, entry, view)
        for place, entry in enumerate(plan)
        for rank, view in enumerate(entry.get('views', ['hero', 'angle']))
    ]
    for _, _, entry, view in sorted(ranked, key=lambda item: item[:2]):
        shot = _shot(entry, view)
        yield {**shot, 'pictures': list(_pictures(entry, shot))}
    yield from (_turn(entry) for entry in plan if 'turn' in entry)
