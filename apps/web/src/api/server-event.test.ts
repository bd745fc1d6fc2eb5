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

it('an event cut into pieces by the network is read whole', async () => {
  expect(await read(['id: 7\nda', 'ta: {"done":', '1}\n', '\n'])).toEqual([
    { name: 'message', id: '7', data: '{"done":1}' },
  ])
})

it('lines of data are joined, names are kept, carriage returns are line ends', async () => {
  expect(await read(['event: end\r\ndata: a\r\ndata: b\r\n\r\n'])).toEqual([
    { name: 'end', id: undefined, data: 'a\nb' },
  ])
})

it('heartbeats are no events', async () => {
  expect(await read([': beat\n\n', ': beat\n\ndata: x\n\n'])).toEqual([{ name: 'message', id: undefined, data: 'x' }])
})

it('an event that the connection cut off is not told', async () => {
  expect(await read(['data: whole\n\ndata: ha'])).toHaveLength(1)
})
