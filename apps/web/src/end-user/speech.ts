import { fillText } from '@simwright/contract/fill-text'
import type { EndUserLanguage, EndUserTextName, EndUserTexts } from '@simwright/contract/provisioning/end-user-text'
import { directionOf } from '@simwright/contract/provisioning/end-user-text'
import { createContext, useContext } from 'react'
import { localeOf } from './language.ts'

/** How the page speaks to its reader. */
export type Speech = {
  language: EndUserLanguage
  texts: EndUserTexts
  /** Fills the placeholders of a text. */
  say: (name: EndUserTextName, values: Record<string, string>) => string
  /** A time with its date, in the reader's language and time zone. */
  formatTime: (iso: string) => string
  /** A time with its date on the clock of a time zone, which it names. */
  formatTimeIn: (iso: string, timeZone: string) => string
  /** `part`: the content is shown inside another page, whose title stays. */
  shownAs: 'page' | 'part'
}

const WITH_ZONE = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

const ISOLATED = { start: '\u2068', end: '\u2069' } as const

export function speechOf(language: EndUserLanguage, texts: EndUserTexts, shownAs: Speech['shownAs']): Speech {
  const locale = localeOf(language, navigator.languages)
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  const isolate =
    directionOf(language) === 'rtl' ? (value: string) => `${ISOLATED.start}${value}${ISOLATED.end}` : String
  return {
    language,
    shownAs,
    texts,
    say: (name, values) =>
      fillText(texts[name], Object.fromEntries(Object.entries(values).map(([key, value]) => [key, isolate(value)]))),
    formatTime: (iso) => format.format(new Date(iso)),
    formatTimeIn: (iso, timeZone) => new Intl.DateTimeFormat(locale, { ...WITH_ZONE, timeZone }).format(new Date(iso)),
  }
}

export const SpeechContext = createContext<Speech | undefined>(undefined)

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext)
  if (!speech) throw new TypeError('outside an EndUserPage')
  return speech
}
