import { expect, test } from 'vitest'
import { composeEmail } from './email.ts'

const email = composeEmail(
  {
    subject: 'Here & "there"',
    preview: 'p',
    greeting: 'Dear <script>alert(1)</script>,',
    paragraphs: ['One.', 'Two.'],
    rows: [
      { label: '<b>Bag</b>', note: "it's </td>", value: '$1.00' },
      { label: 'Total', value: '$1.00', isTotal: true },
    ],
    action: { label: 'Open', url: 'https://shop.example/page?a=1&b="2"#token=x' },
    afterwards: ['Three.'],
    reason: 'You asked.',
  },
  'https://shop.example',
)

test('no text of an e-mail can become HTML', () => {
  expect(email.html).not.toContain('<script')
  expect(email.html).toContain('Dear &lt;script&gt;alert(1)&lt;/script&gt;,')
  expect(email.html).toContain('&lt;b&gt;Bag&lt;/b&gt;')
  expect(email.html).toContain('it&#x27;s &lt;/td&gt;')
  expect(email.html).toContain('href="https://shop.example/page?a=1&amp;b=&quot;2&quot;#token=x"')
})

test('an e-mail shows the pictures of its rows and loads nothing else from the network', () => {
  const src = 'https://shop.example/media/bag.12345678-160.webp?a=1&b="2"'
  const rows = [{ label: 'Bag', value: '$1.00', picture: src }]
  const { html, text } = composeEmail(
    { subject: 's', preview: 'p', greeting: 'g', paragraphs: [], rows, reason: 'r' },
    'https://shop.example',
  )
  expect(html).toContain(
    'src="https://shop.example/media/bag.12345678-160.webp?a=1&amp;b=&quot;2&quot;" alt=""',
  )
  expect(html.match(/src=/g)).toHaveLength(1)
  expect(html).not.toMatch(/<link|url\(|@import/)
  expect(text).toContain('Bag: $1.00')
})

test('an e-mail follows the reader’s dark mode', () => {
  expect(email.html).toContain('<meta name="color-scheme" content="light dark"')
  expect(email.html).toMatch(/@media \(prefers-color-scheme: dark\)/)
})

test('an e-mail without pictures loads nothing from the network', () => {
  expect(email.html).not.toMatch(/src=|<link|url\(|@import/)
})

test('an e-mail has the same content in plain text', () => {
  expect(email.text).toBe(`SOLVANE

Dear <script>alert(1)</script>,

One.

Two.

<b>Bag</b> (it's </td>): $1.00
Total: $1.00

Open:
https://shop.example/page?a=1&b="2"#token=x

Three.

Solvane

--
You asked.
https://shop.example
`)
})
