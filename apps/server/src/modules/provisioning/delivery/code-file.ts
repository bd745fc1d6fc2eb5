import type { CodeForm, FileGiven } from '@simwright/contract/provisioning/delivery'
import { drawQr, type QrStyle, svgOf } from '@simwright/qr'
import { csvHead, csvLines } from '../../../format/csv.ts'
import type { Label, LabelWriter } from './label.ts'
import { pngUrl } from './png-url.ts'
import { ZipWriter } from './zip.ts'

/** An activation code with the fields that a file or mail shows. */
export type FileCode = Pick<Label, 'code' | 'title'> & {
  iccid: string
  smdpAddress: string
  matchingId: string
  link: string | null
  confirmationCodeRequired: boolean
  /** The preset that its group sets; null: it has the style of the file. */
  presetId: string | null
}

type Look = { style: QrStyle; logo: Uint8Array | null }

export type FilePlan = Look & {
  given: Extract<FileGiven, { form: CodeForm }>
  /** The styles that groups set, by preset; empty if the file has one style. */
  ofPresets: ReadonlyMap<string, Look>
  at: Date
}

/** Converts the style of the file and those that groups set, each once. @returns the style of a code */
function looksOf<T>(plan: FilePlan, convert: (look: Look) => T): (code: FileCode) => T {
  const own = convert(plan)
  const ofPresets = new Map([...plan.ofPresets].map(([id, look]) => [id, convert(look)]))
  return ({ presetId }) => (presetId === null ? own : (ofPresets.get(presetId) ?? own))
}

/** Writes a file incrementally. */
export type CodeFileWriter = {
  /** @returns the next bytes of the file */
  add(codes: readonly FileCode[]): Uint8Array
  /** @returns the last bytes of the file */
  end(): Uint8Array
}

export async function openCodeFile(plan: FilePlan): Promise<CodeFileWriter> {
  const { given } = plan
  return given.form === 'QR_ZIP' ? await openArchive(plan, given.picture) : await openLabels(plan, given.sheet)
}

const HEADER = ['ICCID', 'ACTIVATION_CODE', 'SMDP_ADDRESS', 'MATCHING_ID', 'CONFIRMATION_CODE_REQUIRED', 'LINK', 'FILE']
const SVG_PIXELS = 400
const PNG_PIXELS = 480

/** A ZIP archive with a picture of each QR code and `codes.csv`, which maps each picture to its profile. */
async function openArchive(plan: FilePlan, picture: 'svg' | 'png'): Promise<CodeFileWriter> {
  const rasterizer = picture === 'png' ? await loadRasterizer() : undefined
  const zip = new ZipWriter(plan.at)
  const lines: string[] = [csvHead([HEADER])]
  const lookOf = looksOf(plan, ({ style, logo }) => ({ style, logo, href: logo ? { logo: pngUrl(logo) } : {} }))
  const pictureOf = (code: FileCode): Uint8Array => {
    const text = code.code
    const { style, logo, href } = lookOf(code)
    if (rasterizer) return rasterizer.paintQr({ text, style, logo, pixels: PNG_PIXELS })
    return Buffer.from(svgOf(drawQr(text, style, logo ? 'room for a logo' : 'no logo'), { size: SVG_PIXELS, ...href }))
  }
  return {
    add: (codes) => {
      lines.push(csvLines(codes.map((code) => lineOf(code, picture))))
      return Buffer.concat(
        codes.map((code) => zip.add(nameOf(code, picture), pictureOf(code), picture === 'png' ? 'store' : 'deflate')),
      )
    },
    end: () => Buffer.concat([zip.add('codes.csv', Buffer.from(lines.join(''))), zip.end()]),
  }
}

const nameOf = ({ iccid }: FileCode, picture: string) => `qr/${iccid}.${picture}`

function lineOf(code: FileCode, picture: string): string[] {
  const { iccid, smdpAddress, matchingId, link } = code
  const codeRequired = code.confirmationCodeRequired ? 'YES' : 'NO'
  return [iccid, code.code, smdpAddress, matchingId, codeRequired, link ?? '', nameOf(code, picture)]
}

/** Loads the rasterizer (resvg) only when it is needed. */
const loadRasterizer = () => import('./paint.ts')

type SheetName = ConstructorParameters<typeof LabelWriter>[0]

/** Loads the PDF library only when it is needed. */
async function openLabels(plan: FilePlan, sheet: SheetName): Promise<CodeFileWriter> {
  const { LabelWriter } = await import('./label.ts')
  const hasLogo = [plan, ...plan.ofPresets.values()].some(({ logo }) => logo !== null)
  const rasterizer = hasLogo ? await loadRasterizer() : undefined
  const lookOf = looksOf(plan, ({ style, logo }) => ({
    style,
    logo: logo ? rasterizer?.logoBitmap(logo, style.background) : undefined,
  }))
  const labels = new LabelWriter(sheet)
  return {
    add: (codes) => Buffer.concat(codes.map((code) => labels.add(labelOf(code), lookOf(code)))),
    end: () => labels.end(),
  }
}

const labelOf = ({ code, title, iccid, smdpAddress, matchingId }: FileCode): Label => ({
  code,
  title,
  rows: [
    ['ICCID', iccid],
    ['SM-DP+', smdpAddress],
    ['Matching ID', matchingId],
  ],
})
