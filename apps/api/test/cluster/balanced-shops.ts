import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { freePort } from '../crash/crash-assertions.ts'
import { makeShopProcess, type ShopProcess, type ShopProgram } from '../crash/shop-process.ts'
import { startShopBalancer } from './haproxy.ts'
import { type LoadCounts, openCaller, shopperRequests, startLoad } from './load.ts'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'
import { needs } from './programs.ts'

/** Requests of shoppers that go on until they are stopped. */
export interface Shoppers {
  failed(): LoadCounts['failed']
  /** Resolves after so many more requests. */
  more(count: number): Promise<void>
  /** Resolves after so many in all. */
  until(count: number): Promise<void>
  /** Resolves when the process at each port has the answers to all requests in memory. */
  areKept(ports: readonly number[]): Promise<void>
  /** Prints the counts under `title`, and returns the failures. */
  stop(title: string): Promise<LoadCounts['failed']>
}

/** A database, and two places behind the balancer of `deploy/proxy` where a process of any release can run. */
export interface BalancedShops {
  postgres: PostgresServer
  /** The address of the balancer. */
  origin: string
  ports: readonly [number, number]
  /** Prepares a process at a port; of this release, unless `program` is that of another. */
  place(port: number, settings?: Record<string, string>, program?: ShopProgram): ShopProcess
  /** Sends the requests that `choose` leaves, so many a second, through the balancer. */
  startShoppers(
    perSecond: number,
    choose?: (request: { path: string; body?: object }) => boolean,
  ): Promise<Shoppers>
  /** Resolves when the process at `port` is ready. */
  isReady(port: number): Promise<void>
}

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 50 })

/**
 * Opens them, behind HAProxy or another balancer; functions that close resources are added to
 * `cleanUps`, to be called in reverse order.
 */
export async function openBalancedShops(
  cleanUps: (() => unknown)[],
  startBalancer: (
    ports: readonly [number, number],
  ) => Promise<{ port: number; close(): Promise<void> }> = startShopBalancer,
): Promise<BalancedShops> {
  needs('postgres')
  const postgres = await startPostgresServer()
  cleanUps.push(postgres.close)
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-balanced-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  const ports = [await freePort(), await freePort()] as const
  const balancer = await startBalancer(ports)
  cleanUps.push(balancer.close)
  const origin = `http://127.0.0.1:${balancer.port}`
  return {
    postgres,
    origin,
    ports,
    place(port, settings = {}, program = undefined) {
      const shop = makeShopProcess(
        {
          DATABASE_URL: postgres.url,
          DATA_DIR: dataDir,
          HOST: '127.0.0.1',
          PORT: String(port),
          PUBLIC_URL: origin,
          DRAIN_SECONDS: '3',
          ...settings,
        },
        program,
      )
      cleanUps.push(shop.stop)
      return shop
    },
    async startShoppers(perSecond, choose = () => true) {
      const requests = (await shopperRequests(origin)).filter(choose)
      const caller = openCaller(balancer.port)
      cleanUps.push(caller.close)
      const load = startLoad(perSecond, (index) => caller.sendOne(requests, index))
      cleanUps.push(load.stop)
      return {
        failed: () => load.counts().failed,
        async more(count) {
          const before = load.counts().requests
          await eventually(() => expect(load.counts().requests).toBeGreaterThan(before + count))
        },
        async until(count) {
          await eventually(() => expect(load.counts().requests).toBeGreaterThanOrEqual(count))
        },
        async areKept(places) {
          await eventually(async () => {
            for (const place of places)
              for (const { path } of requests) {
                const { headers } = await fetch(`http://127.0.0.1:${place}${path}`)
                expect(headers.get('cache-status'), path).toContain('; hit')
              }
          })
        },
        async stop(title) {
          const { requests: sent, failed, failedFor, slowest } = await load.stop()
          console.error(
            `${title}: ${sent} requests, failed ${JSON.stringify(failed)} in ${failedFor / 1000} s, the slowest took ${slowest} ms`,
          )
          return failed
        },
      }
    },
    async isReady(port) {
      await eventually(async () =>
        expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200),
      )
    },
  }
}
