import { channel } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { isTracingSuppressed, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** `fetch` and `node:http` publish each request here before they send it. */
const fetchRequests = channel('undici:request:create')
const httpRequests = channel('http.client.request.created')

/**
 * Opens OpenTelemetry, which reads its standard variables (`OTEL_EXPORTER_OTLP_ENDPOINT`,
 * `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` …) itself. Requests to other services carry the trace on.
 */
export function openTelemetry(onError: (error: unknown) => void): Tracer {
  const report = (message: string) => onError(message)
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  )
  const resource = resourceFromAttributes({ 'service.name': 'solvane' }).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const spans = provider.getTracer('solvane')

  function headersOf(current: Context): Record<string, string> {
    const headers: Record<string, string> = {}
    if (!isTracingSuppressed(current)) propagation.inject(current, headers)
    return headers
  }

  const addToFetch = (message: unknown) => {
    const { request } = message as { request: { addHeader(name: string, value: string): void } }
    for (const [name, value] of Object.entries(headersOf(context.active())))
      request.addHeader(name, value)
  }
  const addToHttp = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    if (request.headersSent) return
    for (const [name, value] of Object.entries(headersOf(context.active())))
      request.setHeader(name, value)
  }
  fetchRequests.subscribe(addToFetch)
  httpRequests.subscribe(addToHttp)

  return {
    begin(name, { kind, parent, attributes }) {
      const outer =
        parent === undefined
          ? context.active()
          : propagation.extract(context.active(), { traceparent: parent })
      const span = spans.startSpan(
        name,
        { kind: kinds[kind], ...(attributes && { attributes }) },
        outer,
      )
      const inner = trace.setSpan(outer, span)
      return {
        within: (work) => context.with(inner, work),
        end({ error, name: newName, attributes: more = {} } = {}) {
          if (newName) span.updateName(newName)
          span.setAttributes(more)
          if (error) {
            const { message } = error instanceof Error ? error : new Error(String(error))
            span.setStatus({ code: SpanStatusCode.ERROR, message })
          }
          span.end()
        },
      }
    },
    traceparent: () => headersOf(context.active()).traceparent,
    ids() {
      const current = trace.getSpanContext(context.active())
      return current && { trace_id: current.traceId, span_id: current.spanId }
    },
    async close() {
      fetchRequests.unsubscribe(addToFetch)
      httpRequests.unsubscribe(addToHttp)
      await provider.shutdown().catch(onError)
      context.disable()
      propagation.disable()
      diag.disable()
    },
  }
}

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer'
  /** The trace that it belongs to (`traceparent`); else that of the surrounding span. */
  parent?: string | undefined
  attributes?: Record<string, string>
}

/** A span that has begun. */
export interface OpenSpan {
  /** Runs `work` as a part of it. */
  within<Result>(work: () => Result): Result
  end(outcome?: {
    error?: unknown
    name?: string
    attributes?: Record<string, string | number>
  }): void
}

/** Where spans go; implemented by OpenTelemetry (`open-telemetry.ts`). */
export interface Tracer {
  begin(name: string, options: SpanOptions): OpenSpan
  /** The `traceparent` of the current span. */
  traceparent(): string | undefined
  /** The ids for log lines. */
  ids(): { trace_id: string; span_id: string } | undefined
  close(): Promise<void>
}
