/** Names of chains, as wallets say them. */
const names: Record<number, string> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche C-Chain',
  11155111: 'Sepolia (test network)',
  // The one that is played.
  7357001: 'Test network',
}

/** What a chain is called. */
export function networkName(chainId: number): string {
  return names[chainId] ?? `Chain ${chainId}`
}
