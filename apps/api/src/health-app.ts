import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppContext } from './context.ts'
import { handleError, sendNotFound } from './platform/http/error-handler.ts'
import { serveReadiness } from './platform/http/readiness.ts'
import { requestIdOf, returnRequestIds } from './platform/http/observe-requests.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { readMetrics } from './read-metrics.ts'

/** What a worker serves: its health and its metrics, and nothing else. */
export function buildHealthApp(
  ctx: Pick<AppContext, 'changes' | 'config' | 'db' | 'log' | 'realtime' | 'replica' | 'services'>,
  isStopping: () => boolean,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: ctx.log,
    genReqId: requestIdOf,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    forceCloseConnections: true,
  })
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(sendNotFound)
  returnRequestIds(app)
  serveMetrics(app, readMetrics(ctx))
  serveReadiness(app, { db: ctx.db, changes: ctx.changes, isStopping, warnings: [] })
  return app
}
