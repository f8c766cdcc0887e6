import type { AppContext } from '../../context.ts'
import { composeEmail, type Email } from '../../platform/mail/email.ts'

type Context = Pick<AppContext, 'config'>

/** A variant as its e-mails name it. */
export interface NamedVariant {
  name: string
  attributes: Record<string, string>
}

const described = ({ name, attributes }: NamedVariant) =>
  [name, ...Object.values(attributes)].join(', ')

/** The token is in the fragment, which browsers do not send: it appears in no log. */
const linkTo = ({ config }: Context, token: string) =>
  `${config.publicUrl}/waiting-list#token=${token}`

const reason = 'This address was entered for the waiting list of a product.'

/** The link that puts an address on the list. */
export function confirmWaitingEmail(ctx: Context, variant: NamedVariant, token: string): Email {
  return composeEmail(
    {
      subject: 'Confirm your place on the waiting list',
      preview: `${described(variant)}: one step is left.`,
      greeting: 'Good day,',
      paragraphs: [
        `Please confirm that we may write to this address when ${described(variant)} is back. Your place on the list counts from the moment you asked.`,
      ],
      action: { label: 'Join the waiting list', url: linkTo(ctx, token) },
      afterwards: ['The link is valid for seven days.'],
      reason: `${reason} If it was not you, please ignore this e-mail.`,
    },
    ctx.config.publicUrl,
  )
}

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** The e-mail that a unit is reserved, until when, with the link to it. */
export function offerEmail(
  ctx: Context,
  offer: NamedVariant & {
    nick_name: string | null
    is_confirmed: boolean
    price_cents: number
  },
  { token, endsAt }: { token: string; endsAt: Date },
): Email {
  const until = `${moments.format(endsAt)} UTC`
  return composeEmail(
    {
      subject: `Reserved for you: ${offer.name}`,
      preview: `Until ${until}.`,
      greeting: offer.nick_name && offer.is_confirmed ? `Dear ${offer.nick_name},` : 'Good day,',
      paragraphs: [
        `${described(offer)} is back, and one is reserved for you until ${until}. Afterwards it goes to the next person on the list.`,
      ],
      rows: [{ label: described(offer), value: dollars.format(offer.price_cents / 100) }],
      action: { label: 'See your reservation', url: linkTo(ctx, token) },
      afterwards: ['If you no longer want it, the same page lets you give it up.'],
      reason,
    },
    ctx.config.publicUrl,
  )
}
