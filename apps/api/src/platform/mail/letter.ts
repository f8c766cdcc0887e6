/** A line of the account in a letter, such as a piece and what it costs. */
export interface LetterRow {
  label: string
  /** Under the label, smaller. */
  note?: string
  value: string
  /** Set apart from the lines before it. */
  isTotal?: boolean
}

/** What a letter says, before it has a form. */
export interface LetterText {
  subject: string
  /** What a mail program shows beside the subject. */
  preview: string
  greeting: string
  paragraphs: string[]
  /** An account, under the paragraphs. */
  rows?: LetterRow[]
  /** The one thing the reader may want to do. */
  action?: { label: string; url: string }
  /** What stands under the action. */
  afterwards?: string[]
  /** Why the reader has got it. */
  reason: string
}

export interface Letter {
  subject: string
  html: string
  text: string
}

const colors = { paper: '#f5f2ec', ink: '#1b1815', stone: '#6b635b', hairline: '#ddd6cb' }
const serif = "'Cormorant Garamond', Garamond, 'Hoefler Text', 'Times New Roman', serif"
const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif"

/**
 * Gives a letter the form of the house: HTML that mail programs of any age can show, without
 * pictures, and the same in plain text. Every text is escaped.
 */
export function writeLetter(letter: LetterText, shopUrl: string): Letter {
  return { subject: letter.subject, html: toHtml(letter, shopUrl), text: toText(letter, shopUrl) }
}

function toHtml(letter: LetterText, shopUrl: string): string {
  const { subject, preview, greeting, paragraphs, rows, action, afterwards = [], reason } = letter
  const paragraph = (text: string) =>
    `<p style="margin:0 0 20px;font:16px/26px ${sans};color:${colors.ink}">${escapeHtml(text)}</p>`
  const button = action
    ? `<p style="margin:36px 0 40px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:16px 32px;background:${colors.ink};color:${colors.paper};font:12px/16px ${sans};letter-spacing:0.12em;text-transform:uppercase;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : ''
  const address = action
    ? `<p style="margin:0 0 20px;font:13px/20px ${sans};color:${colors.stone}">If the button does not open, copy this address into your browser:<br><a href="${escapeHtml(action.url)}" style="color:${colors.stone};word-break:break-all">${escapeHtml(action.url)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${colors.paper}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colors.paper}">
<tr><td align="center" style="padding:56px 24px 64px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">
<tr><td style="padding:0 0 56px"><a href="${escapeHtml(shopUrl)}" style="font:24px/32px ${serif};letter-spacing:0.34em;color:${colors.ink};text-decoration:none">SOLVANE</a></td></tr>
<tr><td>
<h1 style="margin:0 0 28px;font:normal 34px/40px ${serif};letter-spacing:-0.01em;color:${colors.ink}">${escapeHtml(subject)}</h1>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${rows ? rowsToHtml(rows) : ''}
${button}
${afterwards.map(paragraph).join('\n')}
<p style="margin:36px 0 48px;font:22px/28px ${serif};color:${colors.ink}">Solvane</p>
</td></tr>
<tr><td style="padding:28px 0 0;border-top:1px solid ${colors.hairline}">
${address}<p style="margin:0;font:13px/20px ${sans};color:${colors.stone}">${escapeHtml(reason)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function rowsToHtml(rows: LetterRow[]): string {
  const cells = rows.map(({ label, note, value, isTotal }) => {
    const place = `padding:12px 0;border-top:1px solid ${isTotal ? colors.ink : colors.hairline};font:${isTotal ? 'bold ' : ''}15px/22px ${sans};color:${colors.ink}`
    const small = note
      ? `<br><span style="font-size:13px;color:${colors.stone}">${escapeHtml(note)}</span>`
      : ''
    return `<tr><td style="${place}">${escapeHtml(label)}${small}</td><td align="right" valign="top" style="${place};padding-left:24px;white-space:nowrap">${escapeHtml(value)}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0 0">\n${cells.join('\n')}\n</table>`
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
