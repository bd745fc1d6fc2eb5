import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint } from '@simwright/contract/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testServer } from '../testing/server.ts'
import { serve } from './serve.ts'

/** Long enough for a busy machine, on which the reading of the slow client pauses too. */
const UNREAD_MS = 1_500
/** More than the buffers of both ends of a connection hold. */
const PIECES = 200
const PIECE = Buffer.alloc(256 * 1024, 'x')

const file = endpoint({
  method: 'GET',
  path: '/test/large-file',
  access: 'public',
  summary: 'test',
  input: z.object({ pauseMs: z.coerce.number().default(0), pieces: z.coerce.number().default(PIECES) }),
  output: z.object({}),
  answer: 'file',
})

let sent = 0
let isEnded = false

async function* content(pieces: number, pauseMs: number) {
  sent = 0
  isEnded = false
  try {
    for (; sent < pieces; sent += 1) {
      if (pauseMs > 0) await sleep(pauseMs)
      yield PIECE
    }
  } finally {
    isEnded = true
  }
}

const t = await testServer({
  limits: { all: 1_000_000, unreadMs: UNREAD_MS },
  routes: (app) =>
    serve(app, file, ({ input: { pieces, pauseMs } }) => ({
      fileName: 'large.bin',
      contentType: 'application/octet-stream',
      body: content(pieces, pauseMs),
    })),
})

/** Requests the file on a connection of its own, which is paused. */
async function requested(): Promise<Socket> {
  const socket = connect(Number(new URL(t.url).port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  socket.write('GET /api/v1/test/large-file HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return socket
}

test('a client that reads nothing is disconnected, and the server stops to write the file', async () => {
  const socket = await requested()
  await expect.poll(() => isEnded).toBe(true)
  expect(sent).toBeLessThan(PIECES)
  const closed = once(socket, 'close')
  socket.resume()
  await closed
  expect(socket.bytesRead).toBeLessThan(PIECES * PIECE.length)
})

test('a client that reads slowly gets the whole file', async () => {
  const socket = await requested()
  for (let steps = 1; steps <= 10; steps += 1) {
    await sleep(UNREAD_MS / 6)
    socket.resume()
    // the peer learns of free space in the buffer only when there is much of it
    while (socket.bytesRead < steps * 4 * PIECE.length) await once(socket, 'data')
    socket.pause()
  }
  expect(isEnded).toBe(false)
  socket.resume()
  await expect.poll(() => socket.bytesRead).toBeGreaterThanOrEqual(PIECES * PIECE.length)
  socket.destroy()
})

test('a server that writes slowly does not disconnect the client', async () => {
  const response = await fetch(`${t.url}/api/v1/test/large-file?pieces=2&pauseMs=${1.2 * UNREAD_MS}`)
  expect((await response.arrayBuffer()).byteLength).toBe(2 * PIECE.length)
})
