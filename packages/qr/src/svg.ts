import type { Drawing, Paint } from './draw.ts'
import { short } from './outline.ts'

export type SvgOptions = {
  /** Width and height in pixels; undefined: fills its container. */
  size?: number
  /** Data URL of the logo, so that the file is self-contained. */
  logo?: string
  /** Prefix of the gradient ids; must differ between drawings on one page. */
  name?: string
}

/** Renders a drawing as an SVG file. */
export function svgOf(drawing: Drawing, options: SvgOptions = {}): string {
  const { side } = drawing
  const size = options.size === undefined ? '' : ` width="${options.size}" height="${options.size}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"${size}>${svgBody(drawing, options)}</svg>\n`
}

/** The content of the `svg` element, for callers that write the element themselves. */
export function svgBody(
  { side, background, shapes, logo }: Drawing,
  { logo: href, name = 'paint' }: SvgOptions = {},
): string {
  const paths = shapes.map(({ path, paint }, index) => {
    const id = `${name}-${index}`
    return `${gradientOf(paint, id)}<path fill="${paint.kind === 'solid' ? paint.color : `url(#${id})`}" fill-rule="evenodd" d="${path}"/>`
  })
  const picture =
    logo && href
      ? `<image x="${short(logo.x)}" y="${short(logo.y)}" width="${short(logo.width)}" height="${short(logo.height)}" href="${href}"/>`
      : ''
  return `<rect width="${side}" height="${side}" fill="${background}"/>${paths.join('')}${picture}`
}

function gradientOf(paint: Paint, id: string): string {
  if (paint.kind === 'solid') return ''
  const stops = `<stop stop-color="${paint.from}"/><stop offset="1" stop-color="${paint.to}"/>`
  const units = `id="${id}" gradientUnits="userSpaceOnUse"`
  if (paint.kind === 'radial') {
    return `<radialGradient ${units} cx="${paint.cx}" cy="${paint.cy}" r="${short(paint.r)}">${stops}</radialGradient>`
  }
  return `<linearGradient ${units} x1="${paint.x1}" y1="${paint.y1}" x2="${paint.x2}" y2="${paint.y2}">${stops}</linearGradient>`
}
