import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockEncryptor, blockLength, CbcDecryptor, CbcEncryptor, Cmac } from './aes-chain.ts'

/**
 * GlobalPlatform key type AES and key length 16 bytes, as in BF23's control reference template (SGP.22 section 5.5.1).
 */
export const keyTypeAes = 0x88
export const keyLengthBytes = 0x10

/** The most bytes of a segment: tag, length, data and MAC (SGP.22 section 2.5.5). */
export const maxSegmentBytes = 1020
/**
 * The most plain bytes of an encrypted segment: padded to 63 blocks, with 4 bytes of header and 8 of MAC, they fill it.
 */
export const maxEncryptedPlainBytes = 1007
/** The most plain bytes of a MAC-only segment: 4 bytes of header and 8 of MAC complete it. */
export const maxMacOnlyPlainBytes = 1008

/** The first 8 bytes of the CMAC are sent. */
const macLength = 8

/** The keys that protect the segments of a bound package (SGP.22 section 2.5.5), 16 bytes each. */
export interface BspKeys {
  initialMacChainingValue: Uint8Array
  encryptionKey: Uint8Array
  macKey: Uint8Array
}

/** Why a segment cannot be sealed or opened. `ended`: an earlier failure ended the session. */
export class BspError extends Error {
  readonly code: 'bad_mac' | 'bad_padding' | 'bad_length' | 'bad_tag' | 'ended'

  constructor(code: BspError['code'], message: string) {
    super(message)
    this.name = 'BspError'
    this.code = code
  }
}

/**
 * Derives the session keys from the shared secret of the two one-time keys: X9.63 KDF with SHA-256 (SGP.22 annex G). The
 * transaction id is not an input, so the keys survive a retry with the same one-time keys.
 * @param from.sharedSecret x-coordinate of the shared point, 32 bytes, big-endian
 * @param from.hostId 1 to 16 bytes, as in BF23
 * @param from.eid 16 bytes, two digits a byte as printed
 */
export function deriveBspKeys(from: { sharedSecret: Uint8Array; hostId: Uint8Array; eid: Uint8Array }): BspKeys {
  const sharedInfo = Buffer.concat([
    Uint8Array.of(keyTypeAes, keyLengthBytes, from.hostId.length),
    from.hostId,
    Uint8Array.of(from.eid.length),
    from.eid,
  ])
  const block = (counter: number) =>
    createHash('sha256')
      .update(from.sharedSecret)
      .update(Uint8Array.of(0, 0, 0, counter))
      .update(sharedInfo)
      .digest()
  const stream = Buffer.concat([block(1), block(2)])
  return {
    initialMacChainingValue: stream.subarray(0, 16),
    encryptionKey: stream.subarray(16, 32),
    macKey: stream.subarray(32, 48),
  }
}

/** The MAC chain and the block number, which both sides advance with every segment (SGP.22 section 2.5.5). */
class BspChain {
  readonly #cmac: Cmac
  readonly #counterCipher: BlockEncryptor
  #chainingValue: Uint8Array
  #blockNumber = 0

  constructor(keys: BspKeys) {
    this.#cmac = new Cmac(keys.macKey)
    this.#counterCipher = new BlockEncryptor(keys.encryptionKey)
    this.#chainingValue = keys.initialMacChainingValue
  }

  /**
   * The initial vector of the next segment: the encrypted block number, 16 bytes big-endian. MAC-only segments count
   * too.
   */
  nextInitialVector(): Uint8Array {
    this.#blockNumber++
    const counter = Buffer.alloc(blockLength)
    counter.writeUInt32BE(this.#blockNumber, blockLength - 4)
    return this.#counterCipher.encrypt(counter)
  }

  /**
   * Computes the CMAC over chaining value, header and data. It becomes the next chaining value.
   * @returns the 8 bytes that are sent
   */
  mac(header: Uint8Array, data: Uint8Array): Uint8Array {
    this.#chainingValue = this.#cmac.mac(this.#chainingValue, header, data)
    return this.#chainingValue.subarray(0, macLength)
  }
}

/** The SM-DP+'s side: seals the segments of a bound package. Call it in the order of the segments. */
export class BspSealer {
  readonly #chain: BspChain
  readonly #cbc: CbcEncryptor

  constructor(keys: BspKeys) {
    this.#chain = new BspChain(keys)
    this.#cbc = new CbcEncryptor(keys.encryptionKey)
  }

  /**
   * An encrypted segment of at most {@link maxEncryptedPlainBytes}, padded with 80 00.. to whole blocks.
   * @throws BspError bad_length
   */
  encrypt(tag: number, plain: Uint8Array): Uint8Array {
    checkPlainLength(plain, maxEncryptedPlainBytes)
    const padded = new Uint8Array((Math.floor(plain.length / blockLength) + 1) * blockLength)
    padded.set(plain)
    padded[plain.length] = 0x80
    return this.#sealed(tag, this.#cbc.encrypt(this.#chain.nextInitialVector(), padded))
  }

  /**
   * A segment in clear with its MAC, at most {@link maxMacOnlyPlainBytes}.
   * @throws BspError bad_length
   */
  authenticate(tag: number, plain: Uint8Array): Uint8Array {
    checkPlainLength(plain, maxMacOnlyPlainBytes)
    this.#chain.nextInitialVector()
    return this.#sealed(tag, plain)
  }

  /** The segment with header and MAC. The length in the header includes the MAC. */
  #sealed(tag: number, data: Uint8Array): Uint8Array {
    const header = segmentHeader(tag, data.length + macLength)
    const mac = this.#chain.mac(header, data)
    const segment = new Uint8Array(header.length + data.length + macLength)
    segment.set(header)
    segment.set(data, header.length)
    segment.set(mac, header.length + data.length)
    return segment
  }
}

/**
 * The eUICC's side: opens the segments in the order in which they were sealed. After a failure every call throws `ended`,
 * as a real eUICC ends the session.
 */
export class BspOpener {
  readonly #chain: BspChain
  readonly #cbc: CbcDecryptor
  #ended = false

  constructor(keys: BspKeys) {
    this.#chain = new BspChain(keys)
    this.#cbc = new CbcDecryptor(keys.encryptionKey)
  }

  /** Verifies and decrypts a segment, given as the whole TLV. @throws BspError */
  decrypt(tag: number, segment: Uint8Array): Uint8Array {
    return this.#guarded(() => {
      const iv = this.#chain.nextInitialVector()
      const ciphertext = this.#checkedData(tag, segment)
      if (ciphertext.length === 0 || ciphertext.length % blockLength !== 0) {
        throw new BspError('bad_length', 'an encrypted segment is a whole number of blocks')
      }
      return unpadded(this.#cbc.decrypt(iv, ciphertext))
    })
  }

  /** Verifies a MAC-only segment, given as the whole TLV, and returns its content. @throws BspError */
  verify(tag: number, segment: Uint8Array): Uint8Array {
    return this.#guarded(() => {
      this.#chain.nextInitialVector()
      return this.#checkedData(tag, segment)
    })
  }

  /** The data of a segment whose header and MAC are correct. The comparison takes constant time. */
  #checkedData(tag: number, segment: Uint8Array): Uint8Array {
    const headerLength = checkedHeaderLength(tag, segment)
    const data = segment.subarray(headerLength, segment.length - macLength)
    const mac = this.#chain.mac(segment.subarray(0, headerLength), data)
    if (!timingSafeEqual(mac, segment.subarray(segment.length - macLength))) {
      throw new BspError('bad_mac', 'the segment is damaged, of another channel or out of order')
    }
    return data
  }

  /** Runs `open` unless an earlier call failed. */
  #guarded(open: () => Uint8Array): Uint8Array {
    if (this.#ended) throw new BspError('ended', 'the session ended with an earlier failure')
    this.#ended = true
    const plain = open()
    this.#ended = false
    return plain
  }
}

/** Splits bytes at the limit of the segments into at least one, possibly empty, piece. */
export function cutSegments(bytes: Uint8Array, maxPlainBytes: number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length || at === 0; at += maxPlainBytes)
    pieces.push(bytes.subarray(at, at + maxPlainBytes))
  return pieces
}

/** Throws BspError `bad_length` for content beyond the limit: an error of the caller, who must split it first. */
function checkPlainLength(plain: Uint8Array, max: number): void {
  if (plain.length > max)
    throw new BspError('bad_length', `a segment carries at most ${max} bytes, not ${plain.length}`)
}

/** Tag and shortest length of a segment. */
function segmentHeader(tag: number, length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(tag, length)
  if (length < 0x100) return Uint8Array.of(tag, 0x81, length)
  return Uint8Array.of(tag, 0x82, length >> 8, length & 0xff)
}

/** The length of the header. Throws BspError unless the tag is right and the length is in its shortest form. */
function checkedHeaderLength(tag: number, segment: Uint8Array): number {
  if (segment[0] !== tag) throw new BspError('bad_tag', `the segment's tag is not ${tag.toString(16)}`)
  if (segment.length > maxSegmentBytes)
    throw new BspError('bad_length', `a segment has at most ${maxSegmentBytes} bytes`)
  for (const headerLength of [2, 3, 4]) {
    const dataLength = segment.length - headerLength
    if (dataLength < macLength) break
    const header = segmentHeader(tag, dataLength)
    if (header.length === headerLength && header.every((byte, i) => segment[i] === byte)) return headerLength
  }
  throw new BspError('bad_length', "the segment's length field does not fit its bytes")
}

/** Removes the padding 80 00... Throws BspError `bad_padding`. */
function unpadded(plain: Uint8Array): Uint8Array {
  let end = plain.length - 1
  while (end >= plain.length - blockLength && plain[end] === 0) end--
  if (end < plain.length - blockLength || plain[end] !== 0x80) {
    throw new BspError('bad_padding', 'the segment is not padded with 80 00..')
  }
  return plain.subarray(0, end)
}
