/** What every simulator needs of the shop it plays for. */
export interface SimulatorOptions {
  /** How the shop runs; `production` is refused. */
  mode: string
  /** Where what it knows is kept. */
  file: string
  /** Where the shop takes its messages; null while the shop takes none. */
  webhookTarget: () => string | null
  /** The address under which browsers reach what is mounted, without a slash at the end. */
  publicAddress: string
  now: () => Date
}
