/** One line of the log as text for people: time, level, message, and of a request its method, status, duration and path. */
export function terminalLine(json: string): string {
  const { time, level, msg, method, status, ms, path, err, ...values } = JSON.parse(json) as Record<string, unknown>
  const at = String(time).slice(11, 19)
  if (msg === 'request') {
    const took = `${Math.round(Number(ms))} ms`
    return `${at}  ${String(method).padEnd(6)} ${status}  ${took.padStart(8)}  ${path}\n`
  }
  const details = Object.entries(values).map(([name, value]) => `${name} ${textOf(value)}`)
  const lines = [[msg, ...details].join(', '), ...(err === undefined ? [] : [describe(err)])]
  return `${at}  ${level}: ${lines.join('\n')}\n`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** An error of ours comes with where it was thrown. */
function describe(err: unknown): string {
  if (typeof err !== 'object' || err === null) return textOf(err)
  const { stack, message } = err as { stack?: string; message?: string }
  return stack ?? message ?? textOf(err)
}
