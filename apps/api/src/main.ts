import { setTimeout as delay } from 'node:timers/promises'
import type { EmbeddedPostgres } from '@solvane/embedded-postgres'
import { insertDefaults } from '../database/defaults/default-content.ts'
import { openDemoAccounts, seedDemoAccounts } from '../database/seed/demo-accounts.ts'
import { buildApp } from './app.ts'
import type { AppContext } from './context.ts'
import { ensureAdministrator } from './features/auth/accounts.admin.ts'
import { openPaymentProviders } from './features/payments/open-payment-providers.ts'
import { watchUsdtPayments } from './features/payments/usdt/watch-payments.ts'
import { buildHealthApp } from './health-app.ts'
import { backupProblem } from './platform/backup/check-backup-target.ts'
import { loadConfig } from './platform/config/config.ts'
import { listenForChanges } from './platform/database/changes.ts'
import { reachDatabases } from './platform/database/check-database.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { databaseUrls } from './platform/database/database-urls.ts'
import { ensureMigrated, migrate } from './platform/database/migrate.ts'
import { databaseProblem, readServerState } from './platform/database/operations.queries.ts'
import { startOwnPostgres } from './platform/database/own-postgres.ts'
import { openReplica } from './platform/database/replica.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { openLog } from './platform/logging/open-log.ts'
import { createLifecycle, explainListenError, StartupError } from './platform/process/lifecycle.ts'
import { createSteps } from './platform/process/steps.mjs'
import { onStopSignal } from './platform/process/stop-signals.mjs'
import { openRateLimits } from './platform/rate-limit/rate-limits.ts'
import { openRealtime } from './platform/realtime/realtime.ts'
import { openServices } from './platform/services/services.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import { startTracing } from './platform/tracing/tracing.ts'
import { purgeOutdated } from './purge-outdated.ts'
import { registerJobs } from './register-jobs.ts'

/**
 * The time for requests in progress. In the demo it stays, together with PostgreSQL's, under five
 * seconds, the time that Ctrl-C may take; in production, together with the drain, under the 30
 * seconds that Kubernetes and systemd allow.
 */
const FINISH_MILLISECONDS = 1400
const FINISH_MILLISECONDS_IN_PRODUCTION = 15_000
const END_JOBS_MILLISECONDS = 500
const DISCONNECT_MILLISECONDS = 300
const SEND_TRACES_MILLISECONDS = 1000

/** A clock that differs by more from that of the database is reported. */
const MOST_SKEW_SECONDS = 5

/** How long a connection may be known to be broken before the end of its server is. */
const NOTICE_MILLISECONDS = 500

// The build loads every module once: Node then has them compiled, and needs no compiler in memory.
if (process.argv.includes('--compile')) {
  await Promise.all([
    import('../database/seed/seed-demo.ts'),
    import('./features/payments/test-payments.ts'),
    import('./features/invoices/invoice-pdf.ts'),
    import('@solvane/embedded-postgres'),
  ])
  process.exit(0)
}

let postgres: Promise<EmbeddedPostgres> | undefined
let isFailing = false
const lifecycle = createLifecycle({ exit: (code) => process.exit(code), onError: console.error })
const steps = createSteps(lifecycle)

/** Whether a supervisor asked for the end, which takes the process out of a balancer first; Ctrl-C is quick. */
let isDraining = false
onStopSignal((signal) => {
  isDraining ||= signal === 'SIGTERM' && !lifecycle.isStopping()
  lifecycle.stop(0)
})
// The parent process was killed: nobody else could stop this one any more.
process.on('disconnect', () => lifecycle.stop(0))
process.channel?.unref()
process.on('uncaughtException', fail)

await openShop().catch(fail)

/** Logs the first error and ends; errors while everything is being closed are its consequences. */
async function fail(error: unknown) {
  if (isFailing || lifecycle.isStopping()) return
  isFailing = true
  const sentence = error instanceof StartupError ? error.message : await postgresDied()
  console.error(sentence ? `\n${sentence}` : error)
  lifecycle.stop(1)
}

/** The reason why PostgreSQL ended, if that made something else fail first. */
function postgresDied(): Promise<string | undefined> {
  const died = postgres?.then((running) => running.died).catch(() => undefined)
  return Promise.race([died ?? delay(0, undefined), delay(NOTICE_MILLISECONDS, undefined)])
}

async function openShop() {
  const config = loadConfig(process.env, { development: process.argv.includes('--dev') })
  const log = openLog(config.logLevel, {
    databaseFailed: (error) => services.databaseFailed(error),
  })
  const services = openServices(log)
  lifecycle.onStop(async () => services.close(), DISCONNECT_MILLISECONDS)
  if (config.tracing) {
    const stopTracing = await startTracing((error) =>
      log.warn({ reason: String(error) }, 'traces could not be sent'),
    )
    lifecycle.onStop(stopTracing, SEND_TRACES_MILLISECONDS)
  }
  for (const sentence of config.warnings) log.warn(sentence)
  const warnings: string[] = []
  if (config.backupWarning) {
    log.warn(config.backupWarning)
    warnings.push(config.backupWarning)
  }
  const connectionBroke = (error: Error) => {
    if (!lifecycle.isStopping()) log.warn({ err: error }, 'database connection lost')
  }
  const embeddedUrl = config.databaseUrl ? undefined : await startPostgres(config.dataDir)
  const urls = databaseUrls(config, embeddedUrl)
  const { sessionUrl } = urls
  if (config.databaseUrl) await steps.run('Reaching the database', () => reachDatabases(urls))
  if (config.migrates)
    await steps.run('Applying migrations', () => migrate(sessionUrl, { say: steps.note }))
  else await ensureMigrated(sessionUrl)

  const db = openDatabase({
    ...urls,
    poolSize: config.databasePool,
    endsSilent: true,
    onIdleError: connectionBroke,
  })
  services.checkDatabaseBy(() => databaseProblem(db.pool))
  const realtime = openRealtime(sessionUrl, connectionBroke)
  lifecycle.onStop(() => Promise.all([realtime.close(), db.close()]), DISCONNECT_MILLISECONDS)
  if (config.mode === 'production') await rejectDemoAccounts(db)
  else
    await steps.run('Seeding the demo store', async () => {
      const { seedDemo } = await import('../database/seed/seed-demo.ts')
      await seedDemo(db.pool, new Date())
      await seedDemoAccounts(db, new Date())
    })
  await steps.run('Adding what is missing', () => insertDefaults(db.pool))
  const changes = await listenForChanges(sessionUrl, connectionBroke)
  lifecycle.onStop(() => changes.close(), DISCONNECT_MILLISECONDS)

  const replica = openReplica({
    urls,
    primary: db,
    changes,
    poolSize: config.databasePool,
    onState: (reason) =>
      reason === null
        ? log.info('the replica of the database is read again')
        : log.warn({ reason }, 'the replica of the database is not read'),
  })
  lifecycle.onStop(() => replica.close(), DISCONNECT_MILLISECONDS)

  const jobs = await openJobs({
    url: sessionUrl,
    works: config.role === 'all' || config.role === 'worker',
    onError: (error) => lifecycle.isStopping() || log.error({ err: error }, 'job failed'),
  })
  lifecycle.onStop(() => jobs.close(), END_JOBS_MILLISECONDS)
  if (config.role === 'migrate') {
    steps.note('\nThe database is up to date.')
    return lifecycle.stop(0)
  }

  const limits = openRateLimits(db, config.rateLimitMultiplier)
  const clock = { now: () => new Date() }
  const payments = await openPaymentProviders({ config, db, clock, services })
  const storage = await openStorage(config, services)
  const opened = { config, db, replica, changes, jobs, limits, realtime, payments, storage }
  const ctx = { ...opened, clock, log, services }
  await checkClock(db, log)
  if (config.administrator) await ensureAdministrator(ctx, config.administrator)
  await registerJobs(ctx)
  if (config.role !== 'web') {
    // Not waited for: a server that does not answer must not keep the shop closed.
    void backupProblem(config, db).then((problem) => {
      if (problem === null || lifecycle.isStopping()) return
      log.error(problem)
      warnings.push(problem)
    })
    const purger = await purgeOutdated(ctx)
    lifecycle.onStop(async () => purger?.close(), DISCONNECT_MILLISECONDS)
  }
  if (config.role === 'worker') {
    watchMoney(ctx)
    await serveHealth(ctx, warnings)
    return steps.note('\nSolvane is at work; it answers no requests.')
  }

  const app = await buildApp(ctx, { isStopping: lifecycle.isStopping, warnings })
  lifecycle.onStop(
    () => app.close(),
    config.mode === 'production' ? FINISH_MILLISECONDS_IN_PRODUCTION : FINISH_MILLISECONDS,
  )
  lifecycle.onStop(
    () => delay(isDraining ? config.drainMilliseconds : 0),
    config.drainMilliseconds + DISCONNECT_MILLISECONDS,
  )
  // Once the shop is open, a database that fails must not end it.
  const demoAccounts = config.mode === 'production' ? [] : await openDemoAccounts(db)
  const { host, port } = config
  const address = await app.listen({ host, port }).catch((error) => {
    throw explainListenError(error, { host, port })
  })
  const shownHost = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  steps.note(`\nSolvane is open at http://${shownHost}:${new URL(address).port}`)
  if (config.role !== 'web') watchMoney(ctx)
  for (const { email, password, role } of demoAccounts)
    steps.note(`${role === 'ADMIN' ? 'Administrator' : 'Shopper'}: ${email} / ${password}`)
}

/** Serves the health of a worker, if `HEALTH_PORT` says where. */
async function serveHealth(ctx: AppContext, warnings: readonly string[]) {
  const { host, healthPort: port } = ctx.config
  if (port === undefined) return
  const app = buildHealthApp(ctx, lifecycle.isStopping, warnings)
  lifecycle.onStop(() => app.close(), DISCONNECT_MILLISECONDS)
  const address = await app.listen({ host, port }).catch((error) => {
    throw explainListenError(error, { host, port, setting: 'HEALTH_PORT' })
  })
  steps.note(`\nIts health is served at ${address}/readyz`)
}

/** Warns of a clock that is wrong: tokens and sales would begin and end at other times. */
async function checkClock(db: Database, log: AppContext['log']) {
  const { clockSkewSeconds } = await readServerState(db.kysely)
  const seconds = Math.round(clockSkewSeconds)
  if (Math.abs(seconds) > MOST_SKEW_SECONDS)
    log.warn({ seconds }, 'the clock of this machine differs from that of the database')
}

/** Watches the chain; where it is simulated, it is this process that must listen first. */
function watchMoney(ctx: AppContext) {
  const watch = watchUsdtPayments(ctx)
  lifecycle.onStop(async () => watch.stop(), DISCONNECT_MILLISECONDS)
}

/** The demo passwords are public: in a real shop they would let anyone in. */
async function rejectDemoAccounts(db: Database) {
  const open = await openDemoAccounts(db)
  if (open.length > 0)
    throw new StartupError(
      `This database has ${open.map(({ email }) => email).join(' and ')} with the demo store's password, which production rejects: use another database, or change ${open.length > 1 ? 'them' : 'it'}.`,
    )
}

async function startPostgres(dataDir: string): Promise<string> {
  postgres = startOwnPostgres({ dataDir, steps, lifecycle })
  const { url, died } = await postgres
  died.then((sentence) => fail(new StartupError(sentence)))
  return url
}
