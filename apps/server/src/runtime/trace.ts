/** Never an identifier of a card, device or person, nor a value of a statement. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A piece of work of a trace. */
export type Span = {
  name: string
  /** A call from outside begins a trace of its own, also if the caller sent one. */
  kind: 'call' | 'task'
  attributes?: SpanAttributes
  /** Attributes that are known when the work has ended. */
  atEnd?: () => SpanAttributes
}

/** A statement that has ended, as SQL with placeholders instead of values. */
export type TracedStatement = { sql: string; ms: number; failed: boolean }

/** Records what the server does, for a collector of OpenTelemetry. */
export type Tracer = {
  trace<T>(span: Span, work: () => Promise<T>): Promise<T>
  /** Records a statement within the running trace; undefined if nothing is recorded. */
  statement: ((statement: TracedStatement) => void) | undefined
  /** Sends what is not sent yet. */
  close(): Promise<void>
}
