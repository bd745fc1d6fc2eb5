import { lengthSize, tagSize } from './tlv.ts'

const FIRST_CAPACITY = 4096
const LARGEST_KEPT = 1 << 20

/**
 * Writes from the back to the front, so that a length is known before it is written and every byte is
 * written once.
 */
export class Writer {
  private buffer: Uint8Array = new Uint8Array(FIRST_CAPACITY)
  private at = FIRST_CAPACITY

  /** A place in the output, to be handed to `header` when everything before it is written. */
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

  /** Prepends tag and length of the content that was written since `mark`. */
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

  /** The output; the writer is empty afterwards and keeps nothing of it. */
  take(): Uint8Array {
    const output = this.buffer.slice(this.at)
    if (this.buffer.length > LARGEST_KEPT) this.buffer = new Uint8Array(FIRST_CAPACITY)
    else this.buffer.fill(0, this.at)
    this.at = this.buffer.length
    return output
  }

  private number(value: number, size: number): void {
    let rest = value
    for (let i = 0; i < size; i++) {
      this.buffer[--this.at] = rest & 0xff
      rest = Math.floor(rest / 256)
    }
  }

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
