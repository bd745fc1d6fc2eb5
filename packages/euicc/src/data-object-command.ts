/** RETRIEVE DATA and SET DATA for BER-TLV files: ETSI TS 102 221 clauses 11.3.1 and 11.3.2. */
import { Asn1Error, concat, readTlv, type Tlv, writeTlv } from '@simwright/asn1'
import { ACCESS, type AccessMode } from './access-rule.ts'
import { type Apdu, CardRefusal, type CommandAnswer, SW } from './apdu.ts'
import type { BerTlvFile } from './card-file.ts'
import { openFile, type UiccChannel } from './uicc-channel.ts'

const NOTHING = new Uint8Array(0)

/** P2: bits 8 and 7 are the kind of block, bits 5 to 1 a short file identifier. The other bits are reserved. */
const BLOCK_BITS = 0xe0
const FIRST_BLOCK = 0x80
const NEXT_BLOCK = 0x00
const SFI_BITS = 0x1f

/** The tag that means the list of all tags in RETRIEVE DATA. */
const TAG_LIST = 0x5c

/** The data objects of a file. Bytes after the last one are free. */
function dataObjectsOf(content: Uint8Array): Tlv[] {
  const found: Tlv[] = []
  for (let at = 0; at < content.length && content[at] !== 0xff && content[at] !== 0x00; ) {
    const object = tryReadTlv(content.subarray(at))
    if (!object) break
    found.push(object)
    at += object.raw.length
  }
  return found
}

/** The first data object in `bytes`. Undefined if they do not start with a complete one. */
function tryReadTlv(bytes: Uint8Array): Tlv | undefined {
  try {
    return readTlv(bytes)
  } catch (error) {
    if (error instanceof Asn1Error) return undefined
    throw error
  }
}

/** A tag as bytes. */
const tagBytes = (tag: number) => writeTlv(tag).subarray(0, -1)

/** The tag that is all of `bytes`. Undefined if they are anything else. */
function loneTag(bytes: Uint8Array): number | undefined {
  const object = tryReadTlv(concat(bytes, Uint8Array.of(0)))
  return object?.raw.length === bytes.length + 1 ? object.tag : undefined
}

/**
 * The file of a command, and whether its block is the first one.
 * @throws CardRefusal 6A86 for an unsupported P1 or P2, 6985 for a next block without a first one
 */
function openBlock(
  channel: UiccChannel,
  apdu: Apdu,
  mode: AccessMode,
): { file: BerTlvFile; previous: Uint8Array | undefined } {
  const kind = apdu.p2 & BLOCK_BITS
  if (apdu.p1 !== 0 || (kind !== FIRST_BLOCK && kind !== NEXT_BLOCK)) throw new CardRefusal(SW.wrongParameters)
  const { transfer } = channel
  const file = openFile(channel, { sfi: apdu.p2 & SFI_BITS, kinds: ['ber-tlv'], mode })
  if (kind === FIRST_BLOCK) return { file, previous: undefined }
  if (transfer?.file !== file) throw new CardRefusal(SW.conditionsNotSatisfied)
  return { file, previous: transfer.bytes }
}

/**
 * RETRIEVE DATA (TS 102 221 11.3.1). The first block has the tag as data; the answer is the data object with its tag and
 * length, in blocks of `Le` bytes. The tag 5C retrieves the list of tags.
 * @throws CardRefusal 6A88 if there is no object with the tag, 6A80 if the data is not a tag
 */
export function retrieveData(channel: UiccChannel, apdu: Apdu): CommandAnswer {
  const { file, previous } = openBlock(channel, apdu, ACCESS.read)
  const bytes = previous ?? requestedObject(file, apdu.data)
  const block = bytes.slice(0, Math.min(apdu.expectedBytes ?? 256, 256))
  const rest = bytes.slice(block.length)
  channel.transfer = rest.length === 0 ? undefined : { instruction: apdu.ins, file, bytes: rest }
  return { data: block, sw: rest.length === 0 ? SW.ok : SW.moreDataAvailable }
}

/** The object that the data of a first block asks for. */
function requestedObject(file: BerTlvFile, data: Uint8Array): Uint8Array {
  const tag = loneTag(data)
  if (tag === undefined) throw new CardRefusal(SW.wrongData)
  const objects = dataObjectsOf(file.content)
  if (tag === TAG_LIST) return writeTlv(TAG_LIST, ...objects.map((object) => tagBytes(object.tag)))
  const found = objects.find((object) => object.tag === tag)
  if (!found) throw new CardRefusal(SW.referencedDataNotFound)
  return found.raw
}

/**
 * SET DATA (TS 102 221 11.3.2): creates or replaces a data object once all its blocks have arrived. A tag without length
 * deletes the object. Until then the file does not change.
 * @throws CardRefusal 6A84 if the file has no room, 6A88 if the object to delete does not exist, 6A80 for bytes after the
 * object
 */
export function setData(channel: UiccChannel, apdu: Apdu): CommandAnswer {
  const { file, previous } = openBlock(channel, apdu, ACCESS.update)
  const bytes = concat(previous ?? NOTHING, apdu.data)
  channel.transfer = undefined
  const deleted = previous === undefined ? loneTag(bytes) : undefined
  if (deleted !== undefined) return deleteObject(file, deleted)
  const object = tryReadTlv(bytes)
  if (!object) {
    if (bytes.length >= file.content.length) throw new CardRefusal(SW.noMemory)
    channel.transfer = { instruction: apdu.ins, file, bytes }
    return { data: NOTHING, sw: SW.moreDataExpected }
  }
  if (object.raw.length !== bytes.length) throw new CardRefusal(SW.wrongData)
  return storeObject(file, object)
}

/** Removes the object with this tag. */
function deleteObject(file: BerTlvFile, tag: number): Uint8Array {
  const objects = dataObjectsOf(file.content)
  const others = objects.filter((object) => object.tag !== tag)
  if (others.length === objects.length) throw new CardRefusal(SW.referencedDataNotFound)
  return writeObjects(file, others)
}

/** Replaces the object with the same tag, or adds it after the last one. */
function storeObject(file: BerTlvFile, object: Tlv): Uint8Array {
  const objects = dataObjectsOf(file.content)
  const at = objects.findIndex(({ tag }) => tag === object.tag)
  return writeObjects(file, at < 0 ? [...objects, object] : objects.with(at, object))
}

/** Writes the content of a file: the objects, then FF. */
function writeObjects(file: BerTlvFile, objects: readonly Tlv[]): Uint8Array {
  const bytes = concat(...objects.map(({ raw }) => raw))
  if (bytes.length > file.content.length) throw new CardRefusal(SW.noMemory)
  const content = new Uint8Array(file.content.length).fill(0xff)
  content.set(bytes)
  file.content = content
  return NOTHING
}
