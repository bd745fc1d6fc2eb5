/** SELECT, STATUS, READ, UPDATE and SEARCH for the files of a profile: ETSI TS 102 221 clauses 11.1.1 to 11.1.7. */
import { equalBytes } from '@simwright/asn1'
import { ACCESS, type AccessMode } from './access-rule.ts'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import {
  contentFileOf,
  directoryOf,
  directoryParameters,
  fileParameters,
  findAdf,
  type RecordFile,
  type Selection,
  selectByFid,
  selectByPath,
  type TransparentFile,
} from './card-file.ts'
import { findPin, moveTo, openFile, type UiccChannel } from './uicc-channel.ts'

const NOTHING = new Uint8Array(0)
const CURRENT_ADF = 0x7fff

/** The two-byte file identifiers in command data. @throws CardRefusal 6A80 for an odd or zero number of bytes */
function fidsOf(data: Uint8Array): number[] {
  if (data.length === 0 || data.length % 2 !== 0) throw new CardRefusal(SW.wrongData)
  return Array.from({ length: data.length / 2 }, (_, index) => (data[2 * index]! << 8) | data[2 * index + 1]!)
}

/** Selection by path from the MF. A path that starts with 7FFF starts at the current ADF (TS 102 221 8.4.2). */
function selectFromMf(channel: UiccChannel, data: Uint8Array): Selection | undefined {
  const fids = fidsOf(data)
  if (fids[0] !== CURRENT_ADF) return selectByPath([channel.system.mf], fids)
  return channel.currentAdf && selectByPath([channel.currentAdf], fids.slice(1))
}

/** The selection that P1 and the data of SELECT describe (TS 102 221 11.1.1). Undefined if the file does not exist. */
function selectionOf(channel: UiccChannel, apdu: Apdu): Selection | undefined {
  const { path } = channel.selection
  switch (apdu.p1) {
    case 0x00: {
      const fid = apdu.data.length === 0 ? 0x3f00 : fidsOf(apdu.data)[0]!
      return selectByFid(channel.system, channel, fid)
    }
    case 0x01:
    case 0x02:
      return selectByPath(path, fidsOf(apdu.data).slice(0, 1))
    case 0x03:
      return path.length > 1 ? { path: path.slice(0, -1) } : undefined
    case 0x04: {
      const adf = findAdf(channel.system, apdu.data)
      return adf && { path: [adf] }
    }
    case 0x08:
      return selectFromMf(channel, apdu.data)
    case 0x09:
      return selectByPath(path, fidsOf(apdu.data))
    default:
      throw new CardRefusal(SW.wrongParameters)
  }
}

/** Bits of P2: no answer data, and termination of the application (TS 102 221 11.1.1). */
const P2_NO_DATA = 0x0c
const P2_TERMINATE_APPLICATION = 0x40

/**
 * SELECT (TS 102 221 11.1.1). Answers the FCP template unless P2 asks for no data.
 * @throws CardRefusal 6A82 if the file does not exist, 6A86 for an unsupported P1
 */
export function select(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const selection = selectionOf(channel, apdu)
  if (!selection) throw new CardRefusal(SW.fileNotFound)
  moveTo(channel, selection)
  if (apdu.p1 === 0x04 && apdu.p2 & P2_TERMINATE_APPLICATION) {
    channel.currentAdf = undefined
    channel.selection = { path: [channel.system.mf] }
    return NOTHING
  }
  if ((apdu.p2 & 0x0c) === P2_NO_DATA) return NOTHING
  return describeSelection(channel)
}

/** The FCP template of the current EF or directory. */
function describeSelection(channel: UiccChannel): Uint8Array {
  const { file } = channel.selection
  if (!file) return describeDirectory(channel)
  const content = contentFileOf(channel.system, file)
  if (!content) throw new CardRefusal(SW.fileNotFound)
  return fileParameters(file, content)
}

/** The FCP template of the current directory, with the current PIN status. */
function describeDirectory(channel: UiccChannel): Uint8Array {
  return directoryParameters(
    directoryOf(channel.selection),
    (reference) => findPin(channel, reference)?.enabled ?? false,
  )
}

/** STATUS (TS 102 221 11.1.2): the FCP template of the current directory, the AID of the application, or no data. */
export function status(channel: UiccChannel, apdu: Apdu): Uint8Array {
  if (apdu.p1 > 2) throw new CardRefusal(SW.wrongParameters)
  switch (apdu.p2) {
    case 0x00:
      return describeDirectory(channel)
    case 0x01:
      return channel.currentAdf?.aid ?? NOTHING
    case P2_NO_DATA:
      return NOTHING
    default:
      throw new CardRefusal(SW.wrongParameters)
  }
}

/** Status word 6Cxx with the correct length. */
const refuseLength = (available: number): CardRefusal => new CardRefusal(0x6c00 | (available & 0xff))

/** The first `Le` bytes; `Le` 00 returns all. @throws CardRefusal 6Cxx if `Le` is greater than the number of bytes */
function answerOf(bytes: Uint8Array, apdu: Apdu): Uint8Array {
  const expected = apdu.expectedBytes ?? 256
  if (expected !== 256 && expected !== 65536 && expected > bytes.length) throw refuseLength(bytes.length)
  return bytes.slice(0, expected)
}

/**
 * The transparent file and offset of a command. If bit 8 of P1 is set, P1 contains a short file identifier and P2 the
 * offset; otherwise both are the offset in the current EF (TS 102 221 11.1.3).
 */
function openBinary(channel: UiccChannel, apdu: Apdu, mode: AccessMode): { file: TransparentFile; offset: number } {
  const bySfi = (apdu.p1 & 0x80) !== 0
  if (bySfi && apdu.p1 & 0x60) throw new CardRefusal(SW.wrongParameters)
  const file = openFile(channel, { sfi: bySfi ? apdu.p1 & 0x1f : 0, kinds: ['transparent'], mode })
  const offset = bySfi ? apdu.p2 : (apdu.p1 << 8) | apdu.p2
  if (offset >= file.content.length) throw new CardRefusal(SW.wrongOffset)
  return { file, offset }
}

/** READ BINARY (TS 102 221 11.1.3). */
export function readBinary(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const { file, offset } = openBinary(channel, apdu, ACCESS.read)
  return answerOf(file.content.subarray(offset), apdu)
}

/** UPDATE BINARY (TS 102 221 11.1.4). @throws CardRefusal 6700 if the data does not fit into the file */
export function updateBinary(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const { file, offset } = openBinary(channel, apdu, ACCESS.update)
  if (offset + apdu.data.length > file.content.length) throw new CardRefusal(SW.wrongLength)
  file.content = file.content.slice()
  file.content.set(apdu.data, offset)
  return NOTHING
}

/** Record modes in bits 1 to 3 of P2. */
const RECORD_NEXT = 2
const RECORD_PREVIOUS = 3
const RECORD_ABSOLUTE = 4

/** The record file and mode of a command. The upper five bits of P2 are a short file identifier, or 0. */
function openRecords(channel: UiccChannel, apdu: Apdu, access: AccessMode): { file: RecordFile; mode: number } {
  const file = openFile(channel, { sfi: apdu.p2 >> 3, kinds: ['linear', 'cyclic'], mode: access })
  return { file, mode: apdu.p2 & 0x07 }
}

/**
 * The number of the addressed record, starting at 1. NEXT and PREVIOUS move the record pointer, and wrap around in a cyclic
 * file.
 * @throws CardRefusal 6A83 if the record does not exist
 */
function recordNumber(channel: UiccChannel, file: RecordFile, by: { mode: number; p1: number }): number {
  const count = file.records.length
  const current = channel.recordNumber
  const wrap = (number: number) => (file.kind === 'cyclic' ? ((number - 1 + count) % count) + 1 : number)
  const target = () => {
    if (by.mode === RECORD_NEXT) return wrap(current + 1)
    if (by.mode === RECORD_PREVIOUS) return current === 0 ? count : wrap(current - 1)
    if (by.mode === RECORD_ABSOLUTE) return by.p1 === 0 ? current : by.p1
    throw new CardRefusal(SW.wrongParameters)
  }
  const number = target()
  if (number < 1 || number > count) throw new CardRefusal(SW.recordNotFound)
  if (by.mode !== RECORD_ABSOLUTE) channel.recordNumber = number
  return number
}

/** READ RECORD (TS 102 221 11.1.5). @throws CardRefusal 6Cxx if `Le` is not the record length */
export function readRecord(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const { file, mode } = openRecords(channel, apdu, ACCESS.read)
  const record = file.records[recordNumber(channel, file, { mode, p1: apdu.p1 }) - 1]!
  const expected = apdu.expectedBytes ?? 256
  if (expected !== 256 && expected !== record.length) throw refuseLength(record.length)
  return record.slice()
}

/**
 * UPDATE RECORD (TS 102 221 11.1.6). In a cyclic file only PREVIOUS is allowed: it replaces the oldest record, which becomes
 * the first one.
 */
export function updateRecord(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const { file, mode } = openRecords(channel, apdu, ACCESS.update)
  if (apdu.data.length !== file.recordBytes) throw new CardRefusal(SW.wrongLength)
  if (file.kind === 'cyclic') {
    if (mode !== RECORD_PREVIOUS) throw new CardRefusal(SW.wrongParameters)
    file.records = [apdu.data.slice(), ...file.records.slice(0, -1)]
    channel.recordNumber = 1
    return NOTHING
  }
  file.records[recordNumber(channel, file, { mode, p1: apdu.p1 }) - 1] = apdu.data.slice()
  return NOTHING
}

/**
 * SEARCH RECORD (TS 102 221 11.1.7), simple search forward from record P1. Answers the numbers of the records that contain
 * the pattern and sets the record pointer to the first of them.
 * @throws CardRefusal 6282 if no record contains it
 */
export function searchRecord(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const { file, mode } = openRecords(channel, apdu, ACCESS.read)
  if (mode !== RECORD_ABSOLUTE) throw new CardRefusal(SW.wrongParameters)
  const first = Math.max(apdu.p1, 1)
  const found = file.records
    .map((record, index) => ({ record, number: index + 1 }))
    .filter(({ record, number }) => number >= first && includes(record, apdu.data))
    .map(({ number }) => number)
  if (found.length === 0) throw new CardRefusal(SW.dataNotFound)
  channel.recordNumber = found[0]!
  return Uint8Array.from(found)
}

function includes(record: Uint8Array, pattern: Uint8Array): boolean {
  for (let at = 0; at + pattern.length <= record.length; at++) {
    if (equalBytes(record.subarray(at, at + pattern.length), pattern)) return true
  }
  return false
}
