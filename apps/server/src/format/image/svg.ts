import { Resvg } from '@resvg/resvg-js'
import { SaxesParser } from 'saxes'
import { ImageRefusal } from './image-refusal.ts'
import { SvgCost } from './svg-cost.ts'

/** The longer side of the PNG, in pixels. */
const LONGER_SIDE = 1024

const WITHOUT_FONTS = { font: { loadSystemFonts: false }, logLevel: 'off' } as const

/**
 * Draws an SVG as a PNG. Scripts and animations have no effect, and nothing outside of the file is loaded.
 * @throws ImageRefusal
 */
export function drawSvg(content: Buffer): Buffer {
  const text = decodeUtf8(content)
  checkElements(text)
  try {
    const { width, height } = new Resvg(text, WITHOUT_FONTS)
    const [longer, shorter] = [Math.max(width, height), Math.min(width, height)]
    if (shorter * LONGER_SIDE < longer) throw new ImageRefusal('This SVG file is only a line.')
    const mode = width > height ? 'width' : 'height'
    return new Resvg(text, { ...WITHOUT_FONTS, fitTo: { mode, value: LONGER_SIDE } }).render().asPng()
  } catch (cause) {
    throw cause instanceof ImageRefusal ? cause : new ImageRefusal('This SVG file is damaged.', { cause })
  }
}

function decodeUtf8(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch (cause) {
    throw new ImageRefusal('This SVG file is damaged: its text is not UTF-8.', { cause })
  }
}

/** Images that are part of the file itself. resvg would also open paths of the server's own disk. */
const EMBEDDED = /^\s*(#|data:image\/(png|jpeg|webp);base64,)/

/**
 * Refuses what resvg would load from elsewhere, or leave out of the image without a word, and what needs far more memory
 * or time than any logo.
 */
function checkElements(text: string): void {
  const parser = new SaxesParser({ xmlns: true })
  const cost = new SvgCost()
  parser.on('error', (cause) => {
    throw new ImageRefusal('This SVG file is damaged.', { cause })
  })
  parser.on('doctype', (declarations) => {
    if (declarations.includes('[')) throw new ImageRefusal('This SVG file declares entities, which are not accepted.')
  })
  parser.on('opentag', ({ local, attributes }) => {
    if (local === 'text')
      throw new ImageRefusal('Letters in an SVG file must be paths: most drawing programs can convert them.')
    const values = Object.values(attributes)
    for (const { local: name, value } of values)
      if (name === 'href' && value !== '' && !EMBEDDED.test(value) && local !== 'a')
        throw new ImageRefusal('This SVG file loads something from elsewhere, which is not accepted.')
    cost.open(local, new Map(values.map((one) => [one.local, one.value])))
  })
  parser.on('closetag', () => cost.close())
  parser.write(text).close()
  cost.checkCopies()
}
