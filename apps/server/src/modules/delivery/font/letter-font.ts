import { writeTrueType } from './truetype.ts'
import { type Letter, letterOf, missingLetter, typefaceFacts } from './typeface.ts'

/** The part of the portal's typeface that a file uses: each letter becomes a glyph when it is first written. */
export class LetterFont {
  readonly #glyphs: Letter[] = []
  readonly #ids = new Map<string, number>()

  /** The numbers of the glyphs, two bytes each, in hexadecimal digits. */
  encode(text: string): string {
    return lettersIn(text)
      .map((letter) => this.#idOf(letter).toString(16).padStart(4, '0'))
      .join('')
  }

  /** As a share of the letters' size. */
  widthOf(text: string): number {
    const { unitsPerEm } = typefaceFacts()
    return lettersIn(text).reduce((sum, letter) => sum + drawn(letter).advance / unitsPerEm, 0)
  }

  get isUsed(): boolean {
    return this.#glyphs.length > 0
  }

  /** What a PDF file needs to know of it; the font itself is a TrueType file. */
  finish() {
    const { head, hhea, unitsPerEm, ascent, descent } = typefaceFacts()
    const share = (units: number) => Math.round((units * 1000) / unitsPerEm)
    return {
      file: writeTrueType(this.#glyphs, { head, hhea }),
      widths: this.#glyphs.map(({ advance }) => share(advance)),
      ascent: share(ascent),
      descent: share(descent),
      box: [0, 1, 2, 3].map((side) => share(head.readInt16BE(36 + 2 * side))),
      texts: [...this.#ids].map(([text, glyph]) => ({ glyph, text })),
    }
  }

  #idOf(letter: string): number {
    if (this.#glyphs.length === 0) this.#glyphs.push(missingLetter())
    const known = this.#ids.get(letter)
    if (known !== undefined) return known
    this.#glyphs.push(drawn(letter))
    this.#ids.set(letter, this.#glyphs.length - 1)
    return this.#glyphs.length - 1
  }
}

/** Marks that have a letter of their own with what they stand on become that one. */
const lettersIn = (text: string): string[] => [...text.normalize('NFC')]

/** A letter that the typeface lacks is an empty box. */
const drawn = (letter: string): Letter => letterOf(letter.codePointAt(0)!) ?? missingLetter()
