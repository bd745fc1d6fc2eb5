import { Asn1Error } from '@simwright/asn1'
import { IdError } from '@simwright/ids'
import { recordsOf } from '../check/package-view.ts'
import { SaipError } from '../error.ts'
import { csimFileTexts, csimRecordTexts } from './csim-text.ts'
import { recordTexts, wholeFileTexts } from './file-text.ts'

/** A file by its name and content. `recordSize` is that of linear fixed and cyclic files, in bytes. */
export interface DescribableFile {
  readonly name: string
  readonly content: Uint8Array
  readonly recordSize?: number | undefined
  /** The file belongs to a CSIM, whose files have names of the USIM's with another coding. */
  readonly isOfCsim?: boolean | undefined
}

/** The content of a file in lines of text. Undefined for files that this package does not decode. */
export function describeFile(file: DescribableFile): readonly string[] | undefined {
  const whole = (file.isOfCsim ? csimFileTexts : wholeFileTexts)[file.name]
  if (whole !== undefined) return orReason(() => whole(file.content))
  return describeRecords(file)?.flat()
}

/** The content of each record in lines of text. Undefined for files without records, and those that are not decoded. */
export function describeRecords({
  name,
  content,
  recordSize,
  isOfCsim,
}: DescribableFile): (readonly string[])[] | undefined {
  const each = (isOfCsim ? csimRecordTexts : recordTexts)[name]
  if (each === undefined || recordSize === undefined) return undefined
  return recordsOf({ content, recordSize }).map((record) => orReason(() => each(record)))
}

/** The lines, or the reason why the content cannot be decoded. Bugs are rethrown. */
function orReason(read: () => readonly string[]): readonly string[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof SaipError || error instanceof IdError || error instanceof Asn1Error) {
      return [`Cannot be read: ${error.message}`]
    }
    throw error
  }
}
