import { inflateSync } from 'node:zlib'

/**
 * The text of a PDF as it is drawn, a text a line. Reads what `pdfkit` writes: compressed streams, text in glyph
 * numbers, and a table of each font that says which characters these are.
 */
export function pdfText(file: Buffer): string {
  const source = file.toString('latin1')
  const objects = new Map<string, { head: string; stream: string }>()
  for (const [, id = '', body = ''] of source.matchAll(
    /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g,
  )) {
    const [head = '', ...rest] = body.split('stream\n')
    const raw = Buffer.from(rest.join('stream\n').replace(/\n?endstream$/, ''), 'latin1')
    const isText =
      rest.length > 0 && !/\/Length1|\/FontFile|\/Subtype \/(CIDFont|OpenType)/.test(head)
    objects.set(id, { head, stream: isText ? inflated(raw) : '' })
  }
  const reference = (head: string, name: string) =>
    new RegExp(`/${name} (?:\\[)?(\\d+) 0 R`).exec(head)?.[1] ?? ''
  const fonts = new Map<string, Map<string, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = objects.get(reference(objects.get(id)?.head ?? '', 'ToUnicode'))?.stream ?? ''
      fonts.set(name, charactersOf(table))
    }
  const texts: string[] = []
  for (const { stream } of objects.values()) {
    let characters = new Map<string, string>()
    for (const [, font, drawn] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (font) characters = fonts.get(font) ?? characters
      if (drawn !== undefined)
        texts.push(
          [...drawn.matchAll(/<([0-9a-f]+)>/g)]
            .flatMap(([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
            .map((glyph) => characters.get(glyph) ?? '\ufffd')
            .join(''),
        )
    }
  }
  return texts.join('\n')
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch {
    return stream.toString('latin1')
  }
}

/** By glyph number, in four hexadecimal digits. */
function charactersOf(table: string): Map<string, string> {
  const characters = new Map<string, string>()
  for (const [, from = '', list = ''] of table.matchAll(
    /<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/gs,
  ))
    for (const [at, [, units = '']] of [...list.matchAll(/<([0-9a-f ]+)>/g)].entries())
      characters.set(
        (Number.parseInt(from, 16) + at).toString(16).padStart(4, '0'),
        String.fromCharCode(
          ...(units.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) =>
            Number.parseInt(unit, 16),
          ),
        ),
      )
  return characters
}
