import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../database/database.ts'
import { escapeHtml } from './email.ts'
import { findMail, listMails, type MailRow } from './outbox.queries.ts'

const shownMails = 100

/** Allows the e-mails' styles and the shop's pictures, and no scripts. */
const previewPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:"

/**
 * Shows the outbox at `/dev/mails`, in development only, because links in e-mails open accounts.
 */
export function registerMailPreview(app: FastifyInstance, { db }: { db: Database }): void {
  const schema = { hide: true }

  app.get('/dev/mails', { schema }, async (_request, reply) =>
    sendHtml(reply, listPage(await listMails(db.kysely, shownMails))),
  )

  app.get<{ Params: { id: string } }>(
    '/dev/mails/:id(^[0-9a-f-]{36}$)',
    { schema },
    async (request, reply) => {
      const mail = await findMail(db, request.params.id)
      if (!mail) return reply.callNotFound()
      return sendHtml(
        reply,
        mail.html ?? '<p>The content of this e-mail was deleted after it was sent.</p>',
      )
    },
  )

  app.get<{ Params: { id: string } }>(
    '/dev/mails/:id(^[0-9a-f-]{36}$)/text',
    { schema },
    async (request, reply) => {
      const mail = await findMail(db, request.params.id)
      if (!mail) return reply.callNotFound()
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
      return mail.text ?? 'The content of this e-mail was deleted after it was sent.'
    },
  )
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', previewPolicy)
    .type('text/html; charset=utf-8')
    .send(html)
}

function listPage(mails: MailRow[]): string {
  const rows = mails.map(
    ({ id, recipient, subject, created_at, sent_at, dropped_reason }) => `<tr>
<td>${created_at.toISOString().slice(0, 19).replace('T', ' ')}</td>
<td>${escapeHtml(recipient)}</td>
<td><a href="/dev/mails/${id}">${escapeHtml(subject)}</a> · <a href="/dev/mails/${id}/text">text</a></td>
<td>${sent_at ? 'sent' : escapeHtml(dropped_reason ?? 'in the outbox')}</td>
</tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Outbox</title>
<style>
body { margin: 40px; background: #f5f2ec; color: #1b1815; font: 15px/24px Helvetica, Arial, sans-serif }
h1 { font: 36px/44px Garamond, 'Times New Roman', serif }
td { padding: 8px 24px 8px 0; border-top: 1px solid #ddd6cb; vertical-align: top }
a { color: inherit }
</style>
<h1>Outbox</h1>
${rows.length > 0 ? `<table>${rows.join('\n')}</table>` : '<p>There are no e-mails yet.</p>'}
</html>
`
}
