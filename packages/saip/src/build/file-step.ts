import { fromHex } from '@simwright/asn1'
import type { Fcp, File } from '../codec/file.ts'
import { encodeRecords } from '../ef/directory.ts'

/** The file control parameters that differ from those of the template. */
export type FcpChange = Partial<Fcp>

/** Life cycle status of an activated file. It is the default of the module, so DER omits it. */
const defaultLifeCycle = fromHex('05')

/**
 * A file with the parameters of its template and the given changes. Without changes there is no descriptor, because DER
 * would encode an empty one; the component without steps still creates the file (TCA eUICC Profile Package, 8.3.3).
 */
export function described(change: FcpChange = {}): File {
  if (Object.keys(change).length === 0) return []
  return [{ kind: 'fileDescriptor', value: { lcsi: defaultLifeCycle, ...change } }]
}

/** Bytes of one fillFileContent. Longer content is split, so that an eUICC needs no larger buffer. */
const fillBytes = 16_384

/** Content that has the size of the template's file. */
export function filled(content: Uint8Array): File {
  const count = Math.max(1, Math.ceil(content.length / fillBytes))
  return Array.from({ length: count }, (_, i) => ({
    kind: 'fillFileContent',
    value: content.subarray(i * fillBytes, (i + 1) * fillBytes),
  }))
}

/**
 * A transparent file that is exactly as large as its content. The size is given only if it differs from the template's.
 */
export function sized(content: Uint8Array, templateSize: number): File {
  if (content.length === templateSize) return [...described(), ...filled(content)]
  return [...described({ efFileSize: minimal(content.length) }), ...filled(content)]
}

/** A linear fixed file with exactly these records, each padded with FF to `recordSize` bytes. */
export function records(contents: readonly Uint8Array[], recordSize: number): File {
  return recordFile(encodeRecords(contents, recordSize), recordSize)
}

/** A linear fixed file whose content is complete records. */
export function recordFile(content: Uint8Array, recordSize: number): File {
  const change = { fileDescriptor: linearFixed(recordSize), efFileSize: minimal(content.length) }
  return [...described(change), ...filled(content)]
}

/** As `records`, but the eUICC pads the records, which makes the package shorter if their lengths differ much. */
export function sparseRecords(contents: readonly Uint8Array[], recordSize: number): File {
  const change = { fileDescriptor: linearFixed(recordSize), efFileSize: minimal(contents.length * recordSize) }
  const steps: File = contents.flatMap((content, i) => {
    const gap = recordSize - content.length
    const step = filled(content)
    if (gap > 0 && i < contents.length - 1) step.push({ kind: 'fillFileOffset', value: gap })
    return step
  })
  return [...described(change), ...steps]
}

/** A link to a file, by its path from the MF in hex. */
export function link(path: string): File {
  return described({ linkPath: fromHex(path) })
}

/** A directory. `pins` are the PIN references in its PIN status template. */
export function directory(pins: readonly number[], change: FcpChange = {}): File {
  return described({ ...change, pinStatusTemplateDO: Uint8Array.from(pins) })
}

/** File descriptor of a linear fixed, shareable file (ETSI TS 102 222, 6.3.2.2.2; TS 102 221, 11.1.1.4.3). */
function linearFixed(recordSize: number): Uint8Array {
  return Uint8Array.of(0x42, 0x21, recordSize >> 8, recordSize & 0xff)
}

/** A file size on as few bytes as possible, big-endian, as the format requires. */
function minimal(size: number): Uint8Array {
  return size > 0xff ? Uint8Array.of(size >> 8, size & 0xff) : Uint8Array.of(size)
}
