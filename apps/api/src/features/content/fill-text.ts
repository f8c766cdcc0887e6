import type { Placeholder } from '@solvane/contract/content-drafts'
import type { StoredSettings } from '../../../database/stored-content.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

function money(cents: number): string {
  return (cents % 100 === 0 ? wholeDollars : dollars).format(cents / 100)
}

/** Writes settings into a text where their names stand in braces. */
export function fillText(text: string, settings: StoredSettings, contactUrl: string): string {
  const values: Record<Placeholder, string> = {
    shippingFee: money(settings.shippingFeeCents),
    freeShippingFrom: money(settings.freeShippingFromCents),
    preparationDays: settings.preparationDays,
    transitDays: settings.transitDays,
    totalDays: settings.totalDays,
    contactUrl,
  }
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : placeholder,
  )
}
