import type { Readable } from 'node:stream'
import { Problem } from '@simwright/contract'

const MAX_LISTED = 100_000

/**
 * The first column of a CSV, or the lines of a text: ICCIDs with or without quotation marks. A first line without a digit is
 * a header. One that stands there twice counts once.
 */
export async function readListed(stream: Readable): Promise<string[]> {
  const found = new Set<string>()
  for await (const line of linesOf(stream)) {
    const [cell = ''] = line.split(/[,;\t]/)
    const text = cell.replaceAll(/["'\s]/g, '')
    if (text === '' || (found.size === 0 && !/[0-9]/.test(text))) continue
    found.add(text.slice(0, 40))
    if (found.size > MAX_LISTED) throw new Problem('rows_too_many', { max: MAX_LISTED.toLocaleString('en') })
  }
  if (found.size === 0) throw new Problem('no_records')
  return [...found]
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}
