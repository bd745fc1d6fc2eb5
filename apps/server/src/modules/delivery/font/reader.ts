/** Reads numbers of a font file, one after the other. */
export class Reader {
  readonly #bytes: Buffer
  at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#take(1))
  }

  i8(): number {
    return this.#bytes.readInt8(this.#take(1))
  }

  u16(): number {
    return this.#bytes.readUInt16BE(this.#take(2))
  }

  i16(): number {
    return this.#bytes.readInt16BE(this.#take(2))
  }

  u32(): number {
    return this.#bytes.readUInt32BE(this.#take(4))
  }

  bytes(count: number): Buffer {
    const at = this.#take(count)
    return this.#bytes.subarray(at, at + count)
  }

  /** UIntBase128: seven bits a byte. */
  base128(): number {
    let value = 0
    for (let count = 0; count < 5; count += 1) {
      const byte = this.u8()
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    throw new TypeError('a number of this font is too long')
  }

  /** 255UInt16: one byte for small numbers. */
  short255(): number {
    const first = this.u8()
    if (first === 253) return this.u16()
    if (first === 254) return this.u8() + 506
    return first === 255 ? this.u8() + 253 : first
  }

  #take(count: number): number {
    const { at } = this
    this.at += count
    return at
  }
}
