import { type Sheet, sheets } from '@simwright/contract/provisioning/label-sheet'
import { type Drawing, drawQr, type QrStyle } from '@simwright/qr'
import { type Bitmap, MONO_WIDTH, PdfWriter, POINTS } from './pdf.ts'
import { printable } from './typeface.ts'

/** The content of one label: a QR code, and next to it a title and named texts. */
export type Label = { code: string; title: string; rows: readonly (readonly [name: string, text: string])[] }

export type LabelStyle = { style: QrStyle; logo: Bitmap | undefined }

/** Writes labels with QR codes to the sheets of a PDF file, one by one. */
export class LabelWriter {
  readonly #sheet: (typeof sheets)[Sheet]
  readonly #pdf: PdfWriter
  #placed = 0

  constructor(sheet: Sheet) {
    this.#sheet = sheets[sheet]
    const { width, height } = this.#sheet.page
    this.#pdf = new PdfWriter({ width: width * POINTS, height: height * POINTS })
  }

  /** @returns the bytes of pages that are complete */
  add(label: Label, style: LabelStyle): Buffer {
    const { columns, rows } = this.#sheet
    if (this.#placed === 0) this.#pdf.addPage()
    this.#draw(label, style)
    this.#placed = (this.#placed + 1) % (columns * rows)
    return this.#pdf.take()
  }

  end(): Buffer {
    return this.#pdf.end()
  }

  #draw(label: Label, { style, logo }: LabelStyle): void {
    const { columns, width, height, left, top, gapX, gapY } = this.#sheet
    const [column, row] = [this.#placed % columns, Math.floor(this.#placed / columns)]
    const x = (left + column * (width + gapX)) * POINTS
    const y = (top + row * (height + gapY)) * POINTS
    const box = { x, y, width: width * POINTS, height: height * POINTS }
    const drawing = drawQr(label.code, style, logo ? 'room for a logo' : 'no logo')
    drawLabel(this.#pdf, { box, label, drawing, logo })
  }
}

type Box = { x: number; y: number; width: number; height: number }

/** Share of a label's height that the QR code takes. */
const QR_SHARE = 0.86

type DrawnLabel = { box: Box; label: Label; drawing: Drawing; logo: Bitmap | undefined }

/** Draws the QR code at the left and the text for people next to it. */
function drawLabel(page: PdfWriter, { box, label, drawing, logo }: DrawnLabel): void {
  const size = Math.min(box.height * QR_SHARE, box.width * 0.45)
  const inset = (box.height - size) / 2
  page.drawing(drawing, { x: box.x + Math.min(inset, 8), y: box.y + inset, size, logo })
  const x = box.x + Math.min(inset, 8) + size + 6
  const width = box.x + box.width - x - 6
  const base = Math.min(11, Math.max(6.5, box.height / 13))
  let y = box.y + inset + base
  const heading = { x, y, size: base, font: 'bold' } as const
  page.text({ ...heading, text: cut(titleOf(label), (text) => page.widthOf({ ...heading, text }) <= width) })
  const small = base * 0.62
  for (const [name, value] of label.rows) {
    y += small * 2
    page.text({ x, y, size: small, font: 'plain', text: name, gray: 0.4 })
    for (const line of wrapped(value, Math.floor(width / (small * 1.1 * MONO_WIDTH)))) {
      y += small * 1.25
      page.text({ x, y, size: small * 1.1, font: 'mono', text: line })
    }
  }
}

/** The title without unprintable letters. */
const titleOf = ({ title }: Label): string => printable(title).trim() || 'eSIM'

function cut(text: string, fits: (text: string) => boolean): string {
  const letters = [...text]
  let shown = text
  while (!fits(shown) && letters.length > 1) {
    letters.pop()
    shown = `${letters.join('')}...`
  }
  return shown
}

/** Splits a text into lines of about the same length. */
function wrapped(text: string, letters: number): string[] {
  const lines = Math.ceil(text.length / Math.max(8, letters))
  return text.match(new RegExp(`.{1,${Math.ceil(text.length / Math.max(1, lines))}}`, 'g')) ?? []
}
