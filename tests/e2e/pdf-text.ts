import { inflateSync } from 'node:zlib'

const fileTextOf = (pdf: Buffer) => pdf.toString('latin1')

/** The dictionary of each object of a PDF file by its number, and its unpacked stream. */
function objectsIn(pdf: Buffer): Map<string, { dictionary: string; stream: string }> {
  const objects = fileTextOf(pdf).matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)
  return new Map(
    Array.from(objects, ([, number, body]) => {
      const [, dictionary, packed] = /^([\s\S]*?)(?:\nstream\n([\s\S]*)\nendstream)?$/.exec(body!)!
      const stream = packed && inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
      return [number!, { dictionary: dictionary!, stream: stream ?? '' }]
    }),
  )
}

/** What each glyph of a font means, from its ToUnicode map. */
function lettersIn(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first, list] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [index, [, codes]] of [...list!.matchAll(/<([\w ]*)>/g)].entries()) {
      const text = codes!.replace(/ /g, '').match(/.{4}/g) ?? []
      letters.set(
        Number.parseInt(first!, 16) + index,
        String.fromCharCode(...text.map((code) => Number.parseInt(code, 16))),
      )
    }
  return letters
}

/** The texts on the pages of a PDF file of our own, in the order in which they were drawn. */
export function textsIn(pdf: Buffer): string[] {
  const objects = objectsIn(pdf)
  const fonts = new Map(
    Array.from(fileTextOf(pdf).matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name, number]) => {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number!)!.dictionary)!
      return [name!, lettersIn(objects.get(map!)!.stream)]
    }),
  )
  const texts: string[] = []
  for (const { stream } of objects.values())
    for (const [, font, glyphs] of stream.matchAll(/\/(F\d+) [\d.]+ Tf[^[]*\[([^\]]*)\] TJ/g)) {
      const hex = [...glyphs!.matchAll(/<(\w+)>/g)].map(([, part]) => part!).join('')
      const numbers = (hex.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16))
      texts.push(numbers.map((glyph) => fonts.get(font!)!.get(glyph)).join(''))
    }
  return texts
}
