import type { CodeForm, FileGiven } from '@simwright/contract/provisioning/delivery'
import { drawQr, type QrStyle, svgOf } from '@simwright/qr'
import { csvHead, csvLines } from '../../../format/csv.ts'
import type { Label, LabelWriter } from './label.ts'
import { pngUrl } from './png-url.ts'
import { ZipWriter } from './zip.ts'

/** One code as a file holds it. */
export type FileCode = Label & { link: string | null; confirmationCodeRequired: boolean }

export type FilePlan = {
  given: Extract<FileGiven, { form: CodeForm }>
  style: QrStyle
  logo: Uint8Array | null
  at: Date
}

/** A file that grows with each code. */
export type CodeFileWriter = {
  /** What stands in the file next. */
  add(codes: readonly FileCode[]): Uint8Array
  end(): Uint8Array
}

export async function openCodeFile(plan: FilePlan): Promise<CodeFileWriter> {
  const { given } = plan
  return given.form === 'QR_ZIP' ? await archiveOf(plan, given.picture) : await labelsOf(plan, given.sheet)
}

const HEADER = ['ICCID', 'ACTIVATION_CODE', 'SMDP_ADDRESS', 'MATCHING_ID', 'CONFIRMATION_CODE_REQUIRED', 'LINK', 'FILE']
const SVG_PIXELS = 400
const PNG_PIXELS = 480

/** A picture of each QR code, and a CSV file that says which is whose. */
async function archiveOf({ style, logo, at }: FilePlan, picture: 'svg' | 'png'): Promise<CodeFileWriter> {
  const painting = picture === 'png' ? await loadPainting() : undefined
  const zip = new ZipWriter(at)
  const lines: string[] = [csvHead([HEADER])]
  const href = logo ? { logo: pngUrl(logo) } : {}
  const pictureOf = (text: string): Uint8Array => {
    if (painting) return painting.paintQr({ text, style, logo, pixels: PNG_PIXELS })
    return Buffer.from(svgOf(drawQr(text, style, logo ? 'room for a logo' : 'no logo'), { size: SVG_PIXELS, ...href }))
  }
  return {
    add: (codes) => {
      lines.push(csvLines(codes.map((code) => lineOf(code, picture))))
      return Buffer.concat(
        codes.map((code) =>
          zip.add(nameOf(code, picture), pictureOf(code.code), picture === 'png' ? 'store' : 'deflate'),
        ),
      )
    },
    end: () => Buffer.concat([zip.add('codes.csv', Buffer.from(lines.join(''))), zip.end()]),
  }
}

const nameOf = ({ iccid }: FileCode, picture: string) => `qr/${iccid}.${picture}`

function lineOf(code: FileCode, picture: string): string[] {
  const { iccid, smdpAddress, matchingId, link } = code
  const needed = code.confirmationCodeRequired ? 'YES' : 'NO'
  return [iccid, code.code, smdpAddress, matchingId, needed, link ?? '', nameOf(code, picture)]
}

/** The library that paints is loaded only where pictures are painted. */
const loadPainting = () => import('./paint.ts')

type SheetName = ConstructorParameters<typeof LabelWriter>[0]

/** The PDF library is loaded only where labels are written. */
async function labelsOf({ style, logo }: FilePlan, sheet: SheetName): Promise<CodeFileWriter> {
  const { LabelWriter } = await import('./label.ts')
  const bitmap = logo ? (await loadPainting()).logoBitmap(logo, style.background) : undefined
  const labels = new LabelWriter(sheet, { style, logo: bitmap })
  return {
    add: (codes) => Buffer.concat(codes.map((code) => labels.add(code))),
    end: () => labels.end(),
  }
}
