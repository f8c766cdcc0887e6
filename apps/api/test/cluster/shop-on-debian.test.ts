import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '../crash/crash-assertions.ts'
import { makeShopProcess } from '../crash/shop-process.ts'
import { startPostgresServer } from './postgres-server.ts'
import { needs } from './programs.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

it('opens on the PostgreSQL of Debian, with a role that is not a superuser', async () => {
  needs('postgres')
  const postgres = await startPostgresServer()
  cleanUps.push(postgres.close)
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-cluster-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const shop = makeShopProcess({
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
  })
  cleanUps.push(shop.stop)
  await shop.start()
  const answer = await fetch(`http://127.0.0.1:${port}/api/products`)
  expect(await answer.json()).toMatchObject({ success: true, total: 150 })
})
