import { emailHtml, type LetterRow, type LetterText } from './email-html.ts'

export interface Letter {
  subject: string
  html: string
  text: string
}

/**
 * Gives a letter the form of the house: HTML that mail programs of any age can show, without
 * pictures, and the same in plain text. Every text is escaped.
 */
export function writeLetter(letter: LetterText, shopUrl: string): Letter {
  return {
    subject: letter.subject,
    html: emailHtml(letter, shopUrl),
    text: toText(letter, shopUrl),
  }
}

function rowToText({ label, note, value }: LetterRow): string {
  return `${label}${note ? ` (${note})` : ''}: ${value}`
}

function toText(letter: LetterText, shopUrl: string): string {
  const { greeting, paragraphs, rows, action, afterwards = [], reason } = letter
  const parts = [
    'SOLVANE',
    greeting,
    ...paragraphs,
    ...(rows ? [rows.map(rowToText).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...afterwards,
    'Solvane',
    `--\n${reason}\n${shopUrl}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes any text safe inside HTML, also in an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
