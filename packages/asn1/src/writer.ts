import { lengthSize, tagSize } from './tlv.ts'

/** Bytes. The buffer grows by doubling; one that grew beyond the second limit is released after the encoding. */
const INITIAL_CAPACITY = 4096
const LARGEST_RETAINED = 1 << 20

/**
 * An output buffer that is filled from the end to the beginning. Content is written before its header, so the length is
 * known when the header is written, and no byte is moved except when the buffer grows.
 */
export class Writer {
  private buffer: Uint8Array = new Uint8Array(INITIAL_CAPACITY)
  private at = INITIAL_CAPACITY

  /** The number of bytes written so far. Pass it to `header` after writing the content. */
  mark(): number {
    return this.buffer.length - this.at
  }

  /** Prepends `bytes`. */
  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.at -= bytes.length
    this.buffer.set(bytes, this.at)
  }

  /** Prepends one byte. */
  byte(value: number): void {
    this.reserve(1)
    this.buffer[--this.at] = value
  }

  /** Prepends tag and length of the content that was written since `mark`, with the shortest length form. */
  header(tag: number, mark: number): void {
    const length = this.buffer.length - this.at - mark
    const lengthBytes = lengthSize(length)
    this.reserve(tagSize(tag) + lengthBytes)
    if (lengthBytes === 1) this.buffer[--this.at] = length
    else {
      this.number(length, lengthBytes - 1)
      this.buffer[--this.at] = 0x80 | (lengthBytes - 1)
    }
    this.number(tag, tagSize(tag))
  }

  /** The output as a copy. The writer is empty afterwards, and its memory is zeroed, because content may be secret. */
  take(): Uint8Array {
    const output = this.buffer.slice(this.at)
    if (this.buffer.length > LARGEST_RETAINED) this.buffer = new Uint8Array(INITIAL_CAPACITY)
    else this.buffer.fill(0, this.at)
    this.at = this.buffer.length
    return output
  }

  /** Prepends `size` bytes of a number, most significant first. */
  private number(value: number, size: number): void {
    let rest = value
    for (let i = 0; i < size; i++) {
      this.buffer[--this.at] = rest & 0xff
      rest = Math.floor(rest / 256)
    }
  }

  /** Makes room for `count` more bytes. The old buffer is zeroed. */
  private reserve(count: number): void {
    if (count <= this.at) return
    const used = this.buffer.length - this.at
    const grown = new Uint8Array(Math.max(2 * this.buffer.length, used + count))
    grown.set(this.buffer.subarray(this.at), grown.length - used)
    this.buffer.fill(0, this.at)
    this.at = grown.length - used
    this.buffer = grown
  }
}
