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

function describeError(error: unknown): DescribedError | string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
