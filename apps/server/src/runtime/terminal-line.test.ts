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

test('values from outside cannot control the terminal or fake a line', () => {
  const address = '\u001b]52;c;YQ==\u0007\r\n10:00:00  info: all is well\u202e'
  const text = linesOf((log) => {
    log.info({ address }, 'refused')
    log.info({ method: 'GET', path: address, status: 404, ms: 1 }, 'request')
    log.error({ err: new Error(address) }, 'failed')
  })
  expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  expect(text.split('\n').slice(0, 2)).toEqual([
    'TIME  info: refused, address \\u001b]52;c;YQ==\\u0007\\u000d\\u000a10:00:00  info: all is well\\u202e',
    expect.stringMatching(/^TIME {2}GET/),
  ])
})

test('anything else is its level, message and values, and an error with its stack', () => {
  expect(linesOf((log) => log.warn({ mailId: 'm', attempts: 2 }, 'an e-mail was not sent'))).toBe(
    'TIME  warn: an e-mail was not sent, mailId m, attempts 2\n',
  )
  const text = linesOf((log) => log.error({ err: new TypeError('no value') }, 'a sweep failed'))
  expect(text).toMatch(/^TIME {2}error: a sweep failed\nTypeError: no value\n {4}at .*terminal-line\.test\.ts/)
})
