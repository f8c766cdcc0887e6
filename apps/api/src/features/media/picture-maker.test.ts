import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPictureMaker, type PictureEncoder, type Resized } from './picture-maker.ts'

const pictureOf = (master: string): Resized => ({
  master,
  hash: '0123abcd',
  width: 400,
  format: 'avif',
})

/** A maker whose encoder encodes when the test says so; files and masters have the same names. */
function openMaker() {
  const made: string[] = []
  const errors: string[] = []
  const begun: { master: string; end: (error?: Error) => void }[] = []
  let processes = 0
  let canStore = true
  const encoder = (): PictureEncoder => {
    processes += 1
    const stopped = Promise.withResolvers<never>()
    stopped.promise.catch(() => {})
    return {
      encode(master) {
        const encoded = Promise.withResolvers<Buffer>()
        begun.push({
          master: master.toString(),
          end: (error) => (error ? encoded.reject(error) : encoded.resolve(master)),
        })
        return Promise.race([encoded.promise, stopped.promise])
      },
      stop() {
        processes -= 1
        stopped.reject(new Error('stopped'))
      },
    }
  }
  const maker = openPictureMaker({
    readMaster: async ({ master }) => Buffer.from(master),
    isMade: async (file) => made.includes(file),
    store: async (file) => {
      if (!canStore) throw new Error('the disk is full')
      made.push(file)
    },
    onError: (error, { master }) => errors.push(`${master}: ${(error as Error).message}`),
    encoder,
  })
  return {
    maker,
    made,
    errors,
    begun: () => begun.map(({ master }) => master),
    processes: () => processes,
    fillDisk: () => {
      canStore = false
    },
    request: (file: string) => maker.request(file, pictureOf(file)),
    /** Ends the picture that is being encoded. */
    async end(error?: Error) {
      await settled()
      begun.at(-1)?.end(error)
      await settled()
    },
  }
}

test('makes the most requested first, and what is only prepared last', async () => {
  const { maker, request, end, begun, processes } = openMaker()
  maker.prepare([['prepared', pictureOf('prepared')]])
  for (const file of ['first', 'once', 'twice', 'twice']) request(file)
  for (let turn = 0; turn < 4; turn += 1) await end()
  expect(begun()).toEqual(['prepared', 'twice', 'first', 'once'])
  expect(processes()).toBe(0)
})

test('makes a file once, however often it is requested meanwhile', async () => {
  const { request, end, begun, made } = openMaker()
  for (let times = 0; times < 3; times += 1) request('bag')
  await settled()
  request('bag')
  await end()
  await end()
  expect(begun()).toEqual(['bag'])
  expect(made).toEqual(['bag'])
})

test('leaves out a file that another process has made', async () => {
  const { request, made, begun } = openMaker()
  made.push('bag')
  request('bag')
  await settled()
  expect(begun()).toEqual([])
})

test('a picture that cannot be encoded holds up no other, and waits before it is tried again', async () => {
  const { request, end, errors, made, begun, processes } = openMaker()
  request('broken')
  request('bag')
  await end(new Error('the encoder ended'))
  request('broken')
  await end()
  expect(errors).toEqual(['broken: the encoder ended'])
  expect(made).toEqual(['bag'])
  expect(begun()).toEqual(['broken', 'bag'])
  expect(processes()).toBe(0)
})

test('makes nothing for a while once a file could not be stored', async () => {
  const { request, end, errors, begun, fillDisk } = openMaker()
  fillDisk()
  request('bag')
  request('shoe')
  await end()
  request('belt')
  await settled()
  expect(begun()).toEqual(['bag'])
  expect(errors).toEqual(['bag: the disk is full'])
})

test('stops at once, without an error', async () => {
  const { maker, request, errors, begun, made, processes } = openMaker()
  request('bag')
  request('shoe')
  await settled()
  maker.stop()
  request('belt')
  await settled()
  expect(processes()).toBe(0)
  expect(begun()).toEqual(['bag'])
  expect([...made, ...errors]).toEqual([])
})
