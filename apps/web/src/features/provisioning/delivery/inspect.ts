import { type ActivationCode, formatActivationCode, IdError, parseActivationCode } from '@simwright/ids'

/** A remark on the notation of a valid code. */
export type Hint = 'LOWER' | 'NO_PREFIX' | 'EMPTY' | 'BLANK'

export type Inspection =
  | { kind: 'code'; code: ActivationCode; text: string; hints: readonly Hint[]; prefix: string }
  | { kind: 'page'; slug: string }
  | { kind: 'invalid'; reason: string }

/** Hosts of the one-tap links, which carry the code in their query. */
const ONE_TAP = /^https:\/\/esimsetup\.(?:apple|android)\.com\/esim_qrcode_provisioning\?(.*)$/i

/** Reads a code, also quoted or URL-encoded, a one-tap link, or a link to a public page. Undefined for blank input. */
export function inspect(input: string): Inspection | undefined {
  const text = input.trim()
  if (text === '') return undefined
  const slug = /^https?:\/\/[^/]+\/ac\/([\w-]{1,64})\/?(?:[?#].*)?$/i.exec(text)?.[1]
  if (slug) return { kind: 'page', slug }
  const carried = ONE_TAP.exec(text)?.[1]
  const whole = carried === undefined ? unquoted(text) : (new URLSearchParams(carried).get('carddata') ?? '')
  try {
    const code = parseActivationCode(whole)
    return { kind: 'code', code, text: formatActivationCode(code), ...hintsOf(input, whole, code) }
  } catch (error) {
    if (!(error instanceof IdError)) throw error
    return { kind: 'invalid', reason: error.message }
  }
}

/** Removes the quotes of a shell or a program, and the escapes of a URL. */
function unquoted(text: string): string {
  const bare = /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text
  if (!/%(24|3A)/i.test(bare)) return bare
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

function hintsOf(input: string, whole: string, code: ActivationCode): { hints: Hint[]; prefix: string } {
  const prefix = /^lpa:/i.exec(whole.trim())?.[0] ?? ''
  const hints: Hint[] = []
  if (prefix === '') hints.push('NO_PREFIX')
  else if (prefix !== 'LPA:') hints.push('LOWER')
  if (code.matchingId === '') hints.push('EMPTY')
  if (input !== input.trim()) hints.push('BLANK')
  return { hints, prefix }
}
