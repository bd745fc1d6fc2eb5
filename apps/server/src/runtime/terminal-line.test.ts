import { expect, test } from 'vitest'
import { openLog } from './log.ts'
import { terminalLine } from './terminal-line.ts'

function linesOf(write: (log: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = []
  write(openLog('info', { write: (line) => void lines.push(terminalLine(line)) }))
  return lines.join('').replace(/^\d\d:\d\d:\d\d/gm, 'TIME')
}

test('a request is one short line', () => {
  const request = { requestId: 'r', method: 'POST', path: '/api/v1/user/login', status: 200, ms: 12.4, address: '::1' }
  expect(linesOf((log) => log.info(request, 'request'))).toBe('TIME  POST   200     12 ms  /api/v1/user/login\n')
})

test('anything else is its level, message and values, and an error with its stack', () => {
  expect(linesOf((log) => log.warn({ mailId: 'm', attempts: 2 }, 'an e-mail was not sent'))).toBe(
    'TIME  warn: an e-mail was not sent, mailId m, attempts 2\n',
  )
  const text = linesOf((log) => log.error({ err: new TypeError('no value') }, 'a sweep failed'))
  expect(text).toMatch(/^TIME {2}error: a sweep failed\nTypeError: no value\n {4}at .*terminal-line\.test\.ts/)
})
