import type { EndUserLanguage, EndUserTexts } from '@simwright/contract/provisioning/end-user-text'
import { use } from 'react'

/** Each language is a file of its own, so that a reader loads only one. */
const files: Record<EndUserLanguage, () => Promise<{ endUserTexts: EndUserTexts }>> = {
  en: () => import('@simwright/contract/provisioning/end-user-text/en'),
  de: () => import('@simwright/contract/provisioning/end-user-text/de'),
  fr: () => import('@simwright/contract/provisioning/end-user-text/fr'),
  es: () => import('@simwright/contract/provisioning/end-user-text/es'),
  ar: () => import('@simwright/contract/provisioning/end-user-text/ar'),
}

const loaded = new Map<EndUserLanguage, EndUserTexts>()
const loading = new Map<EndUserLanguage, Promise<EndUserTexts>>()

/** Loads the texts of a language once; a failed load is repeated by the next call. */
export function loadTexts(language: EndUserLanguage): Promise<EndUserTexts> {
  const begun = loading.get(language)
  if (begun) return begun
  const promise = files[language]().then(
    ({ endUserTexts }) => {
      loaded.set(language, endUserTexts)
      return endUserTexts
    },
    (error: unknown) => {
      loading.delete(language)
      throw error
    },
  )
  loading.set(language, promise)
  return promise
}

/** The texts of a language; suspends until they are loaded. */
export function useTextsOf(language: EndUserLanguage): EndUserTexts {
  return loaded.get(language) ?? use(loadTexts(language))
}

/** BCP 47 tag for dates: the browser's own variant of the language, such as `de-AT`. Digits are those of codes. */
export function localeOf(language: EndUserLanguage, wanted: readonly string[]): string {
  const own = wanted.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language
  return new Intl.Locale(own, { numberingSystem: 'latn' }).toString()
}
