/** Throws in production, where payments must be real. */
export function refuseProduction(mode: string): void {
  if (mode === 'production' || process.env.NODE_ENV === 'production')
    throw new Error('Payments are never simulated in production.')
}
