import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './woff.ts'

export type Weight = 400 | 600 | 700

/** The parts of the typeface, each for other scripts: Latin, Greek, Cyrillic, Vietnamese. */
const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'greek-ext', 'cyrillic-ext'] as const

/** A part of a text that one font file can print. */
export type Run = { file: string; text: string }

/**
 * The portal's typeface for PDF files: one font file for each script; a letter uses the first file that has it. Static
 * WOFF files, because the library writes broken subsets of variable fonts and of composite glyphs in WOFF2.
 */
export class Typeface {
  readonly #files: readonly string[]
  readonly #fonts = new Map<string, Font>()

  constructor(weight: Weight) {
    this.#files = SUBSETS.map((subset) =>
      fileURLToPath(import.meta.resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`)),
    )
  }

  hasLetter(letter: string): boolean {
    return this.#fileOf(letter) !== undefined
  }

  /** Splits a text in Unicode NFC into runs of one font file each, without the letters that the typeface lacks. */
  runs(text: string): Run[] {
    const runs: Run[] = []
    for (const letter of text.normalize('NFC')) {
      const file = this.#fileOf(letter)
      const last = runs.at(-1)
      if (last && last.file === file) last.text += letter
      else if (file !== undefined) runs.push({ file, text: letter })
    }
    return runs
  }

  #fileOf(letter: string): string | undefined {
    return this.#files.find((file) => this.#fontOf(file).hasGlyphForCodePoint(letter.codePointAt(0)!))
  }

  #fontOf(file: string): Font {
    const font = this.#fonts.get(file) ?? (create(readFont(file)) as Font)
    this.#fonts.set(file, font)
    return font
  }
}

const unpacked = new Map<string, Buffer>()

/** The TrueType font in a WOFF file, unpacked once. */
export function readFont(file: string): Buffer {
  const font = unpacked.get(file) ?? unpackWoff(readFileSync(file))
  unpacked.set(file, font)
  return font
}
