import { type EndUserLanguage, endUserLanguages } from './end-user-language.ts'
import type { endUserTexts } from './end-user-text/en.ts'

export * from './end-user-language.ts'

export type EndUserTextName = keyof typeof endUserTexts

/** The texts of one language. `{name}` is a placeholder. */
export type EndUserTexts = Readonly<Record<EndUserTextName, string>>

export const directionOf = (language: EndUserLanguage): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/**
 * The language of the first wanted one that is offered, by BCP 47 tags such as `de-AT`; undefined if none is.
 * @param wanted the most preferred first
 */
export function offeredLanguage(wanted: readonly string[]): EndUserLanguage | undefined {
  return wanted
    .map((tag) => tag.toLowerCase().split('-')[0])
    .find((base): base is EndUserLanguage => base !== undefined && Object.hasOwn(endUserLanguages, base))
}

type OwnTextRule = {
  /** Characters. */
  max: number
  /** Placeholders that the text may have. */
  placeholders: readonly string[]
  lines: 'one' | 'several'
}

const sentence: OwnTextRule = { max: 300, placeholders: [], lines: 'one' }
const MAIL_NAMES = ['sentBy', 'enterpriseName', 'provider']

/** The texts that an enterprise account can replace by its own. */
export const ownTextRules = {
  title: { max: 60, placeholders: ['provider'], lines: 'one' },
  readyText: sentence,
  confirmationText: sentence,
  installedText: sentence,
  enabledText: sentence,
  usedText: sentence,
  expiredText: sentence,
  pausedText: sentence,
  takenText: sentence,
  endedText: sentence,
  mailSubject: { max: 100, placeholders: MAIL_NAMES, lines: 'one' },
  mailIntro: { max: 500, placeholders: MAIL_NAMES, lines: 'several' },
  mailFootnote: sentence,
} as const satisfies Partial<Record<EndUserTextName, OwnTextRule>>
export type OwnTextName = keyof typeof ownTextRules

export const ownTextNames = Object.keys(ownTextRules) as [OwnTextName, ...OwnTextName[]]

/** Texts that replace the default ones, by language. */
export type OwnTexts = Readonly<Partial<Record<EndUserLanguage, Readonly<Partial<Record<OwnTextName, string>>>>>>

/** The texts of a language, each replaced by the own one if there is one. */
export function withOwnTexts(texts: EndUserTexts, own: OwnTexts[EndUserLanguage]): EndUserTexts {
  return { ...texts, ...own }
}

const LINK = /:\/\/|\bwww\.|@|[\p{L}\p{N}-]\.\p{L}{2,}/iu

/** Characters that change the direction of the text after them, and control characters. */
const HIDDEN = /[\u202A-\u202E\u2066-\u2069]|(?!\n)\p{Cc}/u

/** Why a text cannot be an own one; undefined if it can. */
export function ownTextFault(name: OwnTextName, text: string): string | undefined {
  const { max, placeholders, lines }: OwnTextRule = ownTextRules[name]
  if (text.length > max) return `Up to ${max} characters.`
  if (LINK.test(text)) return 'Links and addresses are not allowed.'
  if (HIDDEN.test(text)) return 'Contains characters that cannot be shown.'
  if (lines === 'one' && text.includes('\n')) return 'One line only.'
  const unknown = [...text.matchAll(/\{(\w*)\}/g)].find(([, found]) => !placeholders.includes(found ?? ''))
  return unknown && `${unknown[0]} is not a placeholder of this text.`
}
