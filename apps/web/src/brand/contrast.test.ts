import { readFileSync } from 'node:fs'
import { blend, contrast } from '@simwright/contract/platform/contrast'
import { describe, expect, it } from 'vitest'
import { stackedPairs } from '../ui/chart/chart-color.ts'
import { accentOf, grounds, type Scheme } from './accent.ts'
import { distance, visions } from './color-vision.ts'
import { defaultStyle } from './default-style.ts'

const css = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8')

/** The `#rrggbb` tokens of a scheme in styles/tokens.css. */
function tokensOf(scheme: Scheme): Record<string, string> {
  const block = new RegExp(`:root\\[data-mantine-color-scheme="${scheme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1]!, m[2]!]))
}

const chartColors = ['blue', 'teal', 'vermilion', 'violet', 'amber']

/** Colors that differ less in CIELAB can be confused in small areas. */
const DISTINCT = 30

const tones = ['neutral', 'info', 'success', 'warning', 'danger', 'violet']

/** Ten shades of a hue from nearly white to nearly black, as a platform may define them. */
function paletteOf(hex: string): string[] {
  return [0.06, 0.16, 0.34, 0.56, 0.8]
    .map((share) => blend(hex, '#ffffff', share))
    .concat([1, 0.88, 0.76, 0.64, 0.5].map((share) => blend(hex, '#000000', share)))
}

describe('contrast', () => {
  it('is 21 between black and white, and 1 between equal colors', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#4453d6', '#4453d6')).toBe(1)
  })
})

describe.each(['light', 'dark'] as const)('the %s scheme', (scheme) => {
  const tokens = tokensOf(scheme)
  const onGrounds = (name: string, ratio: number, names = ['canvas', 'surface', 'raised', 'sunken', 'hover']) => {
    for (const ground of names)
      expect(contrast(tokens[name]!, tokens[ground]!), `${name} on ${ground}`).toBeGreaterThanOrEqual(ratio)
  }

  it('has the backgrounds for which accents are derived', () => {
    expect(tokens).toMatchObject(grounds[scheme])
  })

  it('has text colors of 4.5:1 on every background', () => {
    for (const name of ['text', 'text-muted', 'text-faint', 'danger-text', 'success-text', 'warning-text'])
      onGrounds(name, 4.5)
  })

  it('has text colors of 4.5:1 on the soft background of their tone', () => {
    for (const tone of tones) onGrounds(`${tone}-text`, 4.5, [`${tone}-soft`])
    onGrounds('text-muted', 4.5, ['neutral-soft'])
    // in a selected row, pills have the color of the surface
    for (const tone of tones) onGrounds(`${tone}-text`, 4.5, ['surface'])
  })

  it('has input borders and marks of 3:1 on canvas and surface', () => {
    for (const name of [
      'line-input',
      ...tones.map((tone) => `${tone}-solid`),
      ...chartColors.map((color) => `chart-${color}`),
    ])
      onGrounds(name, 3, ['canvas', 'surface'])
  })

  it.each(visions)('has chart colors that differ for %s vision', (vision) => {
    for (const [one, other] of stackedPairs)
      expect(distance(tokens[`chart-${one}`]!, tokens[`chart-${other}`]!, vision), `${one}, ${other}`).toBeGreaterThan(
        DISTINCT,
      )
  })

  it.each([
    '#4453d6',
    '#0a7d4f',
    '#ffcc00',
    '#00b7ff',
    '#e6007e',
    '#808080',
    '#111111',
    '#f2f2f2',
    '#ffffff',
    '#fff59d',
    '#000000',
    '#0b1020',
  ])('stays legible with the accent %s', (hex) => {
    const palette = hex === defaultStyle.theme ? defaultStyle.palette : paletteOf(hex)
    const accent = accentOf(palette, 5, scheme)
    const { canvas, surface, ...others } = grounds[scheme]
    expect(contrast(accent.onFill, accent.fill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(accent.onFill, accent.fillHover)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [canvas, surface, ...Object.values(others), accent.soft, accent.softHover])
      expect(contrast(accent.text, ground)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [canvas, surface]) expect(contrast(accent.solid, ground)).toBeGreaterThanOrEqual(3)
    const end = accent.edge === 'transparent' ? accent.fill : accent.edge
    expect(contrast(end, surface), 'edge of a button').toBeGreaterThanOrEqual(1.5)
    expect(contrast(accent.soft, surface), 'a selected row').toBeGreaterThanOrEqual(1.06)
    expect(accent.softHover).not.toBe(accent.soft)
    expect(contrast(tokens.text!, accent.soft), 'text in a selected row').toBeGreaterThanOrEqual(4.5)
  })
})
