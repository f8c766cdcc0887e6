import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** A choice on a payment page. */
export interface Choice {
  /** The value that the form sends as `action`. */
  action: string
  label: string
  /** The consequence of the choice. */
  means: string
}

export interface PayPage {
  /** The provider whose page is simulated. */
  provider: string
  /** Such as `$1,250.00`. */
  amount: string
  description: string
  /** A message about the last choice. */
  notice?: string
  choices: Choice[]
  /** The shop's return URL, shown as a link; null if a choice leads there. */
  backUrl: string | null
  /** The origins to which choices redirect. */
  leadsTo: string[]
  /** The path of the style sheet and fonts, relative to the page. */
  assets: string
  title: string
  /** Reload automatically: the state is about to change. */
  isPassing?: boolean
}

const fonts = {
  'display.woff2': import.meta.resolve(
    '@fontsource-variable/cormorant/files/cormorant-latin-wght-normal.woff2',
  ),
  'text.woff2': import.meta.resolve(
    '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  ),
}
const styleSheet = fileURLToPath(new URL('./pay-page.css', import.meta.url))

/** Serves the style sheet and fonts of the payment pages under `/assets`. */
export function servePayPageAssets(scope: FastifyInstance): void {
  const schema = { hide: true }
  const aDay = 'public, max-age=86400'
  scope.get('/assets/pay-page.css', { schema }, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(readFileSync(styleSheet)),
  )
  for (const [name, file] of Object.entries(fonts))
    scope.get(`/assets/${name}`, { schema }, (_request, reply) =>
      reply
        .header('cache-control', aDay)
        .type('font/woff2')
        .send(readFileSync(fileURLToPath(file))),
    )
}

/** Sends a payment page, which runs no script. */
export function sendPayPage(reply: FastifyReply, status: number, page: PayPage): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    `form-action 'self' ${[...new Set(page.leadsTo)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return reply
    .code(status)
    .header('content-security-policy', policy.join('; '))
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(render(page))
}

function render(page: PayPage): string {
  const { provider, amount, description, notice, choices, backUrl, assets, title } = page
  const forms = choices.map(
    ({ action, label, means }, index) => `
<li><form method="post">
<button name="action" value="${escapeHtml(action)}" class="${index === 0 ? 'primary' : 'secondary'}" aria-describedby="means-${index}">${escapeHtml(label)}</button>
<p id="means-${index}">${escapeHtml(means)}</p>
</form></li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${page.isPassing ? '<meta http-equiv="refresh" content="2">' : ''}
<title>${escapeHtml(title)} – test payment</title>
<link rel="preload" href="${assets}/display.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="${assets}/text.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets}/pay-page.css">
</head>
<body>
<header><span class="wordmark">Solvane</span></header>
<main>
<p class="test"><strong>Test payment.</strong> No money moves. In place of ${escapeHtml(provider)}, you decide how it ends.</p>
<h1>${escapeHtml(title)}</h1>
<dl>
<dt>Amount</dt><dd class="amount">${escapeHtml(amount)}</dd>
<dt>For</dt><dd>${escapeHtml(description)}</dd>
</dl>
${notice ? `<p class="notice" role="status">${escapeHtml(notice)}</p>` : ''}
${forms.length > 0 ? `<ul>${forms.join('')}\n</ul>` : ''}
${backUrl ? `<p class="back"><a href="${escapeHtml(backUrl)}">Back to the order</a></p>` : ''}
</main>
</body>
</html>
`
}

/** Formats cents as dollars. */
export function inDollars(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)
}
