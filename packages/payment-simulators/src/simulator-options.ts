/** What every simulator needs to know of the shop. */
export interface SimulatorOptions {
  /** The shop's mode; `production` is rejected. */
  mode: string
  /** The file of its records. */
  file: string
  /** The URL of the shop's webhook; null while it accepts none. */
  webhookTarget: () => string | null
  /** The public URL of the simulator, without a trailing slash. */
  publicAddress: string
  now: () => Date
}

/** Throws in production, where payments must be real. */
export function rejectProduction(mode: string): void {
  if (mode === 'production' || process.env.NODE_ENV === 'production')
    throw new Error('Payments are never simulated in production.')
}
