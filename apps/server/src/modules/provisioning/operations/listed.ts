import type { Readable } from 'node:stream'
import { Problem } from '@simwright/contract'

const MAX_LISTED = 100_000

/**
 * Reads ICCIDs from the first column of a CSV or the lines of a text file, with or without quotation marks. A first
 * line without a digit is a header. Duplicates are dropped.
 * @throws Problem `rows_too_many`, `no_records` or `file_kind_unknown`
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
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + textOf(decoder, chunk as Uint8Array)).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH)
    yield* lines
  }
  yield rest + textOf(decoder)
}

/** Only the first cell of a line is read, so an endless line is cut after this many characters. */
const MAX_LINE_LENGTH = 4_096

/** @throws Problem `file_kind_unknown` */
function textOf(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    const text = decoder.decode(chunk, { stream: chunk !== undefined })
    if (!text.includes('\u0000')) return text
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new Problem('file_kind_unknown', { detail: 'save the list as CSV UTF-8' })
}
