import type { PoolClient } from 'pg'
import type { OpenSpan, SpanOptions, Tracer } from './open-telemetry.ts'

let tracer: Tracer | undefined

/**
 * Sends traces as the standard variables of OpenTelemetry say, until the returned function is
 * called. The library is loaded here, because most shops do not need it.
 */
export async function startTracing(
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const { openTelemetry } = await import('./open-telemetry.ts')
  const started = openTelemetry(onError)
  tracer = started
  return async () => {
    tracer = undefined
    await started.close()
  }
}

/** Begins a span; undefined without tracing. */
export function beginSpan(name: string, options: SpanOptions): OpenSpan | undefined {
  return tracer?.begin(name, options)
}

/** Runs `work` as a span, if there is tracing. */
export async function traced<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracer?.begin(name, options)
  if (!span) return work()
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}

/** The `traceparent` to continue the current trace elsewhere; undefined without tracing. */
export function currentTrace(): string | undefined {
  return tracer?.traceparent()
}

/** The ids of the current span, for log lines. */
export function traceIds(): object {
  return tracer?.ids() ?? {}
}

/** Adds a span for each statement of `client` that is sent within another span, if there is tracing. */
export function traceStatements(client: PoolClient): void {
  if (!tracer) return
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  function tracedQuery(...args: unknown[]): unknown {
    const text = textOf(args[0])
    const isWithin = tracer?.traceparent() !== undefined
    const span = isWithin && text !== undefined ? beginStatement(text) : undefined
    if (!span) return query(...args)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const ended = (error: unknown, result: unknown) => {
        span.end({ error })
        callback(error, result)
      }
      return query(...args.slice(0, -1), ended)
    }
    const sent = query(...args)
    if (sent instanceof Promise)
      sent.then(
        () => span.end(),
        (error: unknown) => span.end({ error }),
      )
    else span.end()
    return sent
  }
  client.query = tracedQuery as typeof client.query
}

const longestText = 2_000

function beginStatement(text: string): OpenSpan | undefined {
  const [operation = ''] = text.trim().split(/\s/, 1)
  return tracer?.begin(operation.toLowerCase(), {
    kind: 'client',
    // Values are sent apart from it.
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestText) },
  })
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const { text } = query as { text?: unknown }
  return typeof text === 'string' ? text : undefined
}
