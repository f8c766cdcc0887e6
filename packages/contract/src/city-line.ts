/** The line of an address with the city: `New York, NY 10013`; parts may be missing. */
export function cityLine(address: {
  city: string | null
  state: string | null
  postalCode: string | null
}): string {
  const code = [address.state, address.postalCode].filter(Boolean).join(' ')
  return [address.city, code].filter(Boolean).join(', ')
}
