import { ImageRefusal } from './image-refusal.ts'

/**
 * Limits of a drawing. Each level that is drawn by itself (an opacity, a mask, a filter) and each result of a filter needs
 * a picture of its own, 4 MiB at 1024 by 1024 pixels.
 */
export const SVG_LIMITS = {
  elements: 10_000,
  nesting: 40,
  /** Steps of all filters, and elements that refer to one. */
  filterSteps: 40,
  filtered: 100,
  masks: 40,
  /** Elements once each `use` is replaced by what it refers to. */
  copies: 20_000,
} as const

/** An element that others can refer to: how many elements it has, and to what they refer. */
type Part = { elements: number; uses: string[] }

/** What drawing a part needs, with all copies: elements, and copies in copies. */
type Drawn = { elements: number; depth: number }

/** The elements around the parts that have no id. */
const ROOT = ''

/** Counts what a drawing needs while it is parsed. @throws ImageRefusal from all methods, beyond a limit */
export class SvgCost {
  readonly #counts = { elements: 0, filterSteps: 0, filtered: 0, masks: 0 }
  /** By id. An element counts in each part that it is in. */
  readonly #parts = new Map<string, Part>([[ROOT, { elements: 0, uses: [] }]])
  readonly #around: (Part | undefined)[] = []

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#count('elements')
    if (/^fe[A-Z]/.test(name)) this.#count('filterSteps')
    if (name === 'mask' || name === 'pattern') this.#count('masks')
    if (attributes.has('filter') || attributes.get('style')?.includes('filter')) this.#count('filtered')
    this.#around.push(this.#partOf(attributes.get('id')))
    if (this.#around.length > SVG_LIMITS.nesting)
      throw refusal(`nests more than ${SVG_LIMITS.nesting} elements in each other`)
    const target = name === 'use' ? attributes.get('href')?.trim() : undefined
    for (const part of new Set([this.#parts.get(ROOT), ...this.#around])) {
      if (!part) continue
      part.elements += 1
      if (target?.startsWith('#')) part.uses.push(target.slice(1))
    }
  }

  close(): void {
    this.#around.pop()
  }

  /** To be called at the end: copies of copies multiply. A `use` of itself is not drawn. */
  checkCopies(): void {
    if (this.#drawn(ROOT, { known: new Map(), depth: 0 }).elements > SVG_LIMITS.copies)
      throw refusal(`draws more than ${number(SVG_LIMITS.copies)} elements`)
  }

  #drawn(id: string, { known, depth }: { known: Map<string, Drawn>; depth: number }): Drawn {
    const part = this.#parts.get(id)
    const before = known.get(id) ?? { elements: 0, depth: 0 }
    if (!part || known.has(id)) return before
    known.set(id, before)
    const drawn = { elements: part.elements, depth: 0 }
    for (const use of part.uses) {
      const copy = this.#drawn(use, { known, depth: depth + 1 })
      drawn.elements += copy.elements
      drawn.depth = Math.max(drawn.depth, copy.depth + 1)
      if (depth + drawn.depth > SVG_LIMITS.nesting)
        throw refusal(`nests more than ${SVG_LIMITS.nesting} copies in each other`)
    }
    known.set(id, drawn)
    return drawn
  }

  #count(kind: keyof typeof TEXTS): void {
    this.#counts[kind] += 1
    if (this.#counts[kind] > SVG_LIMITS[kind]) throw refusal(`has more than ${number(SVG_LIMITS[kind])} ${TEXTS[kind]}`)
  }

  #partOf(id: string | undefined): Part | undefined {
    if (id === undefined || id === ROOT || this.#parts.has(id)) return undefined
    const part: Part = { elements: 0, uses: [] }
    this.#parts.set(id, part)
    return part
  }
}

const TEXTS = {
  elements: 'elements',
  filterSteps: 'filter steps',
  filtered: 'elements with a filter',
  masks: 'masks and patterns',
} as const

const number = (value: number) => value.toLocaleString('en')

const refusal = (what: string) => new ImageRefusal(`This SVG file ${what}: simplify it, or upload a PNG.`)
