import { describe, expect, it } from 'vitest'
import { timelineSteps } from './order-timeline.tsx'

const at = '2026-07-12T10:00:00.000Z'
const names = (...args: Parameters<typeof timelineSteps>) =>
  timelineSteps(...args).map((step) => (step.at ? step.name : `(${step.name})`))

describe('the timeline of an order', () => {
  it('shows past and future states', () => {
    const timeline = [
      { status: 'PENDING', at },
      { status: 'PROCESSING', at },
    ] as const
    expect(names({ status: 'PROCESSING', timeline: [...timeline] })).toEqual([
      'Placed',
      'Confirmed',
      '(Dispatched)',
      '(Delivered)',
    ])
  })

  it('shows a second reservation', () => {
    const timeline = (['PENDING', 'UNPAID', 'PENDING'] as const).map((status) => ({ status, at }))
    expect(names({ status: 'PENDING', timeline })).toEqual([
      'Placed',
      'Not paid in time',
      'Reserved again',
      '(Confirmed)',
      '(Dispatched)',
      '(Delivered)',
    ])
  })

  it('shows nothing ahead of an order that the shopper has withdrawn from unsent', () => {
    const timeline = (['PENDING', 'PROCESSING'] as const).map((status) => ({ status, at }))
    expect(names({ status: 'PROCESSING', timeline }, true)).toEqual(['Placed', 'Confirmed'])
  })

  it('shows nothing ahead of an order that came back', () => {
    const timeline = (['PENDING', 'PROCESSING', 'SHIPPED', 'CANCELLED'] as const).map((status) => ({
      status,
      at,
    }))
    expect(names({ status: 'CANCELLED', timeline })).toEqual([
      'Placed',
      'Confirmed',
      'Dispatched',
      'Cancelled',
    ])
  })

  it.each(['CANCELLED', 'COMPLETED'] as const)('ends with %s', (status) => {
    const timeline = [
      { status: 'PENDING', at },
      { status, at },
    ] as const
    expect(timelineSteps({ status, timeline: [...timeline] })).toHaveLength(2)
  })
})
