import { isUtf8 } from 'node:buffer'
import { FileRefusal } from './refusal.ts'

export type FileKind = 'text' | 'xlsx' | 'pgp-armored' | 'pgp-binary'

const ARMOR = /^(?:\uFEFF)?\s*-----BEGIN PGP ([A-Z ,/0-9]+)-----/

/** Other kinds of files that users upload by mistake, by their first bytes. */
const signatures: readonly { bytes: readonly number[]; name: string }[] = [
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    name: 'an old or password-protected Excel workbook. Save it as XLSX without a password',
  },
  { bytes: [0x25, 0x50, 0x44, 0x46], name: 'a PDF document' },
  { bytes: [0x1f, 0x8b], name: 'a gzip archive. Unpack it first' },
  { bytes: [0x42, 0x5a, 0x68], name: 'a bzip2 archive. Unpack it first' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], name: 'a 7-Zip archive. Unpack it first' },
  { bytes: [0x52, 0x61, 0x72, 0x21], name: 'a RAR archive. Unpack it first' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], name: 'a picture (PNG)' },
  { bytes: [0xff, 0xd8, 0xff], name: 'a picture (JPEG)' },
  { bytes: [0xff, 0xfe], name: 'UTF-16 text. Save it as CSV UTF-8' },
  { bytes: [0xfe, 0xff], name: 'UTF-16 text. Save it as CSV UTF-8' },
]

/** Packet types that can begin an OpenPGP message, with the allowed first byte: version or algorithm (RFC 9580, 5). */
const firstPackets: ReadonlyMap<number, readonly number[]> = new Map([
  [1, [3, 6]],
  [3, [4, 5, 6]],
  [8, [0, 1, 2, 3]],
  [18, [1, 2]],
  [20, [1]],
])

/**
 * The kind of a file by its content, whatever its name is.
 * @throws FileRefusal for an empty file and for other kinds, which it names
 */
export function fileKind(file: Uint8Array): FileKind {
  if (file.length === 0) throw new FileRefusal('file_empty')
  if (isPgpPacket(file)) return 'pgp-binary'
  const armor = armorOf(file)
  if (armor === 'MESSAGE') return 'pgp-armored'
  if (armor) throw new FileRefusal('file_kind_unknown', { detail: `it is an OpenPGP ${armor.toLowerCase()}` })
  if (startsWith(file, [0x50, 0x4b, 0x03, 0x04])) return zipKind(file)
  const known = signatures.find(({ bytes }) => startsWith(file, bytes))
  if (known) throw new FileRefusal('file_kind_unknown', { detail: `it is ${known.name}` })
  return 'text'
}

/** Whether a file that begins with these bytes is an OpenPGP message. */
export const isPgpMessage = (head: Uint8Array): boolean => isPgpPacket(head) || armorOf(head) === 'MESSAGE'

/** What an armored OpenPGP file contains. */
const armorOf = (file: Uint8Array) =>
  ARMOR.exec(Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 4096)).toString('utf8'))?.[1]

const startsWith = (file: Uint8Array, bytes: readonly number[]) => bytes.every((byte, index) => file[index] === byte)

function zipKind(file: Uint8Array): FileKind {
  const content = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (content.includes('xl/') || content.includes('[Content_Types].xml')) return 'xlsx'
  if (content.includes('application/vnd.oasis.opendocument'))
    throw new FileRefusal('file_kind_unknown', { detail: 'it is an OpenDocument file. Save it as XLSX' })
  throw new FileRefusal('file_kind_unknown', { detail: 'it is a ZIP archive. Unpack it first' })
}

function isPgpPacket(file: Uint8Array): boolean {
  const [first = 0, second = 0] = file
  if ((first & 0x80) === 0) return false
  const isNewFormat = (first & 0x40) !== 0
  const tag = isNewFormat ? first & 0x3f : (first >> 2) & 0x0f
  const body = isNewFormat ? newFormatBody(second) : oldFormatBody(first)
  return firstPackets.get(tag)?.includes(file[body] ?? -1) ?? false
}

function newFormatBody(length: number): number {
  if (length === 255) return 6
  return length >= 192 && length < 224 ? 3 : 2
}

function oldFormatBody(first: number): number {
  return [2, 3, 5, 1][first & 3]!
}

const BOM = [0xef, 0xbb, 0xbf]
const NEW_LINE = 0x0a

/**
 * The text as UTF-8 bytes, without a byte order mark.
 * @throws FileRefusal for an empty file, and with the line of the first byte that is not UTF-8 or is NUL
 */
export function utf8Text(file: Uint8Array): Buffer {
  const from = startsWith(file, BOM) ? BOM.length : 0
  const text = Buffer.from(file.buffer, file.byteOffset + from, file.length - from)
  if (!isUtf8(text)) throw new FileRefusal('not_utf8', { line: firstLineWhere(text, (line) => !isUtf8(line)) })
  if (text.includes(0)) {
    const line = firstLineWhere(text, (line) => line.includes(0))
    throw new FileRefusal('csv_malformed', { line, detail: 'it holds a NUL character' })
  }
  if (isBlank(text)) throw new FileRefusal('file_empty')
  return text
}

const isBlank = (text: Buffer) => text.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))

function firstLineWhere(text: Buffer, predicate: (line: Buffer) => boolean): number {
  let start = 0
  for (let line = 1; ; line++) {
    const end = text.indexOf(NEW_LINE, start)
    const isLast = end === -1
    if (predicate(text.subarray(start, isLast ? text.length : end + 1)) || isLast) return line
    start = end + 1
  }
}
