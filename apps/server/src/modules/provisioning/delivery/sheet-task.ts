import type { Sheet } from '@simwright/contract/provisioning/label-sheet'
import { plainStyle } from '@simwright/qr'
import type { RunTask } from '../../../worker/task.ts'
import { type Label, LabelWriter } from './label.ts'

/** Label sheets with plain QR codes. */
export type SheetOrder = { sheet: Sheet; labels: readonly Label[] }

export const run: RunTask<SheetOrder, Uint8Array> = ({ sheet, labels }) => {
  const writer = new LabelWriter(sheet)
  const pages = labels.map((label) => writer.add(label, { style: plainStyle, logo: undefined }))
  return Buffer.concat([...pages, writer.end()])
}
