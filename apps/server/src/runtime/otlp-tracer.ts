import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from './log.ts'
import type { Tracer } from './trace.ts'

const SQL_MAX = 2_000

/** Sends spans to a collector: OTLP over HTTP, as JSON (OpenTelemetry Protocol 1.x, `/v1/traces`). */
export function openOtlpTracer(collectorUrl: string, log: Logger): Tracer {
  reportFailures(log)
  const exporter = new OTLPTraceExporter({ url: `${collectorUrl.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'simwright' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('simwright')
  const contexts = new AsyncLocalStorage<Context>()
  return {
    async trace({ name, kind, attributes, atEnd }, work) {
      const span = tracer.startSpan(
        name,
        { kind: kind === 'call' ? SpanKind.SERVER : SpanKind.INTERNAL, ...(attributes ? { attributes } : {}) },
        (kind === 'call' ? undefined : contexts.getStore()) ?? ROOT_CONTEXT,
      )
      try {
        return await contexts.run(trace.setSpan(ROOT_CONTEXT, span), work)
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        if (atEnd) span.setAttributes(atEnd())
        span.end()
      }
    },
    statement({ sql, ms, failed }) {
      const context = contexts.getStore()
      if (!context) return
      const text = shownSql(sql)
      const [operation = ''] = text.split(/\s/, 1)
      const end = Date.now()
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text }
      const options = { kind: SpanKind.CLIENT, startTime: end - ms, attributes }
      const span = tracer.startSpan(`postgresql ${operation}`, options, context)
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    },
    close: async () => {
      await provider.shutdown().catch((err: unknown) => log.warn({ err }, 'the last traces could not be sent'))
    },
  }
}

/** An error's message may contain a value, so only its kind is recorded. */
function markFailed(span: OtelSpan, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
}

const COMMENT = /\/\*.*?\*\//g

/** SQL in one line, without comments. The opening of a transaction names the enterprise account in its text. */
function shownSql(sql: string): string {
  if (sql.startsWith('begin')) return 'begin'
  return sql.replace(COMMENT, '').replace(/\s+/g, ' ').trim().slice(0, SQL_MAX)
}

/** The library's reports of failed exports, in the server's log. */
function reportFailures(log: Logger): void {
  const warn = (message: string) => log.warn({ reason: message.slice(0, 500) }, 'the traces could not be sent')
  const silent = () => {}
  diag.setLogger(
    { error: warn, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}
