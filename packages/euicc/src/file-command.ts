/** SELECT, STATUS, READ, UPDATE and SEARCH on a profile's files: ETSI TS 102 221 clauses 11.1.1 to 11.1.7. */
import { equalBytes } from '@simwright/asn1'
import { ACCESS, type AccessMode } from './access-rule.ts'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import {
  contentFileOf,
  directoryOf,
  directoryParameters,
  fileParameters,
  findAdf,
  type Place,
  type RecordFile,
  selectByFid,
  selectByPath,
  type TransparentFile,
} from './card-file.ts'
import { findPin, moveTo, openFile, type UiccChannel } from './uicc-channel.ts'

const NOTHING = new Uint8Array(0)
const CURRENT_ADF = 0x7fff

function fidsOf(data: Uint8Array): number[] {
  if (data.length === 0 || data.length % 2 !== 0) throw new CardRefusal(SW.wrongData)
  return Array.from({ length: data.length / 2 }, (_, index) => (data[2 * index]! << 8) | data[2 * index + 1]!)
}

function placeFromMf(channel: UiccChannel, data: Uint8Array): Place | undefined {
  const fids = fidsOf(data)
  if (fids[0] !== CURRENT_ADF) return selectByPath([channel.system.mf], fids)
  return channel.currentAdf && selectByPath([channel.currentAdf], fids.slice(1))
}

function placeNamed(channel: UiccChannel, apdu: Apdu): Place | undefined {
  const { path } = channel.place
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
      return placeFromMf(channel, apdu.data)
    case 0x09:
      return selectByPath(path, fidsOf(apdu.data))
    default:
      throw new CardRefusal(SW.wrongParameters)
  }
}

const P2_NO_DATA = 0x0c
const P2_TERMINATE_APPLICATION = 0x40

export function select(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const place = placeNamed(channel, apdu)
  if (!place) throw new CardRefusal(SW.fileNotFound)
  moveTo(channel, place)
  if (apdu.p1 === 0x04 && apdu.p2 & P2_TERMINATE_APPLICATION) {
    channel.currentAdf = undefined
    channel.place = { path: [channel.system.mf] }
    return NOTHING
  }
  if ((apdu.p2 & 0x0c) === P2_NO_DATA) return NOTHING
  return describePlace(channel)
}

function describePlace(channel: UiccChannel): Uint8Array {
  const { file } = channel.place
  if (!file) return describeDirectory(channel)
  const content = contentFileOf(channel.system, file)
  if (!content) throw new CardRefusal(SW.fileNotFound)
  return fileParameters(file, content)
}

function describeDirectory(channel: UiccChannel): Uint8Array {
  return directoryParameters(directoryOf(channel.place), (reference) => findPin(channel, reference)?.enabled ?? false)
}

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

const refuseLength = (available: number): CardRefusal => new CardRefusal(0x6c00 | (available & 0xff))

/** A fitting part of `bytes`; asking for more than there is gets 6Cxx, `Le` 00 gets what there is. */
function answerOf(bytes: Uint8Array, apdu: Apdu): Uint8Array {
  const expected = apdu.expectedBytes ?? 256
  if (expected !== 256 && expected !== 65536 && expected > bytes.length) throw refuseLength(bytes.length)
  return bytes.slice(0, expected)
}

function openBinary(channel: UiccChannel, apdu: Apdu, mode: AccessMode): { file: TransparentFile; offset: number } {
  const bySfi = (apdu.p1 & 0x80) !== 0
  if (bySfi && apdu.p1 & 0x60) throw new CardRefusal(SW.wrongParameters)
  const file = openFile(channel, { sfi: bySfi ? apdu.p1 & 0x1f : 0, kinds: ['transparent'], mode })
  const offset = bySfi ? apdu.p2 : (apdu.p1 << 8) | apdu.p2
  if (offset >= file.content.length) throw new CardRefusal(SW.wrongOffset)
  return { file, offset }
}

export function readBinary(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const { file, offset } = openBinary(channel, apdu, ACCESS.read)
  return answerOf(file.content.subarray(offset), apdu)
}

export function updateBinary(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const { file, offset } = openBinary(channel, apdu, ACCESS.update)
  if (offset + apdu.data.length > file.content.length) throw new CardRefusal(SW.wrongLength)
  file.content = file.content.slice()
  file.content.set(apdu.data, offset)
  return NOTHING
}

const RECORD_NEXT = 2
const RECORD_PREVIOUS = 3
const RECORD_ABSOLUTE = 4

function openRecords(channel: UiccChannel, apdu: Apdu, access: AccessMode): { file: RecordFile; mode: number } {
  const file = openFile(channel, { sfi: apdu.p2 >> 3, kinds: ['linear', 'cyclic'], mode: access })
  return { file, mode: apdu.p2 & 0x07 }
}

/** The record a command means, 1-based; next and previous move the record pointer. */
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

export function readRecord(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const { file, mode } = openRecords(channel, apdu, ACCESS.read)
  const record = file.records[recordNumber(channel, file, { mode, p1: apdu.p1 }) - 1]!
  const expected = apdu.expectedBytes ?? 256
  if (expected !== 256 && expected !== record.length) throw refuseLength(record.length)
  return record.slice()
}

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

/** Simple forward search from record P1: the numbers of the records that hold the pattern. */
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
