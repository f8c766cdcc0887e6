import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openS3Server, type S3Server } from '../../../test/s3-server.ts'
import { StartupError } from '../process/lifecycle.ts'
import { openStorage } from './open-storage.ts'
import type { Storage } from './storage.ts'

const accessKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'not-so-secret' }
const region = 'eu-west-1'

let server: S3Server
let dataDir: string
const storages: Record<string, Storage> = {}
beforeAll(async () => {
  server = await openS3Server({ ...accessKey, region })
  dataDir = await mkdtemp(join(tmpdir(), 'solvane-storage-'))
  const bucket = { accessKey, region, bucket: 'shop', endpoint: server.endpoint }
  storages.folder = await openStorage({ dataDir, s3: null })
  storages.bucket = await openStorage({ dataDir, s3: bucket })
  storages.stranger = await openStorage({
    dataDir,
    s3: { ...bucket, accessKey: { ...accessKey, accessKeyId: 'SOMEONE' } },
  })
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

test('a folder keeps no part of a file that could not be written', async () => {
  const folder = join(dataDir, 'uploads', 'chat')
  // Nothing can be written in its place.
  await mkdir(join(folder, 'taken.webp', 'by'), { recursive: true })
  await expect(
    storages.folder?.write('chat/taken.webp', Buffer.from('no room'), 'image/webp'),
  ).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['taken.webp'])
  await rm(folder, { recursive: true })
})

test('a folder removes unfinished files when it is opened', async () => {
  const folder = join(dataDir, 'left', 'uploads', 'chat')
  await mkdir(folder, { recursive: true })
  for (const name of ['left.part', 'under-way.part', 'whole.webp'])
    await writeFile(join(folder, name), '')
  await utimes(join(folder, 'left.part'), 0, 0)
  // No file, so it cannot be removed as one; the shop opens all the same.
  await mkdir(join(folder, 'folder.part'))
  await utimes(join(folder, 'folder.part'), 0, 0)
  await openStorage({ dataDir: join(dataDir, 'left'), s3: null })
  expect((await readdir(folder)).sort()).toEqual(['folder.part', 'under-way.part', 'whole.webp'])
})

test('a folder that cannot be written is rejected in a sentence', async () => {
  const file = join(dataDir, 'a-file')
  await writeFile(file, '')
  const opened = openStorage({ dataDir: file, s3: null })
  await expect(opened).rejects.toThrow(
    `The shop cannot write to ${join(file, 'uploads')} (ENOTDIR): check DATA_DIR`,
  )
  await expect(opened).rejects.toBeInstanceOf(StartupError)
})

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.keys()) keys.push(key)
  return keys
}

test('a bucket without a key of its own is used with what the environment gives the SDK', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKey.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', accessKey.secretAccessKey)
  vi.stubEnv('AWS_SESSION_TOKEN', 'of-a-role')
  try {
    const place = { accessKey: null, region, bucket: 'role', endpoint: server.endpoint }
    const storage = await openStorage({ dataDir, s3: place })
    await storage.write('pictures/one.webp', Buffer.from('one'), 'image/webp')
    expect((await storage.read('pictures/one.webp'))?.toString()).toBe('one')
  } finally {
    vi.unstubAllEnvs()
  }
})

describe.each(['folder', 'bucket'])('a %s', (kind) => {
  const storage = () => storages[kind] as Storage

  test('returns stored files until they are removed', async () => {
    const bytes = Buffer.from([0, 1, 2, 255, 254])
    await storage().write('pictures/one.webp', Buffer.from('before'), 'image/webp')
    await storage().write('pictures/one.webp', bytes, 'image/webp')
    expect(await storage().read('pictures/one.webp')).toEqual(bytes)
    expect(await storage().read('pictures/other.webp')).toBeUndefined()
    expect(await storage().read('chat/one.webp')).toBeUndefined()
    await storage().remove('pictures/one.webp')
    await storage().remove('pictures/one.webp')
    expect(await storage().read('pictures/one.webp')).toBeUndefined()
  })

  test('lists all keys, and no other file', async () => {
    const before = await keysOf(storage())
    const keys = ['chat/a.webp', 'chat/b.webp', 'pictures/c.webp', 'exports/d.csv']
    for (const key of keys) await storage().write(key, Buffer.from(key), 'text/plain')
    server.objects.set('/shop/backups/solvane/manifest.json', { bytes: Buffer.of(), type: '' })
    await mkdir(join(dataDir, 'uploads', 'chat'), { recursive: true })
    await writeFile(join(dataDir, 'uploads', 'chat', 'unfinished.part'), '')
    const listed = await keysOf(storage())
    expect(listed.sort()).toEqual([...before, ...keys].sort())
    for (const key of keys) await storage().remove(key)
    await rm(join(dataDir, 'uploads', 'chat', 'unfinished.part'))
  })

  test.each([
    '../secret.webp',
    'pictures/../../secret.webp',
    '/etc/passwd',
    'pictures/one',
    'pictures/ONE.webp',
    'pictures/one.webp\0',
    'pictures/a/b.webp',
  ])('rejects the key %j', async (wrong) => {
    await expect(storage().read(wrong)).rejects.toThrow('No storage key')
    await expect(storage().remove(wrong)).rejects.toThrow('No storage key')
    await expect(storage().write(wrong, Buffer.of(), 'x')).rejects.toThrow('No storage key')
  })
})

test('a folder contains no unfinished file', async () => {
  await storages.folder?.write('chat/two.webp', Buffer.from('whole'), 'image/webp')
  expect(await readdir(join(dataDir, 'uploads', 'chat'))).toEqual(['two.webp'])
})

test('a bucket receives the content type of the file', async () => {
  await storages.bucket?.write('chat/two.webp', Buffer.from('whole'), 'image/webp')
  expect(server.objects.get('/shop/chat/two.webp')).toEqual({
    bytes: Buffer.from('whole'),
    type: 'image/webp',
  })
})

test('a bucket that denies access is an error, not an empty one', async () => {
  await expect(storages.stranger?.read('chat/two.webp')).rejects.toThrow()
})
