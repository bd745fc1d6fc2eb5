import { fromHex } from '@simwright/asn1'
import type { Fcp, File } from '../codec/file.ts'
import { encodeRecords } from '../ef/directory.ts'

/** What differs from the template: see the functions below. */
export type FcpChange = Partial<Fcp>

const defaultLifeCycle = fromHex('05')

/**
 * A file as its template has it, but for what is changed. Without a change there is no descriptor, for DER would leave an
 * empty one; the component without steps still creates the file (TCA eUICC Profile Package, 8.3.3).
 */
export function described(change: FcpChange = {}): File {
  if (Object.keys(change).length === 0) return []
  return [{ kind: 'fileDescriptor', value: { lcsi: defaultLifeCycle, ...change } }]
}

/** Content of the template's size. */
export function filled(content: Uint8Array): File {
  return [{ kind: 'fillFileContent', value: content }]
}

/** A transparent file that is exactly as large as its content; the template's size is not repeated. */
export function sized(content: Uint8Array, templateSize: number): File {
  if (content.length === templateSize) return [...described(), ...filled(content)]
  return [...described({ efFileSize: minimal(content.length) }), ...filled(content)]
}

/** A linear fixed file of just these records. */
export function records(contents: readonly Uint8Array[], recordSize: number): File {
  const change = { fileDescriptor: linearFixed(recordSize), efFileSize: minimal(contents.length * recordSize) }
  return [...described(change), ...filled(encodeRecords(contents, recordSize))]
}

/** As `records`; the padding is left to the eUICC, which is shorter where records differ much. */
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

/** A link to a file by its path from the MF. */
export function link(path: string): File {
  return described({ linkPath: fromHex(path) })
}

/** A directory; `pins` are the references its status shows. */
export function directory(pins: readonly number[], change: FcpChange = {}): File {
  return described({ ...change, pinStatusTemplateDO: Uint8Array.from(pins) })
}

/** Linear fixed, shareable (ETSI TS 102 222, 6.3.2.2.2; TS 102 221, 11.1.1.4.3). */
function linearFixed(recordSize: number): Uint8Array {
  return Uint8Array.of(0x42, 0x21, recordSize >> 8, recordSize & 0xff)
}

/** On as few bytes as possible, as the format demands of sizes. */
function minimal(size: number): Uint8Array {
  return size > 0xff ? Uint8Array.of(size >> 8, size & 0xff) : Uint8Array.of(size)
}
