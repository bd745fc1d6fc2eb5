import { type Codec, choice, ia5, mapped } from '@simwright/asn1'

const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const FIRST_GENERALIZED_YEAR = 2050

const times = choice({ utc: ia5({ tag: UTC_TIME }), generalized: ia5({ tag: GENERALIZED_TIME }) })

/**
 * Time (RFC 5280, 4.1.2.5): UTCTime through 2049, GeneralizedTime from 2050 to 9999. Whole seconds, always UTC. Decoding
 * accepts only the form that ends with seconds and Z.
 */
export const time: Codec<Date> = mapped(times, {
  decode: ({ kind, value }) => readTime(kind === 'utc' ? withCentury(value) : value),
  encode: (date) => {
    const year = date.getUTCFullYear()
    if (!(year >= 1950 && year <= 9999)) throw new RangeError('a certificate date must be between 1950 and 9999')
    const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
    if (year < FIRST_GENERALIZED_YEAR) return { kind: 'utc' as const, value: digits.slice(2) }
    return { kind: 'generalized' as const, value: digits }
  },
})

/** Two-digit years from 50 are of the 20th century (RFC 5280, 4.1.2.5.1). */
function withCentury(text: string): string {
  return Number(text.slice(0, 2)) >= 50 ? `19${text}` : `20${text}`
}

/** Throws RangeError for a date that does not exist, such as February 30. */
function readTime(text: string): Date {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)?.slice(1)
  const iso = parts === undefined ? '' : `${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}.000Z`
  const date = new Date(iso)
  if (Number.isNaN(date.getTime()) || date.toISOString() !== iso)
    throw new RangeError('not a date of the form YYYYMMDDhhmmssZ')
  return date
}
