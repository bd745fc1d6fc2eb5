import { randomBytes } from 'node:crypto'
import type { SourceColumn, SourceValues } from '@simwright/contract/profiles/source'
import { type Iccid, type Imsi, iccidAt, imsiAt, parseIccid } from '@simwright/ids'

export type Subscriber = SourceValues

/** Subscribers of a test network with random keys; their numbers start at `from`. */
export function subscribers(count: number, from = 0): Subscriber[] {
  const firstIccid = parseIccid('8944500000000000000') as Iccid
  const firstImsi = '999700000000000' as Imsi
  return Array.from({ length: count }, (_, index) => ({
    ICCID: iccidAt(firstIccid, from + index),
    IMSI: imsiAt(firstImsi, from + index),
    KI: randomBytes(16).toString('hex').toUpperCase(),
    OPC: randomBytes(16).toString('hex').toUpperCase(),
  }))
}

let used = 0

/** Subscribers that no other test of the file uses. */
export function newSubscribers(count: number): Subscriber[] {
  used += count
  return subscribers(count, used - count)
}

/** A CSV file of these subscribers with all columns that any of them has. */
export function subscriberCsv(rows: readonly Subscriber[], delimiter = ','): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))] as SourceColumn[]
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(delimiter))
  return `${[columns.join(delimiter), ...lines].join('\n')}\n`
}
