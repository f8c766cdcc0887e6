import { describe, expect, it } from 'vitest'
import {
  type ChatMessage,
  dayName,
  dayOf,
  hasGap,
  lastWithoutGap,
  linkParts,
  pendingMessage,
  withFailed,
  withReceived,
  withRetried,
} from './chat-messages.ts'

const now = new Date('2026-03-04T12:00:00')

function message(seq: number, content = `${seq}`): ChatMessage {
  return {
    id: `id ${seq}`,
    clientMessageId: `client ${seq}`,
    content,
    senderType: 'USER',
    senderName: null,
    createdAt: now.toISOString(),
    roomId: 'room',
    seq,
    attachments: [],
    products: [],
  }
}
const sending = (clientMessageId: string) =>
  pendingMessage({ clientMessageId, content: 'Hello', senderType: 'USER' }, now)
const contents = (shown: readonly { content: string }[]) => shown.map(({ content }) => content)

describe('messages', () => {
  it('are in order, without duplicates, with unsent ones at the end', () => {
    let shown = withReceived([sending('mine')], [message(3), message(1)])
    shown = withReceived(shown, [message(2), message(3)])
    expect(contents(shown)).toEqual(['1', '2', '3', 'Hello'])
    expect(shown.at(-1)).toMatchObject({ loading: true, seq: null })
  })

  it('are replaced by the server’s version', () => {
    const shown = withReceived([sending('client 4')], [message(4, 'Hello.')])
    expect(shown).toMatchObject([{ id: 'id 4', content: 'Hello.', loading: false, error: false }])
  })

  it('fail with a reason, and can be sent again', () => {
    const failed = withFailed([sending('mine')], 'mine', 'Send failed')
    expect(failed).toMatchObject([{ loading: false, error: true, errorMessage: 'Send failed' }])
    expect(withRetried(failed, 'mine')).toMatchObject([{ loading: true, error: false }])
    expect(withReceived(failed, [{ ...message(1), clientMessageId: 'mine' }])).toMatchObject([
      { error: false, seq: 1 },
    ])
  })

  it('that were delivered do not fail afterwards', () => {
    const shown = withReceived([], [message(1)])
    expect(withFailed(shown, 'client 1', 'late')).toEqual(shown)
  })

  it.each([
    [[], 0, false],
    [[1, 2, 3], 3, false],
    [[7, 8], 8, false],
    [[1, 2, 5], 2, true],
  ])('have gaps that are found: %j', (seqs, last, isGap) => {
    const shown = [
      ...withReceived(
        [],
        seqs.map((seq) => message(seq)),
      ),
      sending('mine'),
    ]
    expect(lastWithoutGap(shown)).toBe(last)
    expect(hasGap(shown)).toBe(isGap)
  })
})

describe('links', () => {
  it.each([
    ['no link', [['no link', null]]],
    [
      'See https://example.com/a?b=1, please.',
      [
        ['See ', null],
        ['https://example.com/a?b=1', 'https://example.com/a?b=1'],
        [', please.', null],
      ],
    ],
    [
      '(http://example.com)',
      [
        ['(', null],
        ['http://example.com', 'http://example.com/'],
        [')', null],
      ],
    ],
    ['javascript:alert(1)', [['javascript:alert(1)', null]]],
    ['data:text/html,x', [['data:text/html,x', null]]],
    ['https://', [['https://', null]]],
    [
      'https://x.example/"onclick=alert(1)',
      [
        ['https://x.example/', 'https://x.example/'],
        ['"onclick=alert(1)', null],
      ],
    ],
    [
      '<a href="https://x.example">',
      [
        ['<a href="', null],
        ['https://x.example', 'https://x.example/'],
        ['">', null],
      ],
    ],
  ])('%s', (text, parts) => {
    expect(linkParts(text)).toEqual(parts.map(([part, href]) => ({ text: part, href })))
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})

it.each([
  ['2026-03-04T01:00:00', 'Today'],
  ['2026-03-03T23:00:00', 'Yesterday'],
  ['2026-03-02T23:00:00', 'Monday 2 March'],
])('the day of %s is named %s', (local, name) => {
  expect(dayName(new Date(local).toISOString(), now)).toBe(name)
})

it('the day depends on the given time zone', () => {
  const midnight = new Date('2026-03-04T00:30:00Z')
  const at = '2026-03-03T23:30:00Z'
  expect(dayName(at, midnight, 'UTC')).toBe('Yesterday')
  expect(dayName(at, midnight, 'Europe/Paris')).toBe('Today')
  expect(dayOf(at, 'Pacific/Auckland')).toBe('2026-03-04')
})
