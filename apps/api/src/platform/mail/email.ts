import { Body } from '@react-email/body'
import { Column } from '@react-email/column'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { type CSSProperties, createElement as element, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

export interface Email {
  subject: string
  html: string
  text: string
}

/**
 * Renders an e-mail: HTML for mail programs of any age, complete without its pictures, and plain
 * text. Every text is escaped.
 */
export function composeEmail(content: EmailContent, shopUrl: string): Email {
  return {
    subject: content.subject,
    html: emailHtml(content, shopUrl),
    text: toText(content, shopUrl),
  }
}

/** Where the shop's address goes; mail programs show nothing in its place. */
const addressMark = '<span class="address"></span>'

/** Adds the shop's name and address, in lines, to the end of a stored e-mail; null adds nothing. */
export function withAddress<Stored extends { html: string | null; text: string | null }>(
  email: Stored,
  address: string | null,
): Stored {
  if (!address) return email
  const line = address.split('\n').join(', ')
  return {
    ...email,
    html: email.html?.replace(addressMark, () => `<br>${escapeHtml(line)}`) ?? null,
    text: email.text && `${email.text}${line}\n`,
  }
}

function rowToText({ label, note, value }: EmailRow): string {
  return `${label}${note ? ` (${note})` : ''}${value === undefined ? '' : `: ${value}`}`
}

function toText(content: EmailContent, shopUrl: string): string {
  const { greeting, paragraphs, rows, action, afterwards = [], reason } = content
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

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** A row of the table in an e-mail, such as a product and its price. */
export interface EmailRow {
  label: string
  /** Under the label, smaller. */
  note?: string
  /** Missing where no price is to be seen. */
  value?: string
  /** An absolute URL; beside the label, which says what it shows. */
  picture?: string
  /** Separated from the rows above. */
  isTotal?: boolean
}

/** The content of an e-mail. */
export interface EmailContent {
  subject: string
  /** The preview text that mail programs show beside the subject. */
  preview: string
  greeting: string
  paragraphs: string[]
  /** A table below the paragraphs. */
  rows?: EmailRow[]
  /** The main link. */
  action?: { label: string; url: string }
  /** Paragraphs below the link. */
  afterwards?: string[]
  /** Why the recipient gets this e-mail. */
  reason: string
}

// React Email's components without JSX, because the server runs its sources with type stripping
// only.

const colors = { paper: '#f5f2ec', ink: '#1b1815', stone: '#6b635b', hairline: '#ddd6cb' }
const serif = "'Cormorant Garamond', Garamond, 'Hoefler Text', 'Times New Roman', serif"
const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif"

const styles = {
  body: { margin: 0, padding: '56px 24px 64px', backgroundColor: colors.paper },
  container: { maxWidth: '520px', textAlign: 'left' },
  shopName: {
    fontFamily: serif,
    fontSize: '24px',
    lineHeight: '32px',
    letterSpacing: '0.34em',
    color: colors.ink,
  },
  heading: {
    margin: '56px 0 28px',
    fontFamily: serif,
    fontSize: '34px',
    fontWeight: 'normal',
    lineHeight: '40px',
    letterSpacing: '-0.01em',
    color: colors.ink,
  },
  paragraph: {
    margin: '0 0 20px',
    fontFamily: sans,
    fontSize: '16px',
    lineHeight: '26px',
    color: colors.ink,
  },
  rows: { margin: '12px 0 0' },
  cell: {
    padding: '12px 0',
    borderTop: `1px solid ${colors.hairline}`,
    fontFamily: sans,
    fontSize: '15px',
    lineHeight: '22px',
    color: colors.ink,
  },
  pictureCell: { width: '72px', paddingRight: '16px' },
  picture: { display: 'block', width: '72px', height: '90px', backgroundColor: colors.paper },
  total: { borderTop: `1px solid ${colors.ink}`, fontWeight: 'bold' },
  value: { paddingLeft: '24px', whiteSpace: 'nowrap' },
  note: { fontSize: '13px', color: colors.stone },
  action: { margin: '36px 0 40px' },
  button: {
    display: 'inline-block',
    padding: '16px 32px',
    backgroundColor: colors.ink,
    color: colors.paper,
    fontFamily: sans,
    fontSize: '12px',
    lineHeight: '16px',
    letterSpacing: '0.12em',
    textTransform: 'uppercase',
  },
  signature: {
    margin: '36px 0 48px',
    fontFamily: serif,
    fontSize: '22px',
    lineHeight: '28px',
    color: colors.ink,
  },
  footer: { borderTop: `1px solid ${colors.hairline}`, paddingTop: '28px' },
  small: {
    margin: '0 0 20px',
    fontFamily: sans,
    fontSize: '13px',
    lineHeight: '20px',
    color: colors.stone,
  },
  address: { color: colors.stone, textDecoration: 'underline', wordBreak: 'break-all' },
} as const satisfies Record<string, CSSProperties>

/** The style sheet for programs that follow the reader's dark mode; others ignore it. */
export const emailStyleSheet = `@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${colors.ink} !important }
  .ink { color: ${colors.paper} !important }
  .stone { color: #b5aba0 !important }
  .line { border-color: #4a423b !important }
  .button { background-color: ${colors.paper} !important; color: ${colors.ink} !important }
}`

const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Renders the HTML. React escapes every text. */
function emailHtml(content: EmailContent, shopUrl: string): string {
  return `${doctype}${renderToStaticMarkup(document(content, shopUrl))}\n`
}

function document(content: EmailContent, shopUrl: string): ReactElement {
  const { subject, preview, greeting, paragraphs, rows, action, afterwards = [], reason } = content
  const isLast = { margin: 0 }
  return element(
    Html,
    { lang: 'en' },
    element(
      Head,
      null,
      element('meta', { name: 'viewport', content: 'width=device-width' }),
      element('meta', { name: 'color-scheme', content: 'light dark' }),
      element('meta', { name: 'format-detection', content: 'telephone=no,date=no,address=no' }),
      element('style', null, emailStyleSheet),
      element('title', null, subject),
    ),
    element(
      Body,
      { style: styles.body, className: 'paper' },
      element(Preview, null, preview),
      element(
        Container,
        { style: styles.container },
        element(Link, { href: shopUrl, style: styles.shopName, className: 'ink' }, 'SOLVANE'),
        element(Heading, { style: styles.heading, className: 'ink' }, subject),
        ...[greeting, ...paragraphs].map(paragraph),
        rows && element(Section, { style: styles.rows }, ...rows.map(row)),
        action &&
          element(
            Section,
            { style: styles.action },
            element(
              Link,
              { href: action.url, style: styles.button, className: 'button' },
              action.label,
            ),
          ),
        ...afterwards.map(paragraph),
        element(Text, { style: styles.signature, className: 'ink' }, 'Solvane'),
        element(
          Section,
          { style: styles.footer, className: 'line' },
          action &&
            element(
              Text,
              { style: styles.small, className: 'stone' },
              'If the button does not open, copy this address into your browser:',
              element('br'),
              element(
                Link,
                { href: action.url, style: styles.address, className: 'stone' },
                action.url,
              ),
            ),
          element(
            Text,
            { style: { ...styles.small, ...isLast }, className: 'stone' },
            reason,
            element('span', { className: 'address' }),
          ),
        ),
      ),
    ),
  )
}

function paragraph(text: string): ReactElement {
  return element(Text, { style: styles.paragraph, className: 'ink' }, text)
}

function row({ label, note, value, picture, isTotal }: EmailRow): ReactElement {
  const style = { ...styles.cell, ...(isTotal && styles.total) }
  const className = 'ink line'
  return element(
    Row,
    null,
    picture &&
      element(
        Column,
        { valign: 'top', style: { ...style, ...styles.pictureCell }, className },
        // The alternative text is empty, because the label stands beside the picture. Without a
        // priority React would add a link that preloads it.
        element('img', {
          src: picture,
          alt: '',
          width: 72,
          height: 90,
          fetchPriority: 'low',
          style: styles.picture,
        }),
      ),
    element(
      Column,
      { valign: 'top', style, className },
      label,
      note && element('br'),
      note && element('span', { style: styles.note, className: 'stone' }, note),
    ),
    value !== undefined &&
      element(
        Column,
        { align: 'right', valign: 'top', style: { ...style, ...styles.value }, className },
        value,
      ),
  )
}
