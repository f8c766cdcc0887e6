import { stableId } from './stable-id.ts'

/** What the advisers of the demo house write most often. */
const replies = [
  {
    title: 'Good day',
    content: 'Good day, and thank you for writing to Solvane. How can I help you?',
  },
  {
    title: 'Where is my order',
    content:
      'Your order page shows where it is, with a link to the carrier as soon as it has left us. Would you give me its number? Then I look at once.',
  },
  {
    title: 'Returns',
    content:
      'Please tell us within 3 days of its arrival, and send the piece back so that it reaches us within 7. It must be unworn and in its box again.',
  },
  {
    title: 'Care of leather',
    content:
      'Keep it out of rain and strong sun, wipe it with a soft dry cloth, and stuff it with tissue when it rests. For stains please write to us before you try anything.',
  },
] as const

/** The answers kept ready that the demo house begins with, as the table takes them; instants as ISO strings. */
export function houseReplies(at: Date) {
  return replies.map(({ title, content }) => ({
    id: stableId('reply', title),
    title,
    content,
    updated_at: at.toISOString(),
  }))
}
