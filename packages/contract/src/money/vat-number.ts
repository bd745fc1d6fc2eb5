/**
 * The forms of VAT numbers in the European Union, by country (European Commission, VIES, question 11 of its FAQ): the
 * prefix and what follows it. Whether a number is registered is not checked.
 */
const forms = {
  AT: { prefix: 'AT', form: /^U\d{8}$/, example: 'ATU12345678' },
  BE: { prefix: 'BE', form: /^[01]\d{9}$/, example: 'BE0123456789' },
  BG: { prefix: 'BG', form: /^\d{9,10}$/, example: 'BG123456789' },
  CY: { prefix: 'CY', form: /^\d{8}[A-Z]$/, example: 'CY12345678A' },
  CZ: { prefix: 'CZ', form: /^\d{8,10}$/, example: 'CZ12345678' },
  DE: { prefix: 'DE', form: /^\d{9}$/, example: 'DE123456789' },
  DK: { prefix: 'DK', form: /^\d{8}$/, example: 'DK12345678' },
  EE: { prefix: 'EE', form: /^\d{9}$/, example: 'EE123456789' },
  ES: { prefix: 'ES', form: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/, example: 'ESA12345678' },
  FI: { prefix: 'FI', form: /^\d{8}$/, example: 'FI12345678' },
  FR: { prefix: 'FR', form: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, example: 'FR12123456789' },
  GR: { prefix: 'EL', form: /^\d{9}$/, example: 'EL123456789' },
  HR: { prefix: 'HR', form: /^\d{11}$/, example: 'HR12345678901' },
  HU: { prefix: 'HU', form: /^\d{8}$/, example: 'HU12345678' },
  IE: { prefix: 'IE', form: /^(\d[0-9A-Z+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/, example: 'IE1234567WA' },
  IT: { prefix: 'IT', form: /^\d{11}$/, example: 'IT12345678901' },
  LT: { prefix: 'LT', form: /^(\d{9}|\d{12})$/, example: 'LT123456789' },
  LU: { prefix: 'LU', form: /^\d{8}$/, example: 'LU12345678' },
  LV: { prefix: 'LV', form: /^\d{11}$/, example: 'LV12345678901' },
  MT: { prefix: 'MT', form: /^\d{8}$/, example: 'MT12345678' },
  NL: { prefix: 'NL', form: /^\d{9}B\d{2}$/, example: 'NL123456789B01' },
  PL: { prefix: 'PL', form: /^\d{10}$/, example: 'PL1234567890' },
  PT: { prefix: 'PT', form: /^\d{9}$/, example: 'PT123456789' },
  RO: { prefix: 'RO', form: /^\d{2,10}$/, example: 'RO1234567890' },
  SE: { prefix: 'SE', form: /^\d{12}$/, example: 'SE123456789012' },
  SI: { prefix: 'SI', form: /^\d{8}$/, example: 'SI12345678' },
  SK: { prefix: 'SK', form: /^\d{10}$/, example: 'SK1234567890' },
} as const satisfies Record<string, { prefix: string; form: RegExp; example: string }>

type EuCountry = keyof typeof forms

export const euCountries = Object.keys(forms) as EuCountry[]

/** Whether an ISO 3166-1 alpha-2 code is of a member of the European Union. */
export const isInEu = (country: string): country is EuCountry => Object.hasOwn(forms, country)

/** A VAT number of the country in the form that the EU defines. */
export const vatNumberExample = (country: EuCountry): string => forms[country].example

/** Without the separators that people write, in capitals. */
export const vatNumberOf = (text: string): string => text.replace(/[\s.\-/]/g, '').toUpperCase()

/** Whether the text has the form of a VAT number of that country, with its prefix; false outside the European Union. */
export function isVatNumber(country: string, text: string): boolean {
  if (!isInEu(country)) return false
  const { prefix, form } = forms[country]
  const number = vatNumberOf(text)
  return number.startsWith(prefix) && form.test(number.slice(prefix.length))
}
