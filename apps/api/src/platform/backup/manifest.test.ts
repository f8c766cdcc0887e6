import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeOldBackups } from './back-up.ts'
import { openBackupTarget } from './open-backup-target.ts'
import { restore } from './restore.ts'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'manifest-'))
})
afterEach(() => rm(place, { recursive: true, force: true }))

/** Writes a backup whose database is said to be in `database`, and whose archive is `archive`. */
async function writeBackup(name: string, database = 'database.tar.gz') {
  const archive = 'no archive'
  const folder = join(place, name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'database.tar.gz'), archive)
  const manifest = {
    format: 1,
    madeAt: '2026-01-01T00:00:00.000Z',
    seconds: 1,
    shop: '1.0.0',
    migration: '',
    database: { kind: 'cluster', file: database, postgres: '18.0', rows: {} },
    uploads: { files: 0, bytes: 0 },
    files: [
      {
        path: 'database.tar.gz',
        bytes: archive.length,
        sha256: createHash('sha256').update(archive).digest('hex'),
      },
    ],
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return folder
}

describe('a manifest', () => {
  test.each(['../other.tar.gz', 'other.tar.gz'])(
    'that names a database without a checksum, %s, restores nothing',
    async (database) => {
      const folder = await writeBackup('backup', database)
      await writeFile(join(folder, database), 'unchecked')
      const dataDir = join(place, 'data')
      const config = { databaseUrl: undefined, dataDir, s3: null }
      const restored = restore({
        config,
        backup: await openBackupTarget(folder, config, '/'),
        step: (_title, work) => work(),
        startOwnPostgres: () => Promise.reject(new Error('started')),
      })
      await expect(restored).rejects.toThrow('manifest.json cannot be read. Nothing was restored.')
      expect(await readdir(place)).not.toContain('data')
    },
  )
})

test('interrupted backups do not count among those that are kept', async () => {
  for (const day of [1, 2, 4]) await writeBackup(`solvane-2026010${day}T000000Z`)
  for (const day of [3, 5]) await mkdir(join(place, `solvane-2026010${day}T000000Z`))
  await mkdir(join(place, 'solvane-20251231T000000Z'))
  await removeOldBackups(await openBackupTarget(place, { s3: null }, '/'), 2)
  expect((await readdir(place)).toSorted()).toEqual(
    [2, 3, 4, 5].map((day) => `solvane-2026010${day}T000000Z`),
  )
})

test('an old backup that cannot be deleted keeps no other', async () => {
  const nameOf = (day: number) => `solvane-2026020${day}T000000Z`
  for (const day of [1, 2, 3]) await writeBackup(nameOf(day))
  const target = await openBackupTarget(place, { s3: null }, '/')
  const stuck: typeof target = {
    ...target,
    folder: (name) => target.folder(name),
    folders: () => target.folders(),
    removeFolder: (name) =>
      name === nameOf(2) ? Promise.reject(new Error('It is locked')) : target.removeFolder(name),
  }
  await expect(removeOldBackups(stuck, 1)).rejects.toThrow(
    `Old backups could not be deleted: ${nameOf(2)}`,
  )
  const left = (await readdir(place)).filter((name) => name.startsWith('solvane-202602'))
  expect(left.toSorted()).toEqual([nameOf(2), nameOf(3)])
})
