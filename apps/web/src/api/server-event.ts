/** One server-sent event (HTML standard, 9.2.6). */
export type ServerEvent = { name: string; data: string; id: string | undefined }

/** Parses the events of a byte stream. Calls `watch` before each read, and the function it returns after the read. */
export async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  watch: () => () => void,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffered = ''
  try {
    while (true) {
      const unwatch = watch()
      const { done, value } = await reader.read().finally(unwatch)
      if (done) return
      buffered += decoder.decode(value, { stream: true })
      const blocks = buffered.split(/\r\n\r\n|\n\n|\r\r/)
      buffered = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseBlock(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Parses one block; undefined for a block without data and name (a heartbeat comment). */
function parseBlock(block: string): ServerEvent | undefined {
  let name = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, field, value] = /^([^:]+):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') name = value ?? ''
    else if (field === 'data') data.push(value ?? '')
    else if (field === 'id') id = value
  }
  return data.length === 0 && name === 'message' ? undefined : { name, data: data.join('\n'), id }
}
