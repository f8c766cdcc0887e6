import { createHash, randomBytes } from 'node:crypto'
import type { RecordLog } from '../simulator.ts'

/** A transfer of the token. Hashes and addresses are in lower case. */
export interface Transfer {
  transactionHash: string
  from: string
  to: string
  units: bigint
  blockNumber: number
  /** Its position within the block. */
  logIndex: number
}

export interface Block {
  number: number
  hash: string
  parentHash: string
  /** Unix seconds. */
  timestamp: number
}

/** A chain that contains transfers of one token only. */
export interface SimulatedChain {
  head(): number
  /** A block; undefined if it does not exist yet. */
  block(number: number): Block | undefined
  /** The transfers in blocks `from` to `to`, inclusive. */
  transfers(from: number, to: number): Transfer[]
  /** A transfer that was sent, even if its block does not exist yet. */
  sent(transactionHash: string): Transfer | undefined
  balanceOf(address: string): bigint
  /** Sends from the wallet; the transfer is in the next block. */
  send(to: string, units: bigint): Transfer
}

/** The wallet shared by all shoppers. */
export const walletAddress = '0x7e57000000000000000000000000000000007e57'

const blockSeconds = 2

type StoredTransfer = Omit<Transfer, 'units'> & { units: string }
const kind = 'transfer'
const read = ({ units, ...rest }: StoredTransfer): Transfer => ({ ...rest, units: BigInt(units) })

/**
 * Simulates a chain. Its blocks are computed from the time, so they continue while the process is
 * stopped, and cost nothing unless requested.
 */
export function simulateChain(log: RecordLog, now: () => Date): SimulatedChain {
  const head = () => Math.floor(now().getTime() / 1000 / blockSeconds)
  const hashOf = (number: number) =>
    `0x${createHash('sha256').update(`block ${number}`).digest('hex')}`
  const all = () => log.list<StoredTransfer>(kind).map(read)

  return {
    head,
    block(number) {
      if (number < 0 || number > head()) return
      return {
        number,
        hash: hashOf(number),
        parentHash: hashOf(number - 1),
        timestamp: number * blockSeconds,
      }
    },
    transfers: (from, to) => {
      const last = Math.min(to, head())
      return all().filter(({ blockNumber }) => blockNumber >= from && blockNumber <= last)
    },
    sent(transactionHash) {
      const stored = log.get<StoredTransfer>(kind, transactionHash)
      return stored && read(stored)
    },
    balanceOf: (address) =>
      all()
        .filter(({ blockNumber }) => blockNumber <= head())
        .reduce((sum, { from, to, units }) => {
          if (to === address) return sum + units
          return from === address ? sum - units : sum
        }, 0n),
    send(to, units) {
      const blockNumber = head() + 1
      const transfer = {
        transactionHash: `0x${randomBytes(32).toString('hex')}`,
        from: walletAddress,
        to: to.toLowerCase(),
        units,
        blockNumber,
        logIndex: all().filter((other) => other.blockNumber === blockNumber).length,
      }
      log.put(kind, transfer.transactionHash, { ...transfer, units: units.toString() })
      return transfer
    },
  }
}
