"""The house palette: swatch and the tone a camera should find for it.

Pale leathers are shot a little below their swatch, or they would dissolve into the paper.
"""

SWATCHES = {
    'black': '#1C1A19',
    'espresso': '#3F2A20',
    'chestnut': '#6F4128',
    'cognac': '#9C5B2D',
    'camel': '#BA8C5A',
    'sand': '#D3BF9C',
    'ivory': '#EBE0C8',
    'chalk': '#FCFBF8',
    'grey': '#A29B92',
    'slate': '#57616A',
    'navy': '#1F2A3E',
    'sky': '#9AB6C9',
    'sage': '#A0A88C',
    'olive': '#5B5A3B',
    'saffron': '#CF962F',
    'terracotta': '#B25A3E',
    'oxblood': '#5B1A1E',
    'blush': '#DBB2A3',
    'silver': '#B9B8B4',
    'gold': '#C0A05C',
}

IN_CAMERA = {
    'olive': '#57563A',
    'black': '#1D1B1A',
    'chestnut': '#7A4120',
    'cognac': '#9A5E30',
    'ivory': '#DDD2BC',
    'chalk': '#E9E4DB',
    'sand': '#C9B595',
    'blush': '#D9BBAF',
    'sage': '#9BA08B',
    'sky': '#9DB2C1',
    'saffron': '#C48C2E',
    'navy': '#1F2531',
    'slate': '#535C64',
    'terracotta': '#A9553B',
    'silver': '#B0AFAB',
}


MATT = ('canvas', 'linen', 'cotton', 'wool', 'cashmere', 'suede')
IN_CAMERA_MATT = {  # cloth and suede mirror no light: darker, neither their form nor their weave would show
    'black': '#2C2A29',
    'navy': '#273042',
    'espresso': '#483328',
    'oxblood': '#61252A',
    'slate': '#59636C',
}


def tone_of(key, material=''):
    """The displayed colour to aim for on the well-lit part of a piece; plain hex passes through."""
    if key.startswith('#'):
        return key
    matt = IN_CAMERA_MATT if material in MATT else {}
    return matt.get(key) or IN_CAMERA.get(key, SWATCHES[key])
