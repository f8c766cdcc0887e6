/** Paragraphs as text, with an empty line between them. */
export function joinParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.join('\n\n')
}

/** The paragraphs of a text; empty ones are omitted. */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

/** The lines of a text; empty ones are omitted. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** A slug from a heading: `Women’s shoes` becomes `women-s-shoes`. */
export function anchorOf(heading: string): string {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
}
