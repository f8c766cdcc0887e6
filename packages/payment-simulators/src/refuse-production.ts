/** Raises an error in production, where nobody may decide for themselves whether they have paid. */
export function refuseProduction(mode: string): void {
  if (mode === 'production' || process.env.NODE_ENV === 'production')
    throw new Error('Payments are never played in production.')
}
