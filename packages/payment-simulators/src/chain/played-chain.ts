import { createHash, randomBytes } from 'node:crypto'
import type { RecordLog } from '../record-log.ts'

/** A transfer of the token. Hashes and addresses are in lower case. */
export interface Transfer {
  transactionHash: string
  from: string
  to: string
  units: bigint
  blockNumber: number
  /** Its place within the block. */
  logIndex: number
}

export interface Block {
  number: number
  hash: string
  parentHash: string
  /** Seconds since 1970. */
  timestamp: number
}

/** A chain on which nothing but transfers of one token happens. */
export interface PlayedChain {
  head(): number
  /** A block; undefined when it is still to come. */
  block(number: number): Block | undefined
  /** The transfers in blocks `from` to `to`, both included. */
  transfers(from: number, to: number): Transfer[]
  /** A transfer that was sent, also when its block is still to come. */
  sent(transactionHash: string): Transfer | undefined
  balanceOf(address: string): bigint
  /** Sends from the wallet; it is in the next block. */
  send(to: string, units: bigint): Transfer
}

/** The wallet that everybody here has. */
export const walletAddress = '0x7e57000000000000000000000000000000007e57'

/** Seconds from one block to the next. */
const blockSeconds = 2

type StoredTransfer = Omit<Transfer, 'units'> & { units: string }
const kind = 'transfer'
const read = ({ units, ...rest }: StoredTransfer): Transfer => ({ ...rest, units: BigInt(units) })

/**
 * Plays a chain. Its blocks follow from the clock alone: they go on while the process is away, and
 * cost nothing while nobody asks.
 */
export function playChain(log: RecordLog, now: () => Date): PlayedChain {
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
