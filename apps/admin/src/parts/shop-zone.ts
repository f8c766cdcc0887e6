import { api } from '../data/api.ts'

// A file of its own: with `moment.tsx` the first program would load Zod before its setting.

let zone = 'UTC'

/** The shop's time zone, an IANA name; loaded before the first page. */
export function shopZone(): string {
  return zone
}

/** Sets the time zone of everything rendered from now on. */
export function setShopZone(name: string): void {
  zone = name
}

/** Loads the shop's time zone. Rejects with an `ApiError`. */
export async function readShopZone(): Promise<void> {
  setShopZone((await api.call('getSiteSettings', {})).data.timeZone)
}

const zones = Intl.supportedValuesOf('timeZone')

/** The time zones to choose from, including the current one. */
export function zoneOptions(current: string): string[] {
  return zones.includes(current) ? zones : [current, ...zones]
}
