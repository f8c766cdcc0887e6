"""Writes docs/collection.md from the manifest: what there is, what is still to shoot. Run sheets.cjs for its pictures.

python3 collection.py ../../docs/collection.md
"""

import os
import statistics
import sys

import jobs
import manifest

FAMILIES = {
    'Bags': 'top-handle tote quilted-chain bucket hobo clutch crossbody backpack briefcase weekender',
    'Small leather goods': 'continental-wallet bifold card-holder key-case pouch',
    'Shoes': 'pump loafer sneaker sandal ankle-boot derby',
    'Accessories': 'belt silk-scarf sunglasses watch bracelet hat',
    'Ready-to-wear': 'knit blanket-scarf',
    'Tiles and still lifes': 'service-box gift-boxes best-sellers',
}
INTRODUCTION = """# The collection in pictures

Every picture was made by the [photo studio](../tools/studio/README.md) of this repository and lies in
[`assets/pictures`](../assets/pictures) as a WebP master; `manifest.json` there says which file shows which form, material,
colour, hardware and view, for which products, with size, dominant colour and an alternative text.

![One picture of every kind](collection/every-kind.webp)
"""
EDITORIAL = """## Editorial

| File | For |
|---|---|
| `editorial/odyssey-wide.webp` | the banner "Summer Odyssey", 16:9, its left third free for words |
| `editorial/odyssey-tall.webp` | the same at 4:5 for phones and upright screens |
| `editorial/odyssey-wide-morning.webp`, `-evening`, `-night`, and `odyssey-tall-…` | the banner at other hours |
| `editorial/odyssey-og.webp` | link previews, 1200 × 630 |
| `editorial/terrace-wide.webp`, `-tall.webp` | the first story of the home page |
| `editorial/gifts-wide.webp`, `-tall.webp` | its second story, and the page on gifts |
| `editorial/journey-tall.webp` | the about page, and men's bags in the menu |
| `editorial/office-`, `steps-`, `leather-`, `sun-`, `soles-`, `pockets-`, `evening-`, `knit-tall.webp` | other parts of the menu |
"""


def table(heads, rows):
    lines = [heads, ['---'] * len(heads), *rows]
    return '\n'.join('| ' + ' | '.join(str(cell) for cell in line) + ' |' for line in lines) + '\n'


def families(entries):
    for name, forms in FAMILIES.items():
        own = [e for e in entries if e['form'] in forms.split()]
        looks = {os.path.dirname(e['file']) + e['colour'] + e['hardware'] for e in own}
        yield name, len(forms.split()), len(looks), len(own)


def shares(entries):
    """How many products have one to five pictures in every one of their looks."""
    views = {}
    for shot in jobs.shots():
        for picture in shot['pictures'] if shot['view'] != 'turn' else []:
            for product in picture['products']:
                views.setdefault(product, {})[picture['colour'], picture['hardware']] = 0
    for entry in entries:
        for product in entry['products']:
            views[product][entry['colour'], entry['hardware']] += 1
    fewest = [min(looks.values()) for looks in views.values()]
    return [(f'at least {n}', sum(count >= n for count in fewest), len(fewest)) for n in (1, 2, 3, 4, 5)]


def sizes(entries):
    count = {}
    for e in entries:
        count[e['width'], e['height']] = count.get((e['width'], e['height']), 0) + 1
    return [(f'{w} × {h}', n) for (w, h), n in sorted(count.items(), reverse=True)]


def still_to_shoot(entries):
    there = {e['file'] for e in entries}
    return [
        shot['name'].rsplit('-', 1)[0]
        for shot in jobs.shots()
        if any(os.path.relpath(p['file'], jobs.PICTURES) not in there for p in shot['pictures'])
    ]


def narrower(entries):
    """How many covers and how many other pictures are narrower than the plan wants them."""
    planned = {os.path.relpath(p['file'], jobs.PICTURES): shot for shot in jobs.shots() for p in shot['pictures']}
    narrow = [e['view'] == 'hero' for e in entries if e['width'] < planned.get(e['file'], {'width': 0})['width']]
    return sum(narrow), len(narrow) - sum(narrow)


def turning(frames):
    """The section about the pieces that can be turned."""
    size, looks = sum(e['size'] for e in frames), sorted({os.path.dirname(e['file']) for e in frames})
    yield (
        f'## Turning pieces\n\nShot from all round, {360 // jobs.TURN_STEP} frames each, '
        f'{frames[0]["width"]} × {frames[0]["height"]}, {size / len(looks) / 1000:.0f} kB a bag on average:\n'
        f'{", ".join(f"`{look}`" for look in looks)}.\n'
    )
    yield '![Turning pieces](collection/turns.webp)\n'


def document():
    everything = manifest.read()
    frames = [e for e in everything if jobs.turned(e['view']) is not None]
    entries = [e for e in everything if jobs.turned(e['view']) is None]
    total = sum(e['size'] for e in entries)
    seconds = [s for s in {e['shot']: e['seconds'] for e in entries}.values() if s]
    missing = still_to_shoot(everything)
    yield INTRODUCTION
    yield table(('Family', 'Kinds', 'Looks', 'Pictures'), families(entries))
    yield (
        f'{len(entries)} pictures from {len({e["shot"] for e in entries})} renders, {total / 1e6:.1f} MB in all, '
        f'{total / len(entries) / 1000:.0f} kB on average.\n'
    )
    yield table(('Pictures of its own form and material, in every look', 'Products', 'of'), shares(entries))
    yield table(('Size', 'Pictures'), sizes(entries))
    yield (
        f'A render with all its colours took {min(seconds)} to {max(seconds)} s, half of them under '
        f'{statistics.median(seconds):.0f} s, at the\nlowest priority of a busy machine with two cores; developing another '
        'colour takes one or two seconds.\n'
    )
    behind = ['From behind'] if any(e['view'] == 'back' for e in entries) else []
    for sheet in (*list(FAMILIES)[:-1], 'Second views', 'Third views', 'Close views', *behind):
        yield f'## {sheet}\n\n![{sheet}](collection/{sheet.lower().replace(" ", "-")}.webp)\n'
    if frames:
        yield from turning(frames)
    yield EDITORIAL
    covers, others = narrower(everything)
    if covers or others:
        yield (
            f'## Narrower than planned\n\n{covers} covers and {others} other views are to be shot larger; `batch.py` takes '
            'them once nothing is missing, covers first.\n'
        )
    if missing:
        yield '## Still to shoot\n\n`batch.py` goes on where it stopped: ' + ', '.join(missing) + '.\n'


if __name__ == '__main__':
    with open(sys.argv[1], 'w', encoding='utf-8') as file:
        file.write('\n'.join(document()))
