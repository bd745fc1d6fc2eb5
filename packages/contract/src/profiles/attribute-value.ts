import { changesDirection } from '../text-direction.ts'

export const attributeKinds = ['text', 'number', 'date', 'choice', 'link'] as const
export type AttributeKind = (typeof attributeKinds)[number]

/** The name in queries, files and calls. */
export const ATTRIBUTE_WORD = /^[a-z][a-z0-9_]{0,31}$/

/** A value as it is stored: a number, or a text. */
export type AttributeValue = string | number

export const ATTRIBUTE_TEXT_MAX = 200
export const ATTRIBUTE_LINK_MAX = 500

/** What a value must be. */
export type AttributeRule = { kind: AttributeKind; choices: readonly string[] }

/** A value, or why the text is none. */
export type ReadAttribute = { value: AttributeValue } | { fault: string }

/** Up to 15 digits are stored exactly, of which 6 after the point. */
const NUMBER = /^[+-]?(?=[0-9.]*[0-9])[0-9]*\.?[0-9]{0,6}$/
const DIGITS_MAX = 15
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

const readers: Record<AttributeKind, (text: string, choices: readonly string[]) => ReadAttribute> = {
  text: (text) =>
    text.length > ATTRIBUTE_TEXT_MAX ? { fault: `Up to ${ATTRIBUTE_TEXT_MAX} characters.` } : { value: text },
  number: (text) =>
    NUMBER.test(text) && text.replace(/\D/g, '').length <= DIGITS_MAX
      ? { value: Number(text) + 0 }
      : { fault: 'A number such as 12 or -3.5, with up to 15 digits, 6 of them after the point.' },
  date: (text) => (isDay(text) ? { value: text } : { fault: 'A day such as 2026-01-31.' }),
  choice: (text, choices) => {
    const found = choices.find((one) => one.toLowerCase() === text.toLowerCase())
    return found === undefined ? { fault: `One of: ${choices.join(', ')}.` } : { value: found }
  },
  link: (text) => {
    if (text.length > ATTRIBUTE_LINK_MAX) return { fault: `Up to ${ATTRIBUTE_LINK_MAX} characters.` }
    return isLink(text) ? { value: text } : { fault: 'An address that begins with https:// or http://.' }
  },
}

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const isLink = (text: string) => /^https?:\/\/[^\s/?#.][^\s]*$/i.test(text)

/** Reads a text that is not empty. */
export function readAttribute({ kind, choices }: AttributeRule, text: string): ReadAttribute {
  const trimmed = text.trim()
  if (/\p{Cc}/u.test(trimmed)) return { fault: 'Without line breaks and control characters.' }
  if (changesDirection(trimmed)) return { fault: 'Without characters that change the direction of the text.' }
  return readers[kind](trimmed, choices)
}

/** The kinds whose values have an order, by which filters compare them. */
export const isOrdered = (kind: AttributeKind): boolean => kind === 'number' || kind === 'date'
