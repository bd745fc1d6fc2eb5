import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/**
 * The font files of the portal's typeface, each for other scripts; a letter uses the first file that has it. Static
 * WOFF files, because the library writes broken subsets of variable fonts and of composite glyphs in WOFF2.
 */
const FILES = [
  import.meta.resolve('@fontsource/inter/files/inter-latin-700-normal.woff'),
  import.meta.resolve('@fontsource/inter/files/inter-latin-ext-700-normal.woff'),
  import.meta.resolve('@fontsource/inter/files/inter-greek-700-normal.woff'),
  import.meta.resolve('@fontsource/inter/files/inter-cyrillic-700-normal.woff'),
  import.meta.resolve('@fontsource/inter/files/inter-vietnamese-700-normal.woff'),
  import.meta.resolve('@fontsource/inter/files/inter-greek-ext-700-normal.woff'),
  import.meta.resolve('@fontsource/inter/files/inter-cyrillic-ext-700-normal.woff'),
].map((url) => fileURLToPath(url))

const fonts = new Map<string, Font>()

function fontOf(file: string): Font {
  const font = fonts.get(file) ?? (create(readFileSync(file)) as Font)
  fonts.set(file, font)
  return font
}

const fileOf = (letter: string): string | undefined =>
  FILES.find((file) => fontOf(file).hasGlyphForCodePoint(letter.codePointAt(0)!))

/** The text in Unicode NFC without the letters that the typeface lacks. */
export const printable = (text: string): string =>
  [...text.normalize('NFC')].filter((letter) => fileOf(letter) !== undefined).join('')

/** Splits a text into runs of one font file each, without the letters that the typeface lacks. */
export function fontRuns(text: string): { file: string; text: string }[] {
  const runs: { file: string; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const file = fileOf(letter)
    const last = runs.at(-1)
    if (last && last.file === file) last.text += letter
    else if (file !== undefined) runs.push({ file, text: letter })
  }
  return runs
}
