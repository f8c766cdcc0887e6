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
