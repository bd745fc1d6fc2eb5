import { expect, test } from 'vitest'
import { isPictureOnly } from './icon.ts'

const SCRIPT = '<script>alert(1)</script>'

/** Type of a chunk or marker of a segment, and its content. */
type Section = [type: string, content: string]

/** A PNG file with these chunks; the checksums are not those of their content. */
function png(chunks: readonly Section[], after = ''): string {
  const written = chunks.map(([type, content]) => `\0\0\0${String.fromCharCode(content.length)}${type}${content}....`)
  return btoa(`\x89PNG\r\n\x1a\n${written.join('')}${after}`)
}

/** A JPEG file with these segments before its pixels, and bytes after its end. */
const jpeg = (segments: readonly Section[], after = ''): string => {
  const written = segments.map(
    ([marker, content]) => `\xff${marker}\0${String.fromCharCode(content.length + 2)}${content}`,
  )
  return btoa(`\xff\xd8${written.join('')}\xff\xda\0\x03.pixels\xff\0\xff\xd0pixels\xff\xd9${after}`)
}

const header: Section = ['IHDR', 'size and color']
const pixels: Section = ['IDAT', 'pixels']
const end: Section = ['IEND', '']
const jfif: Section = ['\xe0', 'JFIF\0.........']

test.each<[string, string]>([
  ['a PNG', png([header, pixels, end])],
  ['a PNG with colors and a time', png([header, ['gAMA', '....'], ['tIME', '.......'], pixels, end])],
  ['a JPEG', jpeg([jfif, ['\xdb', 'quantization']])],
  ['a JPEG with the color coding of Adobe', jpeg([['\xee', 'Adobe.......']])],
  ['a file that is cut', png([header])],
])('%s has nothing besides the picture', (_what, base64) => {
  expect(isPictureOnly(base64)).toBe(true)
})

test.each<[string, string]>([
  ['a PNG with text', png([header, ['tEXt', SCRIPT], pixels, end])],
  ['a PNG with compressed text', png([header, ['zTXt', SCRIPT], pixels, end])],
  ['a PNG with text after the pixels', png([header, pixels, ['iTXt', SCRIPT], end])],
  ['a PNG with a chunk of its own', png([header, ['scRt', SCRIPT], pixels, end])],
  ['a PNG with bytes after its end', png([header, pixels, end], SCRIPT)],
  ['a JPEG with a comment', jpeg([jfif, ['\xfe', SCRIPT]])],
  ['a JPEG with EXIF', jpeg([['\xe1', `Exif\0\0${SCRIPT}`]])],
  ['a JPEG with a thumbnail', jpeg([['\xe0', `JFIF\0.........${SCRIPT}`]])],
  ['a JPEG with bytes after its end', jpeg([jfif], SCRIPT)],
])('%s has more than the picture', (_what, base64) => {
  expect(isPictureOnly(base64)).toBe(false)
})
