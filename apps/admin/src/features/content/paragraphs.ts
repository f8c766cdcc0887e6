/** Paragraphs as they are typed: with an empty line between. */
export function joinParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.join('\n\n')
}

/** The paragraphs of a typed text; empty ones are left out. */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

/** Its lines; empty ones are left out. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** A name for addresses, from a heading: `Women’s shoes` is `women-s-shoes`. */
export function anchorOf(heading: string): string {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
}
