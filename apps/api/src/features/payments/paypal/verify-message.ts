import { z } from 'zod'
import type { ReceivedEvent, WebhookMessage } from '../provider.ts'
import { type AskPayPal, PayPalRejection } from './paypal-client.ts'

const event = z.looseObject({ id: z.string().max(200), event_type: z.string().max(200) })

const signature = z.object({
  'paypal-auth-algo': z.string().max(100),
  'paypal-cert-url': z.string().max(500),
  'paypal-transmission-id': z.string().max(200),
  'paypal-transmission-sig': z.string().max(2000),
  'paypal-transmission-time': z.string().max(100),
})

const verification = '/v1/notifications/verify-webhook-signature'

const verdict = z.object({ verification_status: z.string() })

/**
 * The event of a webhook, if PayPal confirms its signature; else null. The body is returned byte
 * for byte, because the signature covers its bytes, and JSON.stringify might change them.
 */
export async function verifyMessage(
  ask: AskPayPal,
  webhookId: string,
  { headers, body }: WebhookMessage,
): Promise<ReceivedEvent | null> {
  const text = body.toString('utf8')
  const sent = signature.safeParse(headers).data
  const event = parseJson(text)
  if (!sent || !event) return null
  const claim = JSON.stringify({
    auth_algo: sent['paypal-auth-algo'],
    cert_url: sent['paypal-cert-url'],
    transmission_id: sent['paypal-transmission-id'],
    transmission_sig: sent['paypal-transmission-sig'],
    transmission_time: sent['paypal-transmission-time'],
    webhook_id: webhookId,
  })
  try {
    const question = `${claim.slice(0, -1)},"webhook_event":${text}}`
    const answer = await ask(({ post }) => post(verification, question))
    const { verification_status } = verdict.parse(JSON.parse(answer))
    return verification_status === 'SUCCESS'
      ? { id: event.id, type: event.event_type, payload: event }
      : null
  } catch (error) {
    if (error instanceof PayPalRejection) return null
    throw error
  }
}

function parseJson(text: string): z.infer<typeof event> | undefined {
  try {
    return event.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
