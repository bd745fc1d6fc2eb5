/** The subset of BER-TLV that this client needs: tags of one to three bytes, definite lengths. */
export type Tlv = { tag: number; value: Buffer; raw: Buffer }

export function readTlv(bytes: Buffer): Tlv {
  let at = 1
  let tag = bytes[0]!
  if ((tag & 0x1f) === 0x1f) {
    do {
      tag = tag * 256 + bytes[at]!
      at += 1
    } while (bytes[at - 1]! & 0x80)
  }
  let length = bytes[at]!
  at += 1
  if (length > 0x80) {
    const count = length & 0x7f
    length = bytes.readUIntBE(at, count)
    at += count
  }
  if (length === 0x80 || at + length > bytes.length) throw new Error('this is no TLV')
  return { tag, value: bytes.subarray(at, at + length), raw: bytes.subarray(0, at + length) }
}

export function readTlvs(bytes: Buffer): Tlv[] {
  const all: Tlv[] = []
  for (let rest = bytes; rest.length > 0; rest = rest.subarray(all.at(-1)!.raw.length)) all.push(readTlv(rest))
  return all
}

/** The value at the end of a path of tags. */
export function findTlv(bytes: Buffer, ...path: number[]): Tlv {
  const [tag, ...deeper] = path
  const found = readTlvs(bytes).find((one) => one.tag === tag)
  if (!found) throw new Error(`no ${tag!.toString(16)} in ${bytes.toString('hex').slice(0, 40)}`)
  return deeper.length > 0 ? findTlv(found.value, ...deeper) : found
}

export function tlv(tag: number, ...parts: Uint8Array[]): Buffer {
  const value = Buffer.concat(parts)
  const name = Buffer.from(tag.toString(16).padStart(tag > 0xff ? 4 : 2, '0'), 'hex')
  const { length } = value
  if (length < 0x80) return Buffer.concat([name, Buffer.of(length), value])
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([name, Buffer.from(size), value])
}
