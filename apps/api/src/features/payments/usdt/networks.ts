/** Ethereum itself, where USDT is at home. */
export const ethereum = 1
export const tetherOnEthereum = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

/** Names of chains, as wallets say them. */
const names: Record<number, string> = {
  [ethereum]: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche C-Chain',
  11155111: 'Sepolia (test network)',
}

/** What a chain is called. */
export function networkName(chainId: number): string {
  return names[chainId] ?? `Chain ${chainId}`
}
