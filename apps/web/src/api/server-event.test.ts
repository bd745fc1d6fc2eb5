import { expect, it } from 'vitest'
import { eventsIn, type ServerEvent } from './server-event.ts'

async function read(chunks: readonly string[]): Promise<ServerEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const events: ServerEvent[] = []
  for await (const event of eventsIn(body, () => () => undefined)) events.push(event)
  return events
}

it('an event split across chunks is reassembled', async () => {
  expect(await read(['id: 7\nda', 'ta: {"done":', '1}\n', '\n'])).toEqual([
    { name: 'message', id: '7', data: '{"done":1}' },
  ])
})

it('data lines are joined, the event name is kept, and CRLF ends a line', async () => {
  expect(await read(['event: end\r\ndata: a\r\ndata: b\r\n\r\n'])).toEqual([
    { name: 'end', id: undefined, data: 'a\nb' },
  ])
})

it('heartbeat comments are ignored', async () => {
  expect(await read([': beat\n\n', ': beat\n\ndata: x\n\n'])).toEqual([{ name: 'message', id: undefined, data: 'x' }])
})

it('an event that the connection cut off is not reported', async () => {
  expect(await read(['data: whole\n\ndata: ha'])).toHaveLength(1)
})
