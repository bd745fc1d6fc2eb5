import { Asn1Error, concat, equalBytes } from '@simwright/asn1'
import { boundPackageTags, channelOpeningToSign } from './bound-package.ts'
import {
  configureIsdpRequest,
  type InitialiseSecureChannelRequest,
  initialiseSecureChannelRequest,
  installBoundProfilePackage,
  replaceSessionKeysRequest,
} from './bound-package-message.ts'
import { BspError, BspOpener, deriveBspKeys, keyLengthBytes, keyTypeAes, maxSegmentBytes } from './bsp.ts'
import { KeyError, type OneTimeKey, type VerifyingKey } from './key.ts'
import type { BppCommandId, InstallErrorReason } from './notification-message.ts'
import { type StoreMetadataRequest, storeMetadataRequest } from './profile-metadata.ts'

/** Why loading a bound package ends. Both members go into the ErrorResult of the ProfileInstallationResult. */
export class BoundPackageFailure extends Error {
  readonly bppCommandId: BppCommandId
  readonly errorReason: InstallErrorReason

  constructor(bppCommandId: BppCommandId, errorReason: InstallErrorReason, options?: ErrorOptions) {
    super(`${bppCommandId}: ${errorReason}`, options)
    this.name = 'BoundPackageFailure'
    this.bppCommandId = bppCommandId
    this.errorReason = errorReason
  }
}

/** One command of a bound package, in the order of the package. `end` follows the last segment. */
export type BoundPackageStep =
  | { kind: 'initialiseSecureChannel'; request: InitialiseSecureChannelRequest }
  | { kind: 'configureISDP'; dpOid: string | undefined }
  | { kind: 'storeMetadata'; metadata: StoreMetadataRequest; raw: Uint8Array }
  | { kind: 'replaceSessionKeys' }
  | { kind: 'loadProfileElements'; bytes: Uint8Array }
  | { kind: 'end' }

/** The eUICC's data for opening a bound package. */
export interface OpenerSession {
  transactionId: Uint8Array
  /** 16 bytes. */
  eid: Uint8Array
  /** otSK.EUICC of this session, or an earlier one that is used again. */
  oneTimeKey: OneTimeKey
  /** The key of CERT.DPpb. */
  smdpKey: VerifyingKey
}

/** The sections of a bound package in their order, the tag of their segments, and the command that a failure names. */
const sections = [
  { tag: boundPackageTags.firstSequenceOf87, segment: boundPackageTags.segment87, command: 'configureISDP' },
  { tag: boundPackageTags.sequenceOf88, segment: boundPackageTags.segment88, command: 'storeMetadata' },
  { tag: boundPackageTags.secondSequenceOf87, segment: boundPackageTags.segment87, command: 'replaceSessionKeys' },
  { tag: boundPackageTags.sequenceOf86, segment: boundPackageTags.segment86, command: 'loadProfileElements' },
] as const

/** A limit in bytes for BF23 against hostile input; a genuine one has fewer than 200. */
const largestOpeningBytes = 512

/**
 * Opens a bound package as the eUICC receives it (ES8+, SGP.22 section 5.5). The input may be divided at any byte. A
 * segment is verified and decrypted as soon as it is complete. After the first failure the opener accepts nothing more.
 */
export class BoundPackageOpener {
  readonly #session: OpenerSession
  #pending: Uint8Array = new Uint8Array()
  /** -1 before the header of BF36. */
  #packageBytesLeft = -1
  /** -1 before the first section. */
  #sectionIndex = -1
  #sectionBytesLeft = 0
  #segmentsInSection = 0
  #metadataPieces: Uint8Array[] = []
  #bsp: BspOpener | undefined
  #ended = false

  constructor(session: OpenerSession) {
    this.#session = session
  }

  /** True once the whole package has been opened. */
  get finished(): boolean {
    return this.#ended && this.#packageBytesLeft === 0
  }

  /**
   * Takes the next bytes of the package.
   * @returns the commands that became complete
   * @throws BoundPackageFailure
   */
  load(piece: Uint8Array): BoundPackageStep[] {
    if (this.#ended) throw new BoundPackageFailure(this.#command, 'scp03tStructureError')
    this.#pending = concat(this.#pending, piece)
    const steps: BoundPackageStep[] = []
    try {
      while (this.#advance(steps));
    } catch (error) {
      this.#ended = true
      throw this.#failure(error)
    }
    return steps
  }

  /** The command that a failure at this point names. */
  get #command(): BppCommandId {
    return sections[this.#sectionIndex]?.command ?? 'initialiseSecureChannel'
  }

  /** Maps an error to the reason that the eUICC reports. Bugs are rethrown. */
  #failure(error: unknown): BoundPackageFailure {
    if (error instanceof BoundPackageFailure) return error
    const cause = { cause: error }
    if (error instanceof BspError) {
      const security = error.code === 'bad_mac' || error.code === 'bad_padding'
      return new BoundPackageFailure(this.#command, security ? 'scp03tSecurityError' : 'scp03tStructureError', cause)
    }
    if (error instanceof Asn1Error) return new BoundPackageFailure(this.#command, 'incorrectInputValues', cause)
    throw error
  }

  /** Processes the next complete element. False if more bytes are needed or the package is finished. */
  #advance(steps: BoundPackageStep[]): boolean {
    if (this.#ended) {
      if (this.#pending.length > 0) throw this.#structureError()
      return false
    }
    const header = this.#peekHeader()
    if (!header) return false
    if (this.#packageBytesLeft < 0) return this.#enterPackage(header)
    if (!this.#bsp) return this.#takeOpening(header, steps)
    if (this.#sectionBytesLeft === 0) return this.#enterSection(header)
    return this.#takeSegment(header, steps)
  }

  #enterPackage(header: PeekedHeader): boolean {
    if (header.tag !== boundPackageTags.whole) throw this.#structureError()
    this.#packageBytesLeft = header.length
    this.#drop(header.headerLength)
    return true
  }

  #takeOpening(header: PeekedHeader, steps: BoundPackageStep[]): boolean {
    if (header.tag !== boundPackageTags.initialiseSecureChannel) throw this.#structureError()
    const bytes = this.#takeWhole(header, largestOpeningBytes)
    if (!bytes) return false
    this.#consume(bytes.length)
    const request = initialiseSecureChannelRequest.decode(bytes)
    this.#openChannel(request)
    steps.push({ kind: 'initialiseSecureChannel', request })
    return true
  }

  /** Verifies BF23 (SGP.22 section 5.5.1) and derives the session keys. */
  #openChannel(request: InitialiseSecureChannelRequest): void {
    const { transactionId, smdpKey, oneTimeKey, eid } = this.#session
    const fail = (reason: InstallErrorReason) => new BoundPackageFailure('initialiseSecureChannel', reason)
    const { keyType, keyLen, hostId } = request.controlRefTemplate
    if (request.remoteOpId !== installBoundProfilePackage) throw fail('unsupportedRemoteOperationType')
    if (!smdpKey.verify(channelOpeningToSign(request, oneTimeKey.publicKey), request.smdpSign)) {
      throw fail('invalidSignature')
    }
    if (!equalBytes(request.transactionId, transactionId)) throw fail('invalidTransactionId')
    if (keyType[0] !== keyTypeAes || keyLen[0] !== keyLengthBytes) throw fail('unsupportedCrtValues')
    this.#bsp = new BspOpener(deriveBspKeys({ sharedSecret: this.#agree(request.smdpOtpk), hostId, eid }))
  }

  /** The shared secret. A point outside the curve is a wrong input value of BF23. */
  #agree(smdpOtpk: Uint8Array): Uint8Array {
    try {
      return this.#session.oneTimeKey.agree(smdpOtpk)
    } catch (cause) {
      if (cause instanceof KeyError) {
        throw new BoundPackageFailure('initialiseSecureChannel', 'incorrectInputValues', { cause })
      }
      throw cause
    }
  }

  /** Reads the header of the next section, which must follow the current one and must not be empty. */
  #enterSection(header: PeekedHeader): boolean {
    const next = sections.findIndex((section, i) => i > this.#sectionIndex && section.tag === header.tag)
    if (next < 0 || this.#skipsMandatory(next) || header.length === 0) throw this.#structureError()
    this.#consume(header.headerLength)
    if (header.length > this.#packageBytesLeft) throw this.#structureError()
    this.#sectionIndex = next
    this.#sectionBytesLeft = header.length
    this.#segmentsInSection = 0
    this.#drop(header.headerLength)
    return true
  }

  /** Only the second sequence of 87 is optional. */
  #skipsMandatory(next: number): boolean {
    const skipped = sections.slice(this.#sectionIndex + 1, next)
    return skipped.some((section) => section.command !== 'replaceSessionKeys')
  }

  /** Takes one segment. The last segment of the package must be one of 86. */
  #takeSegment(header: PeekedHeader, steps: BoundPackageStep[]): boolean {
    const segment = this.#takeWhole(header, maxSegmentBytes)
    if (!segment) return false
    this.#consume(segment.length)
    this.#sectionBytesLeft -= segment.length
    if (this.#sectionBytesLeft < 0) throw this.#structureError()
    this.#segmentsInSection++
    this.#openSegment(segment, steps)
    if (this.#packageBytesLeft === 0) {
      if (this.#command !== 'loadProfileElements') throw this.#structureError()
      this.#ended = true
      steps.push({ kind: 'end' })
    }
    return true
  }

  /** Opens a segment. The two sequences of 87 have exactly one segment each. */
  #openSegment(segment: Uint8Array, steps: BoundPackageStep[]): void {
    const { segment: tag, command } = sections[this.#sectionIndex]!
    const bsp = this.#bsp!
    if (command === 'storeMetadata') {
      this.#metadataPieces.push(bsp.verify(tag, segment))
      if (this.#sectionBytesLeft === 0) steps.push(this.#storedMetadata())
      return
    }
    const plain = bsp.decrypt(tag, segment)
    if (command === 'loadProfileElements') {
      steps.push({ kind: 'loadProfileElements', bytes: plain })
      return
    }
    if (this.#segmentsInSection > 1 || this.#sectionBytesLeft > 0) throw this.#structureError()
    if (command === 'configureISDP') {
      steps.push({ kind: 'configureISDP', dpOid: configureIsdpRequest.decode(plain).dpProprietaryData?.dpOid })
      return
    }
    const keys = replaceSessionKeysRequest.decode(plain)
    this.#bsp = new BspOpener({
      initialMacChainingValue: keys.initialMacChainingValue,
      encryptionKey: keys.ppkEnc,
      macKey: keys.ppkCmac,
    })
    steps.push({ kind: 'replaceSessionKeys' })
  }

  /** The metadata, complete once all segments of 88 have been verified. */
  #storedMetadata(): BoundPackageStep {
    const raw = concat(...this.#metadataPieces)
    return { kind: 'storeMetadata', metadata: storeMetadataRequest.decode(raw), raw }
  }

  /** The next TLV, or undefined until all its bytes have arrived. A TLV beyond the limit fails at its header. */
  #takeWhole(header: PeekedHeader, largest: number): Uint8Array | undefined {
    const length = header.headerLength + header.length
    if (length > largest) throw this.#structureError()
    if (this.#pending.length < length) return undefined
    const bytes = this.#pending.subarray(0, length)
    this.#drop(length)
    return bytes
  }

  /** Counts bytes against the length of BF36. */
  #consume(length: number): void {
    this.#packageBytesLeft -= length
    if (this.#packageBytesLeft < 0) throw this.#structureError()
  }

  #drop(length: number): void {
    this.#pending = this.#pending.subarray(length)
  }

  #structureError(): BoundPackageFailure {
    return new BoundPackageFailure(this.#command, 'scp03tStructureError')
  }

  /** Tag and length at the front, as soon as they have arrived. Tags of this structure have at most 2 bytes. */
  #peekHeader(): PeekedHeader | undefined {
    const bytes = this.#pending
    if (bytes.length === 0) return undefined
    const tagLength = (bytes[0]! & 0x1f) === 0x1f ? 2 : 1
    const first = bytes[tagLength]
    if (first === undefined) return undefined
    const tag = tagLength === 2 ? (bytes[0]! << 8) | bytes[1]! : bytes[0]!
    if (first < 0x80) return { tag, headerLength: tagLength + 1, length: first }
    const lengthBytes = first & 0x7f
    if (lengthBytes === 0 || lengthBytes > 3) throw this.#structureError()
    const headerLength = tagLength + 1 + lengthBytes
    if (bytes.length < headerLength) return undefined
    let length = 0
    for (let i = tagLength + 1; i < headerLength; i++) length = length * 256 + bytes[i]!
    return { tag, headerLength, length }
  }
}

/** Tag, header length and content length of a TLV, in bytes. */
interface PeekedHeader {
  tag: number
  headerLength: number
  length: number
}
