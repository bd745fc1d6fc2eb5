import { type ActivationCode, formatActivationCode, IdError, parseActivationCode } from '@simwright/ids'

/** What is worth knowing of a code that can be read. */
export type Hint = 'LOWER' | 'NO_PREFIX' | 'EMPTY' | 'BLANK'

export type Found =
  | { kind: 'code'; code: ActivationCode; text: string; hints: readonly Hint[]; prefix: string }
  | { kind: 'page'; slug: string }
  | { kind: 'bad'; reason: string }

/** Hosts of the one-tap links, which carry the code in their query. */
const ONE_TAP = /^https:\/\/esimsetup\.(?:apple|android)\.com\/esim_qrcode_provisioning\?(.*)$/i

/** Reads a code, a one-tap link, a link of a public page, and a code as programs write it. Undefined for nothing. */
export function inspected(given: string): Found | undefined {
  const text = given.trim()
  if (text === '') return undefined
  const slug = /^https?:\/\/[^/]+\/ac\/([\w-]{1,64})\/?(?:[?#].*)?$/i.exec(text)?.[1]
  if (slug) return { kind: 'page', slug }
  const carried = ONE_TAP.exec(text)?.[1]
  const whole = carried === undefined ? unwrapped(text) : (new URLSearchParams(carried).get('carddata') ?? '')
  try {
    const code = parseActivationCode(whole)
    return { kind: 'code', code, text: formatActivationCode(code), ...hintsOf(given, whole, code) }
  } catch (error) {
    if (!(error instanceof IdError)) throw error
    return { kind: 'bad', reason: error.message }
  }
}

/** Without the quotes of a shell or a program, and without the escapes of a URL. */
function unwrapped(text: string): string {
  const bare = /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text
  if (!/%(24|3A)/i.test(bare)) return bare
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

function hintsOf(given: string, whole: string, code: ActivationCode): { hints: Hint[]; prefix: string } {
  const prefix = /^lpa:/i.exec(whole.trim())?.[0] ?? ''
  const hints: Hint[] = []
  if (prefix === '') hints.push('NO_PREFIX')
  else if (prefix !== 'LPA:') hints.push('LOWER')
  if (code.matchingId === '') hints.push('EMPTY')
  if (given !== given.trim()) hints.push('BLANK')
  return { hints, prefix }
}
