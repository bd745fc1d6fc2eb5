import { concat, readTlv, readTlvs, writeTlv } from '@simwright/asn1'
import { SaipError } from '../error.ts'
import { decodeAlpha, encodeAlpha } from './alpha.ts'

/** An application template of EF.DIR (ETSI TS 102 221, 13.1). */
export interface ApplicationEntry {
  readonly aid: Uint8Array
  readonly label: string
}

export function encodeApplicationEntry({ aid, label }: ApplicationEntry): Uint8Array {
  return writeTlv(0x61, writeTlv(0x4f, aid), writeTlv(0x50, encodeAlpha(label, label.length)))
}

/** undefined for a free record */
export function decodeApplicationEntry(record: Uint8Array): ApplicationEntry | undefined {
  if (record[0] === undefined || record[0] === 0xff) return undefined
  const parts = readTlvs(readTlv(record).value)
  const aid = parts.find(({ tag }) => tag === 0x4f)?.value
  if (aid === undefined) throw new SaipError('content', 'An entry of EF.DIR has an application identifier.')
  return { aid, label: decodeAlpha(parts.find(({ tag }) => tag === 0x50)?.value ?? new Uint8Array(0)) }
}

/** EF.LI and EF.PL: two letters a language (ISO 639-1), most wanted first, `places` of them. */
export function encodeLanguages(codes: readonly string[], places: number): Uint8Array {
  const content = new Uint8Array(2 * places).fill(0xff)
  codes.slice(0, places).forEach((code, i) => {
    if (!/^[a-z]{2}$/.test(code)) throw new SaipError('content', 'A language is two lower-case letters.')
    content.set([code.charCodeAt(0), code.charCodeAt(1)], 2 * i)
  })
  return content
}

export function decodeLanguages(content: Uint8Array): string[] {
  const codes: string[] = []
  for (let i = 0; i + 1 < content.length; i += 2) {
    if (content[i] !== 0xff) codes.push(String.fromCharCode(content[i] as number, content[i + 1] as number))
  }
  return codes
}

/** Records of equal size, each padded with FF. */
export function encodeRecords(records: readonly Uint8Array[], recordSize: number): Uint8Array {
  return concat(
    ...records.map((record) => {
      if (record.length > recordSize) throw new SaipError('content', `A record has ${recordSize} bytes.`)
      const padded = new Uint8Array(recordSize).fill(0xff)
      padded.set(record)
      return padded
    }),
  )
}
