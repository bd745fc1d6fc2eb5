import type { Drawing, Paint } from '@simwright/qr'
import PDFDocument from 'pdfkit'
import { fontRuns } from './typeface.ts'

/** Points per millimeter. */
export const POINTS = 72 / 25.4

/** A picture without transparency, three bytes a pixel. */
export type Bitmap = { width: number; height: number; rgb: Uint8Array }

const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold', mono: 'Courier' } as const
type FontName = keyof typeof fonts

/** `y` is the baseline; `gray` is 0 for black to 1 for white. */
export type Text = { x: number; y: number; size: number; font: FontName; text: string; gray?: number }

type DrawingLocation = { x: number; y: number; size: number; logo: Bitmap | undefined }

/** Width of a Courier glyph, as a share of the font size. */
export const MONO_WIDTH = 0.6

/**
 * Writes a PDF file page by page. Positions are in points from the upper left corner of the current page. The first
 * `take` after `addPage` returns the previous page and frees its memory.
 */
export class PdfWriter {
  readonly #doc: PDFKit.PDFDocument
  readonly #logos = new Map<Bitmap, { name: string; reference: PDFKit.PDFKitReference }>()

  /** Size of all pages, in points. */
  constructor({ width, height }: { width: number; height: number }) {
    this.#doc = new PDFDocument({ autoFirstPage: false, size: [width, height], margin: 0 })
  }

  addPage(): void {
    this.#doc.addPage()
  }

  /** @returns the bytes written since the last call */
  take(): Buffer {
    const chunks: Buffer[] = []
    for (let chunk = this.#doc.read(); chunk !== null; chunk = this.#doc.read()) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  end(): Buffer {
    this.#doc.end()
    return this.take()
  }

  text(given: Text): void {
    const { y, size, gray = 0 } = given
    const level = Math.round(gray * 255)
    let x = given.x
    for (const { font, text } of runsOf(given)) {
      this.#doc.font(font).fontSize(size).fillColor([level, level, level])
      this.#doc.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
      x += this.#doc.widthOfString(text)
    }
  }

  /** Width of a text in points. */
  widthOf(given: Pick<Text, 'text' | 'size' | 'font'>): number {
    return runsOf(given).reduce(
      (sum, { font, text }) => sum + this.#doc.font(font).fontSize(given.size).widthOfString(text),
      0,
    )
  }

  /** Draws a QR code of `size` points in both directions. A logo is embedded once. */
  drawing(drawing: Drawing, { x, y, size, logo: bitmap }: DrawingLocation): void {
    const { side, background, shapes, logo } = drawing
    const doc = this.#doc
    doc
      .save()
      .translate(x, y)
      .scale(size / side)
    doc.rect(0, 0, side, side).fill(background)
    for (const { path, paint } of shapes) doc.path(path).fill(this.#fillOf(paint), 'even-odd')
    if (logo && bitmap) {
      const { name, reference } = this.#logoOf(bitmap)
      // images have y upwards, this page has y downwards: flip
      doc.save().transform(logo.width, 0, 0, -logo.height, logo.x, logo.y + logo.height)
      doc.page.xobjects[name] = reference
      doc.addContent(`/${name} Do`).restore()
    }
    doc.restore()
  }

  #logoOf(logo: Bitmap) {
    const known = this.#logos.get(logo)
    if (known) return known
    const added = { name: `logo${this.#logos.size}`, reference: this.#embed(logo) }
    this.#logos.set(logo, added)
    return added
  }

  #fillOf(paint: Paint): PDFKit.Mixins.ColorValue {
    if (paint.kind === 'solid') return paint.color
    const gradient =
      paint.kind === 'linear'
        ? this.#doc.linearGradient(paint.x1, paint.y1, paint.x2, paint.y2)
        : this.#doc.radialGradient(paint.cx, paint.cy, 0, paint.cx, paint.cy, paint.r)
    return gradient.stop(0, paint.from).stop(1, paint.to)
  }

  /** Embeds decoded pixels; the library's own function would decode a picture file asynchronously. */
  #embed({ width, height, rgb }: Bitmap): PDFKit.PDFKitReference {
    const reference = this.#doc.ref({
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
    })
    reference.end(Buffer.from(rgb))
    return reference
  }
}

/** Latin-1 texts use the standard PDF fonts, other texts the portal's typeface. */
function runsOf({ text, font }: Pick<Text, 'text' | 'font'>): { font: string; text: string }[] {
  if (/^[\x20-\x7e\xa0-\xff]*$/.test(text)) return [{ font: fonts[font], text }]
  return fontRuns(text).map((run) => ({ font: run.file, text: run.text }))
}
