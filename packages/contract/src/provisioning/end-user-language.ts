/** Languages of the public pages and of the mails to end users, each with its own name. */
export const endUserLanguages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
} as const
export type EndUserLanguage = keyof typeof endUserLanguages

export const endUserLanguageIds = Object.keys(endUserLanguages) as [EndUserLanguage, ...EndUserLanguage[]]
