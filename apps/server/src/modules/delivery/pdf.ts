import { deflateSync } from 'node:zlib'
import type { Drawing, Paint } from '@simwright/qr'
import { LetterFont } from './font/letter-font.ts'

/** Points of a millimetre. */
export const POINTS = 72 / 25.4

/** A picture without transparency, three bytes a pixel. */
export type Bitmap = { width: number; height: number; rgb: Uint8Array }

const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold', mono: 'Courier' } as const
export type FontName = keyof typeof fonts

export type Text = { x: number; y: number; size: number; font: FontName; text: string; gray?: number }

/** Width of a letter of Courier, and about that of Helvetica, of their size. */
export const LATIN_WIDTHS: Record<FontName, number> = { plain: 0.54, bold: 0.58, mono: 0.6 }

/** What makes the letters bold that only one weight of is there: the width of their line, of their size. */
const BOLD_STROKE = 0.03

const CATALOG = 1
const PAGES = 2
const FIRST_FONT = 3

/** A PDF file (ISO 32000-1) with drawings and texts, written page by page: nothing is kept but where its objects stand. */
export class PdfWriter {
  readonly #size: { width: number; height: number }
  readonly #offsets = new Map<number, number>()
  readonly #pages: number[] = []
  readonly #shadings = new Map<string, { name: string; object: number }>()
  readonly #logo: Bitmap | undefined
  #logoObject: number | undefined
  readonly #letters = new LetterFont()
  #lettersObject: number | undefined
  #next = FIRST_FONT + Object.keys(fonts).length
  #offset = 0
  #begun = false

  /** Size of all pages, in points. */
  constructor(size: { width: number; height: number }, logo?: Bitmap) {
    this.#size = size
    this.#logo = logo
  }

  /** A page whose content a {@link PageContent} has made. */
  page(content: PageContent): Buffer {
    const pieces: Uint8Array[] = this.#begun ? [] : this.#begin()
    for (const paint of content.shadings.values()) pieces.push(...this.#shading(paint))
    const stream = deflateSync(Buffer.from(content.operators.join('\n'), 'latin1'))
    const contents = this.#take()
    pieces.push(this.#object(contents, `<</Length ${stream.length}/Filter/FlateDecode>>`, stream))
    const page = this.#take()
    this.#pages.push(page)
    const shadings = [...content.shadings.keys()].map((key) => this.#shadings.get(key)!)
    const resources = [
      `/Font<<${Object.keys(fonts)
        .map((name, index) => `/${name} ${FIRST_FONT + index} 0 R`)
        .join('')}${this.#lettersOf(content)}>>`,
      `/Shading<<${shadings.map(({ name, object }) => `/${name} ${object} 0 R`).join('')}>>`,
      this.#logoObject === undefined ? '' : `/XObject<</logo ${this.#logoObject} 0 R>>`,
    ]
    const { width, height } = this.#size
    const box = `/MediaBox[0 0 ${number(width)} ${number(height)}]`
    pieces.push(
      this.#object(
        page,
        `<</Type/Page/Parent ${PAGES} 0 R${box}/Contents ${contents} 0 R/Resources<<${resources.join('')}>>>>`,
      ),
    )
    return Buffer.concat(pieces)
  }

  /** A page for what is to be drawn; it knows the gradients of this file. */
  blank(): PageContent {
    return new PageContent(this.#size.height, { nameOf: (paint) => this.#nameOf(paint), letters: this.#letters })
  }

  end(): Buffer {
    const pieces: Uint8Array[] = this.#begun ? [] : this.#begin()
    if (this.#lettersObject !== undefined) pieces.push(...this.#writeLetters(this.#lettersObject))
    const kids = this.#pages.map((page) => `${page} 0 R`).join(' ')
    pieces.push(this.#object(PAGES, `<</Type/Pages/Count ${this.#pages.length}/Kids[${kids}]>>`))
    pieces.push(this.#object(CATALOG, `<</Type/Catalog/Pages ${PAGES} 0 R>>`))
    const start = this.#offset
    const lines = Array.from({ length: this.#next - 1 }, (_, index) => {
      return `${String(this.#offsets.get(index + 1)!).padStart(10, '0')} 00000 n \n`
    })
    const table = `xref\n0 ${this.#next}\n0000000000 65535 f \n${lines.join('')}`
    const trailer = `trailer\n<</Size ${this.#next}/Root ${CATALOG} 0 R>>\nstartxref\n${start}\n%%EOF\n`
    return Buffer.concat([...pieces, Buffer.from(table + trailer, 'latin1')])
  }

  #begin(): Uint8Array[] {
    this.#begun = true
    const head = Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')
    this.#offset = head.length
    const pieces: Uint8Array[] = [head]
    for (const [index, base] of Object.values(fonts).entries()) {
      const font = `<</Type/Font/Subtype/Type1/BaseFont/${base}/Encoding/WinAnsiEncoding>>`
      pieces.push(this.#object(FIRST_FONT + index, font))
    }
    if (this.#logo) {
      const { width, height, rgb } = this.#logo
      const data = deflateSync(rgb)
      this.#logoObject = this.#take()
      const about = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8`
      pieces.push(this.#object(this.#logoObject, `<<${about}/Filter/FlateDecode/Length ${data.length}>>`, data))
    }
    return pieces
  }

  /** The font of what is beyond Latin-1 stands at the end of the file, where its letters are known. */
  #lettersOf({ hasLetters }: PageContent): string {
    if (!hasLetters) return ''
    this.#lettersObject ??= this.#take()
    return `/letters ${this.#lettersObject} 0 R`
  }

  #writeLetters(object: number): Buffer[] {
    const { file, widths, ascent, descent, box, texts } = this.#letters.finish()
    const [part, facts, program, unicode] = [this.#take(), this.#take(), this.#take(), this.#take()]
    const name = '/BaseFont/AAAAAA+Inter'
    const data = deflateSync(file)
    const map = deflateSync(Buffer.from(unicodeMap(texts), 'latin1'))
    return [
      this.#object(
        object,
        `<</Type/Font/Subtype/Type0${name}/Encoding/Identity-H/DescendantFonts[${part} 0 R]/ToUnicode ${unicode} 0 R>>`,
      ),
      this.#object(
        part,
        `<</Type/Font/Subtype/CIDFontType2${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
          `/FontDescriptor ${facts} 0 R/CIDToGIDMap/Identity/W[0[${widths.join(' ')}]]>>`,
      ),
      this.#object(
        facts,
        `<</Type/FontDescriptor/FontName/AAAAAA+Inter/Flags 4/FontBBox[${box.join(' ')}]/ItalicAngle 0` +
          `/Ascent ${ascent}/Descent ${descent}/CapHeight ${ascent}/StemV 80/FontFile2 ${program} 0 R>>`,
      ),
      this.#object(program, `<</Filter/FlateDecode/Length ${data.length}/Length1 ${file.length}>>`, data),
      this.#object(unicode, `<</Filter/FlateDecode/Length ${map.length}>>`, map),
    ]
  }

  #take(): number {
    this.#next += 1
    return this.#next - 1
  }

  #object(id: number, dictionary: string, stream?: Uint8Array): Buffer {
    this.#offsets.set(id, this.#offset)
    const parts = [Buffer.from(`${id} 0 obj\n${dictionary}\n`, 'latin1')]
    if (stream) parts.push(Buffer.from('stream\n'), Buffer.from(stream), Buffer.from('\nendstream\n'))
    parts.push(Buffer.from('endobj\n'))
    const piece = Buffer.concat(parts)
    this.#offset += piece.length
    return piece
  }

  #nameOf(paint: Paint): string {
    const key = JSON.stringify(paint)
    const known = this.#shadings.get(key) ?? { name: `s${this.#shadings.size}`, object: 0 }
    this.#shadings.set(key, known)
    return known.name
  }

  #shading(paint: Paint): Buffer[] {
    const known = this.#shadings.get(JSON.stringify(paint))!
    if (known.object !== 0 || paint.kind === 'solid') return []
    known.object = this.#take()
    const colors = `/FunctionType 2/Domain[0 1]/C0[${rgb(paint.from)}]/C1[${rgb(paint.to)}]/N 1`
    const place =
      paint.kind === 'linear'
        ? `/ShadingType 2/Coords[${[paint.x1, paint.y1, paint.x2, paint.y2].map(number).join(' ')}]`
        : `/ShadingType 3/Coords[${[paint.cx, paint.cy, 0, paint.cx, paint.cy, paint.r].map(number).join(' ')}]`
    return [this.#object(known.object, `<<${place}/ColorSpace/DeviceRGB/Extend[true true]/Function<<${colors}>>>>`)]
  }
}

/** What stands on one page. Measured in points from its upper left corner. */
export class PageContent {
  readonly operators: string[] = []
  readonly shadings = new Map<string, Paint>()
  readonly #height: number
  readonly #nameOf: (paint: Paint) => string
  readonly #letters: LetterFont
  #hasLetters = false

  constructor(height: number, file: { nameOf: (paint: Paint) => string; letters: LetterFont }) {
    this.#height = height
    this.#nameOf = file.nameOf
    this.#letters = file.letters
  }

  /** Something on it is beyond Latin-1. */
  get hasLetters(): boolean {
    return this.#hasLetters
  }

  text({ x, y, size, font, text, gray = 0 }: Text): void {
    const place = `${number(x)} ${number(this.#height - y)} Td`
    if (isLatin(text)) {
      this.operators.push(`BT /${font} ${number(size)} Tf ${number(gray)} g ${place} (${escaped(text)}) Tj ET`)
      return
    }
    this.#hasLetters = true
    const weight = font === 'bold' ? `2 Tr ${number(size * BOLD_STROKE)} w ${number(gray)} G` : '0 Tr'
    const shown = `${number(gray)} g ${weight} ${place} <${this.#letters.encode(text)}> Tj`
    this.operators.push(`q BT /letters ${number(size)} Tf ${shown} ET Q`)
  }

  /** In points; that of Latin-1 is about right. */
  widthOf({ text, size, font }: Pick<Text, 'text' | 'size' | 'font'>): number {
    return size * (isLatin(text) ? text.length * LATIN_WIDTHS[font] : this.#letters.widthOf(text))
  }

  /** A thin frame. */
  frame({ x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
    const box = [x, this.#height - y - height, width, height].map(number).join(' ')
    this.operators.push(`q 0.3 w 0.8 G ${box} re S Q`)
  }

  /** A QR code, `size` points each way. */
  drawing(drawing: Drawing, { x, y, size }: { x: number; y: number; size: number }): void {
    const { side, background, parts, logo } = drawing
    const scale = size / side
    const matrix = [scale, 0, 0, -scale, x, this.#height - y].map(number).join(' ')
    this.operators.push(`q ${matrix} cm ${rgb(background)} rg 0 0 ${side} ${side} re f`)
    for (const { path, paint } of parts) {
      if (paint.kind === 'solid') this.operators.push(`${rgb(paint.color)} rg ${operatorsOf(path)} f*`)
      else {
        const name = this.#nameOf(paint)
        this.shadings.set(JSON.stringify(paint), paint)
        this.operators.push(`q ${operatorsOf(path)} W* n /${name} sh Q`)
      }
    }
    // pictures stand upside down in a space whose y runs down
    if (logo) {
      const place = [logo.width, 0, 0, -logo.height, logo.x, logo.y + logo.height].map(number).join(' ')
      this.operators.push(`q ${place} cm /logo Do Q`)
    }
    this.operators.push('Q')
  }
}

const number = (value: number) => String(Math.round(value * 10_000) / 10_000)

function rgb(color: string): string {
  return [1, 3, 5].map((at) => number(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')
}

/** A path of the commands M, h, v, c and z as PDF draws it. */
function operatorsOf(path: string): string {
  const out: string[] = []
  let [x, y] = [0, 0]
  for (const [, command = '', given = ''] of path.matchAll(/([Mhvcz])([^Mhvcz]*)/g)) {
    const values = given.match(/-?(?:\d+\.?\d*|\.\d+)/g)?.map(Number) ?? []
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
    if (command === 'M') {
      ;[x, y] = [a, b]
      out.push(`${number(x)} ${number(y)} m`)
    } else if (command === 'c') {
      out.push(`${[x + a, y + b, x + c, y + d, x + e, y + f].map(number).join(' ')} c`)
      ;[x, y] = [x + e, y + f]
    } else if (command === 'z') {
      out.push('h')
    } else {
      if (command === 'h') x += a
      else y += a
      out.push(`${number(x)} ${number(y)} l`)
    }
  }
  return out.join(' ')
}

/** In the letters that every reader of PDF has. */
const isLatin = (text: string): boolean => /^[\x20-\x7e\xa0-\xff]*$/.test(text)

const escaped = (text: string): string => text.replace(/[\\()]/g, (letter) => `\\${letter}`)

/** Entries of a block of a ToUnicode CMap. */
const MAP_BLOCK = 100

/** What each glyph says, for who copies or searches (ISO 32000-1, 9.10.3). */
function unicodeMap(texts: readonly { glyph: number; text: string }[]): string {
  const lines = texts.map(({ glyph, text }) => {
    const utf16 = [...text].flatMap((letter) => Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at)))
    return `<${hex4(glyph)}> <${utf16.map(hex4).join('')}>`
  })
  const blocks = Array.from({ length: Math.ceil(lines.length / MAP_BLOCK) }, (_, index) => {
    const block = lines.slice(index * MAP_BLOCK, (index + 1) * MAP_BLOCK)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`
  })
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap
/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def
/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def
1 begincodespacerange\n<0000> <ffff>\nendcodespacerange
${blocks.join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`
}

const hex4 = (value: number): string => value.toString(16).padStart(4, '0')
