import PDFDocument from 'pdfkit'
import { type Run, readFont, Typeface, type Weight } from '../../../format/typeface.ts'

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const

/**
 * OpenType features by name. The library passes them to fontkit, which takes a record as well; its types know only lists
 * of features to switch on.
 */
const features = (given: Readonly<Record<string, boolean>>) => given as unknown as PDFKit.Mixins.OpenTypeFeatures[]

/** Without kerning and contextual forms, which take most of the time and do not show in small texts. */
const PLAIN = { calt: false, ccmp: false, clig: false, kern: false, liga: false, locl: false } as const
const SMALL = features(PLAIN)
/** Digits of equal width. */
const FIGURES = features({ ...PLAIN, tnum: true })
const LARGE = features({ calt: false })

const featuresOf = ({ size, figures }: Style) => (figures ? FIGURES : size < 12 ? SMALL : LARGE)

/** Replaces letters that the typeface lacks. */
const GAP = '[…]'

/** `figures`: for amounts under each other. */
export type Style = { size: number; weight: 400 | 600; color: string; figures?: true }

type Where = {
  x: number
  /** The baseline. */
  y: number
  /** With `right`, the text ends at `x`. */
  align?: 'left' | 'right'
}

const typefaces = new Map<Weight, Typeface>()

function typefaceOf(weight: Weight): Typeface {
  const known = typefaces.get(weight) ?? new Typeface(weight)
  typefaces.set(weight, known)
  return known
}

/** Draws texts and lines on A4 pages. Positions are in points from the upper left corner of the page. */
export class Pen {
  readonly #doc: PDFKit.PDFDocument
  readonly #illegible = new Set<string>()
  readonly #registered = new Set<string>()
  readonly #widths = new Map<string, number>()

  constructor({ title, author, at }: { title: string; author: string; at: Date }) {
    const info = { Title: title, Author: author, CreationDate: at, ModDate: at }
    this.#doc = new PDFDocument({
      autoFirstPage: false,
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      info,
    })
  }

  addPage(): void {
    this.#doc.addPage()
  }

  /** Draws on the page with this index from now on. */
  turnTo(page: number): void {
    this.#doc.switchToPage(page)
  }

  get pages(): number {
    return this.#doc.bufferedPageRange().count
  }

  /** The texts with letters that the typeface lacks, as they were given. */
  get illegible(): readonly string[] {
    return [...this.#illegible]
  }

  /** Writes one line. */
  write(given: string, { x, y, align = 'left' }: Where, style: Style): void {
    const text = this.#legible(given, style)
    const doc = this.#doc
    let left = align === 'left' ? x : x - this.widthOf(text, style)
    for (const run of this.#runsOf(text, style)) {
      this.#fontOf(run).fontSize(style.size).fillColor(style.color)
      doc.text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic', features: featuresOf(style) })
      // the library moves to the end of the text
      left = doc.x
    }
  }

  widthOf(text: string, style: Style): number {
    return this.#runsOf(text, style).reduce((sum, run) => sum + this.#widthOfRun(run, style), 0)
  }

  /** Breaks a text into lines of at most this width, between words or, in longer ones, between letters. */
  wrap(text: string, width: number, style: Style): string[] {
    const space = this.widthOf(' ', style)
    return this.#legible(text, style)
      .split('\n')
      .flatMap((paragraph) => {
        const lines: string[] = []
        let line: string[] = []
        let used = 0
        for (const word of paragraph.split(' ').flatMap((word) => this.#pieces(word, width, style))) {
          const more = this.widthOf(word, style)
          if (line.length > 0 && used + space + more > width) {
            lines.push(line.join(' '))
            line = []
            used = 0
          }
          used += more + (line.length > 0 ? space : 0)
          line.push(word)
        }
        return [...lines, line.join(' ')]
      })
  }

  #pieces(word: string, width: number, style: Style): string[] {
    if (this.widthOf(word, style) <= width) return [word]
    const pieces: string[] = []
    let piece = ''
    for (const letter of word) {
      if (piece !== '' && this.widthOf(piece + letter, style) > width) {
        pieces.push(piece)
        piece = ''
      }
      piece += letter
    }
    return [...pieces, piece]
  }

  /** A horizontal line. */
  rule({
    x,
    y,
    width,
    color,
    weight = 0.6,
  }: {
    x: number
    y: number
    width: number
    color: string
    weight?: number
  }): void {
    this.#doc.rect(x, y - weight / 2, width, weight).fill(color)
  }

  box({
    x,
    y,
    width,
    height,
    color,
    radius,
  }: {
    x: number
    y: number
    width: number
    height: number
    color: string
    radius: number
  }): void {
    this.#doc.roundedRect(x, y, width, height, radius).fill(color)
  }

  /** Attaches a text file to the PDF file. */
  attach(name: string, text: string, at: Date): void {
    this.#doc.file(Buffer.from(text), { name, type: 'text/plain', creationDate: at, modifiedDate: at })
  }

  end(): Buffer {
    this.#doc.end()
    const chunks: Buffer[] = []
    for (let chunk = this.#doc.read(); chunk !== null; chunk = this.#doc.read()) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  #widthOfRun(run: Run, style: Style): number {
    const key = `${run.file} ${style.size} ${style.figures === true} ${run.text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const width = this.#fontOf(run)
      .fontSize(style.size)
      .widthOfString(run.text, { features: featuresOf(style) })
    this.#widths.set(key, width)
    return width
  }

  #fontOf({ file }: Run): PDFKit.PDFDocument {
    if (!this.#registered.has(file)) this.#doc.registerFont(file, readFont(file))
    this.#registered.add(file)
    return this.#doc.font(file)
  }

  /** The text with a mark in place of letters that the typeface lacks. */
  #legible(text: string, { weight }: Style): string {
    const typeface = typefaceOf(weight)
    const letters = [...text.normalize('NFC')].map((letter) => (isPrintable(typeface, letter) ? letter : undefined))
    if (!letters.includes(undefined)) return letters.join('')
    this.#illegible.add(text)
    const shown = letters.filter(
      (letter, index) => letter !== undefined || index === 0 || letters[index - 1] !== undefined,
    )
    return shown.map((letter) => letter ?? GAP).join('')
  }

  #runsOf(text: string, { weight }: Style): Run[] {
    return typefaceOf(weight).runs(text)
  }
}

const isPrintable = (typeface: Typeface, letter: string) => letter === '\n' || typeface.hasLetter(letter)
