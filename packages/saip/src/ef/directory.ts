import { concat, readTlv, readTlvs, writeTlv } from '@simwright/asn1'
import { SaipError } from '../error.ts'
import { decodeAlpha, encodeAlpha } from './alpha.ts'

/** An application template of EF.DIR (ETSI TS 102 221, 13.1). */
export interface ApplicationEntry {
  readonly aid: Uint8Array
  readonly label: string
}

/** Encodes an application template (tag 61) with AID and label. It does not pad the record. */
export function encodeApplicationEntry({ aid, label }: ApplicationEntry): Uint8Array {
  return writeTlv(0x61, writeTlv(0x4f, aid), writeTlv(0x50, encodeAlpha(label, label.length)))
}

/** Decodes a record of EF.DIR. Undefined for a free record. @throws SaipError `content`, or Asn1Error */
export function decodeApplicationEntry(record: Uint8Array): ApplicationEntry | undefined {
  if (record[0] === undefined || record[0] === 0xff) return undefined
  const values = readTlvs(readTlv(record).value)
  const aid = values.find(({ tag }) => tag === 0x4f)?.value
  if (aid === undefined) throw new SaipError('content', 'An entry of EF.DIR must have an application identifier.')
  return { aid, label: decodeAlpha(values.find(({ tag }) => tag === 0x50)?.value ?? new Uint8Array(0)) }
}

/** EF.LI and EF.PL: `count` entries of two letters (ISO 639-1), in order of preference. Further codes are ignored. */
export function encodeLanguages(codes: readonly string[], count: number): Uint8Array {
  const content = new Uint8Array(2 * count).fill(0xff)
  codes.slice(0, count).forEach((code, i) => {
    if (!/^[a-z]{2}$/.test(code)) throw new SaipError('content', 'A language is two lower-case letters.')
    content.set([code.charCodeAt(0), code.charCodeAt(1)], 2 * i)
  })
  return content
}

/** The languages of EF.LI or EF.PL. Free entries are skipped. */
export function decodeLanguages(content: Uint8Array): string[] {
  const codes: string[] = []
  for (let i = 0; i + 1 < content.length; i += 2) {
    if (content[i] !== 0xff) codes.push(String.fromCharCode(content[i] as number, content[i + 1] as number))
  }
  return codes
}

/** Concatenates records of equal size, each padded with FF. @throws SaipError `content` for a longer record */
export function encodeRecords(records: readonly Uint8Array[], recordSize: number): Uint8Array {
  return concat(
    ...records.map((record) => {
      if (record.length > recordSize) throw new SaipError('content', `A record has at most ${recordSize} bytes.`)
      const padded = new Uint8Array(recordSize).fill(0xff)
      padded.set(record)
      return padded
    }),
  )
}
