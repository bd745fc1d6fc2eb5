import { type Run, Typeface } from '../../../format/typeface.ts'

const typeface = new Typeface(700)

/** The text in Unicode NFC without the letters that the typeface lacks. */
export const printable = (text: string): string =>
  [...text.normalize('NFC')].filter((letter) => typeface.hasLetter(letter)).join('')

/** Splits a text into runs of one font file each, without the letters that the typeface lacks. */
export const fontRuns = (text: string): Run[] => typeface.runs(text)
