/** An event of a stream. `end` is the last one: a stream without it broke. */
export type StreamEvent = { isEnd: true } | { isEnd: false; data: unknown }

/** Reads server-sent events. `beforeRead` is called before each wait for the next bytes, heartbeats included. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  beforeRead: () => void,
): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  try {
    while (true) {
      beforeRead()
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + value.replaceAll('\r\n', '\n')).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** @returns undefined for a comment */
function eventOf(block: string): StreamEvent | undefined {
  const lines = block.split('\n')
  if (lines.includes('event: end')) return { isEnd: true }
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart())
  return data.length === 0 ? undefined : { isEnd: false, data: JSON.parse(data.join('\n')) }
}
