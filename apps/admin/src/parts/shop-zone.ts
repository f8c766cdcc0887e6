import { api } from '../data/api.ts'

let zone = 'UTC'

/** The shop's time zone, an IANA name: known before anything is shown. */
export function shopZone(): string {
  return zone
}

/** What is shown from now on is in this zone. */
export function setShopZone(name: string): void {
  zone = name
}

/** Asks which it is. Rejects with an `ApiError`. */
export async function readShopZone(): Promise<void> {
  setShopZone((await api.call('getSiteSettings', {})).data.timeZone)
}
