import pino from 'pino'
import { terminalLine } from './terminal-line.ts'

export type Logger = pino.Logger

/** Short lines on a terminal, JSON lines elsewhere. */
const standardOutput = (): pino.DestinationStream =>
  process.stdout.isTTY ? { write: (line) => process.stdout.write(terminalLine(line)) } : pino.destination(1)

/**
 * Writes JSON lines. A `Secret` prints as `***`. Of an error only type, message, stack, code and causes are written:
 * its other fields may contain request data.
 */
export function openLog(level: string, destination: pino.DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level,
      base: undefined,
      messageKey: 'msg',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  )
}

type DescribedError = { type: string; message: string; stack?: string; code?: string; cause?: DescribedError | string }

/** SQLSTATE query_canceled, lock_not_available and idle_in_transaction_session_timeout, and a connection's. */
const TIME_OUT_CODES: ReadonlySet<unknown> = new Set(['57014', '55P03', '25P03', 'ETIMEDOUT'])

/** A time-out is one line: where the code waited says nothing about what it waited for. */
function isTimeOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, message, cause, code } = error as Error & { code?: unknown }
  const isOwn = TIME_OUT_CODES.has(code) || name === 'TimeoutError' || /^timeout e(xpired|xceeded)/.test(message)
  return isOwn || isTimeOut(cause)
}

function describeError(error: unknown): DescribedError | string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(error.stack === undefined || isTimeOut(error) ? {} : { stack: error.stack }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
