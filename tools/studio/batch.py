"""Renders and develops everything that is missing, then everything narrower than planned; stop it at any time and start
it again.

    nice -n 19 python3 batch.py [--again] [name part]

One Blender at a time; several batches may run beside each other. While the pause file exists (STUDIO_PAUSE, default
.cache/PAUSE) the current one is held. With a name part, only shots whose name contains it; --again renders them although
they are there.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time

import jobs
import manifest

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.path.join(HERE, '.cache')
PAUSE = os.environ.get('STUDIO_PAUSE', os.path.join(CACHE, 'PAUSE'))
QUALITY = {'hero': '86', 'turn': '72'}
OTHER_QUALITY = '75'  # other views fill more of the picture
SESSION_NICE = 5
ENVIRONMENT = {**os.environ, 'OMP_WAIT_POLICY': 'passive'}  # never spin while others need the machine


def run(command, text=None):
    """Runs a command to its end, holding it while the pause file exists."""
    while os.path.exists(PAUSE):
        time.sleep(2)
    with open(os.path.join(CACHE, f'{os.getpid()}.log'), 'w', encoding='utf-8') as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if text else log,
            stderr=log,
            text=True,
            start_new_session=True,
            env=ENVIRONMENT,
        )
    step_aside(process)
    held = False
    try:
        while True:
            try:
                return process.communicate(text, timeout=0.5)[0]
            except subprocess.TimeoutExpired:
                text = None  # it is on its way
                if os.path.exists(PAUSE) != held:
                    held = not held
                    os.killpg(process.pid, signal.SIGSTOP if held else signal.SIGCONT)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)  # the batch was stopped: nothing renders on without it


def step_aside(process):
    """Lowers the weight of its session too: Linux shares the processor among sessions, whatever their `nice`."""
    try:
        with open(f'/proc/{process.pid}/autogroup', 'w', encoding='utf-8') as group:
            group.write(str(SESSION_NICE))
    except OSError:
        pass  # a kernel without such groups


def blender(script, order):
    return run(['blender', '-b', '--factory-startup', '--python', os.path.join(HERE, script), '--', json.dumps(order)])


def stale(picture, shot, widths):
    """Whether a picture is missing, narrower than planned or older than its layers; `widths` are those of all pictures."""
    if widths.get(picture['file'], 0) < shot['width'] or not os.path.exists(picture['file']):
        return True
    return os.path.exists(shot['layers']) and os.path.getmtime(picture['file']) < os.path.getmtime(shot['layers'])


def png_of(shot, picture):
    """Where a picture is developed to before it is encoded."""
    stem = os.path.splitext(os.path.basename(picture['file']))[0]
    return os.path.join(CACHE, f'{shot["name"]}-{stem}.png')


def take(shot):
    """Renders the shot if needed and develops its missing pictures."""
    widths = manifest.widths()
    missing = [p for p in shot['pictures'] if not os.path.exists(shot['layers']) or stale(p, shot, widths)]
    if not missing:
        return
    orders = [
        {
            'png': png_of(shot, p),
            'tints': p['tints'],
            'hardware': p['finish'],
            'turned': jobs.turned(p['view']),
            'opened': jobs.opened(p['view']),
        }
        for p in missing
    ]
    started, rendered = time.time(), not os.path.exists(shot['layers'])
    keys = ('form', 'material', 'view', 'options', 'width', 'samples', 'layers')
    script = 'turn.py' if shot['view'] == 'turn' else 'render.py' if rendered else 'develop.py'
    blender(script, {**{key: shot[key] for key in keys}, 'pictures': orders})
    if not os.path.exists(orders[-1]['png']):
        print('failed:', shot['name'], flush=True)
        return
    lines = ''.join(f'{o["png"]}\t{p["file"]}\n' for o, p in zip(orders, missing))
    encoded = run(['node', os.path.join(HERE, 'encode.cjs'), QUALITY.get(shot['view'], OTHER_QUALITY)], lines)
    manifest.add(
        [{**picture, **json.loads(line)} for picture, line in zip(missing, encoded.splitlines())],
        shot['name'],
        round(time.time() - started) if rendered else None,
    )
    print(
        f'{time.strftime("%H:%M:%S")} {shot["name"]}: {len(missing)} pictures, {time.time() - started:.0f} s',
        flush=True,
    )


def claim(shot):
    """An open file that holds the shot against other batches until it is closed, or None when another has it."""
    file = open(os.path.join(CACHE, 'claims', shot['name']), 'w', encoding='utf-8')
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def next_shot(part, done, again=False):
    """The next shot to take, by the plan as it is now: with a missing picture, else a narrow cover, else a narrow view."""
    widths = manifest.widths()
    open_shots = [
        shot
        for shot in jobs.shots()
        if part in shot['name'] and shot['name'] not in done
        if again or any(stale(p, shot, widths) for p in shot['pictures'])
    ]

    def place(shot):
        narrowest = min(widths.get(p['file'], 0) for p in shot['pictures'])
        return narrowest > 0, shot['view'] != 'hero', narrowest

    return min(open_shots, key=place, default=None)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit('stopped'))
    for folder in (jobs.LAYERS, os.path.join(CACHE, 'claims')):
        os.makedirs(folder, exist_ok=True)
    again, parts = '--again' in sys.argv, [word for word in sys.argv[1:] if word != '--again']
    part, done = (parts or [''])[0], set()
    while shot := next_shot(part, done, again):
        done.add(shot['name'])
        if claimed := claim(shot):
            with claimed:
                if again and os.path.exists(shot['layers']):
                    os.remove(shot['layers'])
                take(shot)


if __name__ == '__main__':
    main()
