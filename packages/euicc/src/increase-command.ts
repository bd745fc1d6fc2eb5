/** INCREASE: ETSI TS 102 221 clause 11.1.8. */
import { concat } from '@simwright/asn1'
import { ACCESS } from './access-rule.ts'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import { openFile, type UiccChannel } from './uicc-channel.ts'

/**
 * The short file identifier in P1, or 0 for the selected EF.
 * @throws CardRefusal 6A86 for other values of P1 and P2
 */
function sfiOf({ p1, p2 }: Apdu): number {
  if (p2 !== 0 || (p1 !== 0 && (p1 & 0xe0) !== 0x80)) throw new CardRefusal(SW.wrongParameters)
  return p1 & 0x1f
}

/**
 * Adds a value to the newest record of a cyclic file. The sum becomes the newest record and replaces the oldest one. The
 * answer is the sum, then the value.
 * @throws CardRefusal 6981 for another structure, 6700 if the value is empty or longer than a record, 9850 if the sum does
 * not fit into a record
 */
export function increase(channel: UiccChannel, apdu: Apdu): Uint8Array {
  const file = openFile(channel, { sfi: sfiOf(apdu), kinds: ['cyclic'], mode: ACCESS.increase })
  if (apdu.data.length === 0 || apdu.data.length > file.recordBytes) throw new CardRefusal(SW.wrongLength)
  const sum = sumOf(file.records[0]!, apdu.data)
  file.records = [sum, ...file.records.slice(0, -1)]
  channel.recordNumber = 1
  return concat(sum, apdu.data)
}

/** The sum of two big-endian numbers, with the length of the first. @throws CardRefusal 9850 if it is too large */
function sumOf(record: Uint8Array, value: Uint8Array): Uint8Array {
  const sum = record.slice()
  let carry = 0
  for (let at = 1; at <= sum.length; at++) {
    const total = sum[sum.length - at]! + (value[value.length - at] ?? 0) + carry
    sum[sum.length - at] = total & 0xff
    carry = total >> 8
  }
  if (carry !== 0) throw new CardRefusal(SW.increaseImpossible)
  return sum
}
