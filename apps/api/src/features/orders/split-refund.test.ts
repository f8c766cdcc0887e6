import { expect, test } from 'vitest'
import { type BilledPart, type PayingOrder, type RefundShare, splitRefund } from './split-refund.ts'

const part = (key: string, cents: number, taxBp: number | null = 2_000): BilledPart => ({
  key,
  taxBp,
  cents,
})
/** The coat's difference was billed by a supplementary order, which is preferred. */
const supplement: PayingOrder = {
  orderId: 'supplement',
  refundableCents: 150,
  parts: [part('coat', 150)],
}
const own: PayingOrder = {
  orderId: 'order',
  refundableCents: 510,
  parts: [part('bag', 400), part('belt', 90, 550), part('delivery', 20)],
}
const share = (orderId: string, cents: number, parts: Record<string, number>): RefundShare => ({
  orderId,
  cents,
  parts,
})

test.each<[string, BilledPart[], PayingOrder[], RefundShare[]]>([
  ['a part by the order that bills it', [part('belt', 90, 550)], [supplement, own], [share('order', 90, { belt: 90 })]],
  ['a fee by the order that bills it', [part('delivery', 20)], [supplement, own], [share('order', 20, { delivery: 20 })]],
  ['a part by two orders', [part('coat', 550)], [supplement, own], [share('supplement', 150, { coat: 150 }), share('order', 400, { bag: 400 })]],
  ['a part of the preferred order first', [part('coat', 100)], [supplement, { ...own, parts: [part('coat', 100)] }], [share('supplement', 100, { coat: 100 })]],
  ['each part by its own before by others', [part('bag', 420), part('delivery', 20)], [own], [share('order', 440, { bag: 400, belt: 20, delivery: 20 })]],
  ['no more than can be refunded', [part('coat', 550)], [{ ...supplement, refundableCents: 50 }, own], [share('supplement', 50, { coat: 50 }), share('order', 500, { bag: 400, belt: 80, delivery: 20 })]],
  ['what is not in the order any more, however it is taxed, before what is', [part('coat', 400, 1_900)], [{ ...own, parts: own.parts.toReversed() }], [share('order', 400, { bag: 400 })]],
  ['orders without an invoice', [part('coat', 550)], [{ ...supplement, parts: [] }, { ...own, parts: [] }], [share('supplement', 150, {}), share('order', 400, {})]],
  ['what exceeds all of them not at all', [part('coat', 999)], [supplement], [share('supplement', 150, { coat: 150 })]],
])('refunds %s', (_title, wanted, orders, shares) => {
  const isInOrder = (key: string) => key === 'coat' || key === 'belt' || key === 'delivery'
  expect(splitRefund(wanted, orders, isInOrder)).toEqual(shares)
}) // biome-ignore format: one case a line
