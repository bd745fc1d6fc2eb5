import type { Logger } from './log.ts'
import type { Tracer } from './trace.ts'

const noTracer: Tracer = { trace: (_, work) => work(), statement: undefined, close: async () => {} }

/** The OpenTelemetry libraries are loaded only if there is a collector. */
export async function openTracer(collectorUrl: string | undefined, log: Logger): Promise<Tracer> {
  if (collectorUrl === undefined) return noTracer
  const { openOtlpTracer } = await import('./otlp-tracer.ts')
  return openOtlpTracer(collectorUrl, log)
}
