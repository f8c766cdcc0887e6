import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openChain } from './chain.ts'

const chainId = 7
const token = `0x${'a'.repeat(40)}`
const receiver = `0x${'b'.repeat(40)}`
const word = (digits: string) => `0x${digits.padStart(64, '0')}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const log = {
  transactionHash: word('C0FFEE'),
  logIndex: '0x2',
  topics: [transferTopic, word('c'.repeat(40)), word('b'.repeat(40))],
  data: word('f4240'),
  blockNumber: '0x10',
  blockHash: word('B10C'),
}

type Answer = object | string | null

let node: Server
let port: number
/**
 * The node's responses by method: an object is a JSON-RPC response, a text the body, null closes
 * the connection.
 */
let answers: Record<string, Answer[]>
let asked: { method: string; params: unknown[]; headers: IncomingMessage['headers'] }[]

beforeEach(async () => {
  answers = { eth_chainId: [{ result: '0x7' }] }
  asked = []
  node = createServer(async (request, response) => {
    const { method, params } = JSON.parse((await request.toArray()).join(''))
    asked.push({ method, params, headers: request.headers })
    const known = answers[method] ?? []
    const answer = known.length > 1 ? known.shift() : known[0]
    if (!answer) return response.socket?.destroy()
    response.end(typeof answer === 'string' ? answer : JSON.stringify({ id: 1, ...answer }))
  }).listen(0, '127.0.0.1')
  await once(node, 'listening')
  port = (node.address() as AddressInfo).port
})
afterEach(() => node.close())

const open = (place = '') =>
  openChain({ chainId, tokenAddress: token, rpcUrl: `http://${place}127.0.0.1:${port}/key` })
const timesAsked = (method: string) => asked.filter((question) => question.method === method).length

describe('the node of a chain', () => {
  it('is queried for transfers by address and block range, in the standard format', async () => {
    answers.eth_getLogs = [{ result: [log] }]
    expect(await open().transfersTo([receiver], 10, 17)).toEqual([
      {
        transactionHash: log.transactionHash.toLowerCase(),
        logIndex: 2,
        from: `0x${'c'.repeat(40)}`,
        to: receiver,
        units: 1_000_000n,
        blockNumber: 16,
        blockHash: log.blockHash.toLowerCase(),
      },
    ])
    expect(asked.at(-1)?.params).toEqual([
      {
        address: token,
        topics: [transferTopic, null, [word('b'.repeat(40))]],
        fromBlock: '0xa',
        toBlock: '0x11',
      },
    ])
  })

  it('responses of another format are no transfers', async () => {
    answers.eth_getLogs = [
      { result: [{ ...log, topics: log.topics.slice(0, 2) }, { ...log, data: '0x' }, log] },
    ]
    expect(await open().transfersTo([receiver], 10, 17)).toHaveLength(1)
  })

  it('receives the user name and password of its URL', async () => {
    answers.eth_blockNumber = [{ result: '0x10' }]
    expect(await open('shop:p%40ss@').head()).toBe(16)
    const expected = `Basic ${Buffer.from('shop:p@ss').toString('base64')}`
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([expected, expected])
  })

  it('is queried again after a dropped connection', async () => {
    answers.eth_blockNumber = [null, { result: '0x10' }]
    expect(await open().head()).toBe(16)
    expect(timesAsked('eth_blockNumber')).toBe(2)
  })

  it('returns no block for an unknown number', async () => {
    answers.eth_getBlockByNumber = [{ result: null }]
    expect(await open().blockHash(5)).toBeNull()
  })

  it.each<[string, Answer[], number]>([
    ['hangs up', [null], 2],
    ['answers something else', ['<html>'], 2],
    ['answers half', [{ result: [{ transactionHash: '0x1' }] }], 2],
    ['rejects', [{ error: { code: -32_005, message: 'too many results' } }], 1],
  ])('gives no answer when it %s', async (_, given, times) => {
    answers.eth_getLogs = given
    const failure = await open()
      .transfersTo([receiver], 10, 17)
      .catch((error) => error)
    expect(failure.message).toMatch(/^The chain gives no answer: /)
    // Its URL contains a key.
    expect(failure.message).not.toMatch(new RegExp(`${port}|/key`))
    expect(timesAsked('eth_getLogs')).toBe(times)
  })
})
