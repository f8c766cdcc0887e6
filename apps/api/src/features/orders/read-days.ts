import { endOfDay, startOfDay } from '@solvane/contract/time-zone'
import type { AppContext } from '../../context.ts'
import { shopTimeZone } from '../content/read-content.ts'

/** The period of a list: days, such as `2026-03-01`, or instants with their offset. */
interface Span {
  from?: string | undefined
  until?: string | undefined
}

interface Instants {
  from?: Date | undefined
  until?: Date | undefined
}

/** The first and the last instant of a period, inclusive; days are in a time zone. */
export function readDays({ from, until }: Span, timeZone: string): Instants {
  return {
    from: from ? (isDay(from) ? startOfDay(from, timeZone) : new Date(from)) : undefined,
    until: until ? (isDay(until) ? endOfDay(until, timeZone) : new Date(until)) : undefined,
  }
}

function isDay(time: string): boolean {
  return !time.includes('T')
}

/** The same for staff: days are in the shop's time zone. */
export async function readShopDays(ctx: Pick<AppContext, 'db'>, span: Span): Promise<Instants> {
  if (!span.from && !span.until) return {}
  return readDays(span, await shopTimeZone(ctx))
}
