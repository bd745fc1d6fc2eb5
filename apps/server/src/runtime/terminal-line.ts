/**
 * One line of the log as text for people: time, level, message, and of a request its method, status, duration and path.
 * Values from outside cannot control the terminal.
 */
export function terminalLine(json: string): string {
  const { time, level, msg, method, status, ms, path, err, ...values } = JSON.parse(json) as Record<string, unknown>
  const at = String(time).slice(11, 19)
  if (msg === 'request') {
    const took = `${Math.round(Number(ms))} ms`
    return `${at}  ${printable(`${method}`.padEnd(6))} ${status}  ${took.padStart(8)}  ${printable(`${path}`)}\n`
  }
  const details = Object.entries(values).map(([name, value]) => `${name} ${textOf(value)}`)
  const message = printable([msg, ...details].join(', '))
  return `${at}  ${level}: ${[message, ...(err === undefined ? [] : describe(err))].join('\n')}\n`
}

/** Escapes control characters, which a terminal obeys, and those that change the direction of a line. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u${one.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The lines of an error: its message, and where it was thrown. */
function describe(err: unknown): string[] {
  if (typeof err !== 'object' || err === null) return [printable(textOf(err))]
  const { stack, message } = err as { stack?: string; message?: string }
  return (stack ?? message ?? textOf(err)).split('\n').map(printable)
}
