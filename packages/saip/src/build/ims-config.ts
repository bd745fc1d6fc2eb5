import { encodePcscf, isDomainName } from '../ef/ims.ts'
import { SaipError } from '../error.ts'
import { type BuildFinding, error } from './build-finding.ts'

/** The ISIM of the profile. Its identities are values of each profile, derived from the IMSI if not given. */
export interface ImsConfig {
  /** EF.DOMAIN. Default: derived from the IMSI (3GPP TS 23.003, 13.2). */
  readonly domain?: string | undefined
  /** EF.P-CSCF: domain names, IPv4 or IPv6 addresses, in order of preference. */
  readonly pcscf?: readonly string[] | undefined
  /** Records of EF.IMPU, 1 to 10. Unused ones are free. Default: 3. */
  readonly publicIdentityRecords?: number | undefined
  /** Whether the files of the ISIM can be changed over the air. Default: no. */
  readonly isRemotelyManaged?: boolean | undefined
}

/** Bytes of EF.IMPI, of EF.DOMAIN and of a record of EF.IMPU. They are fixed, so that every profile has the same size. */
export const imsTextBytes = 128
/** Bytes of text in them, after tag and length. */
const textLimit = imsTextBytes - 2

/** The records of EF.IMPU. */
export function identityRecords({ publicIdentityRecords = 3 }: ImsConfig): number {
  return publicIdentityRecords
}

/** Checks domain, P-CSCF addresses and number of records. */
export function imsFindings(ims: ImsConfig | undefined): BuildFinding[] {
  if (ims === undefined) return []
  const found: BuildFinding[] = []
  // An IMPI derived from the IMSI has 15 digits and an at sign before the domain, an IMPU "sip:" too.
  const longest = textLimit - 'sip:'.length - 16
  if (ims.domain !== undefined && (!isDomainName(ims.domain) || ims.domain.length > longest))
    found.push(error('ims.domain', `Must be a domain name of up to ${longest} letters.`))
  const wrong = (ims.pcscf ?? []).find((address) => !isAddress(address))
  if (wrong !== undefined) found.push(error('ims.pcscf', 'Must be a domain name, an IPv4 or an IPv6 address.'))
  if ((ims.pcscf ?? []).length > 10) found.push(error('ims.pcscf', 'Up to 10 addresses.'))
  const count = identityRecords(ims)
  if (!Number.isInteger(count) || count < 1 || count > 10)
    found.push(error('ims.publicIdentityRecords', 'Must be a whole number from 1 to 10.'))
  return found
}

/** Checks the identities of one profile: an NAI without scheme, SIP or tel URIs (TS 23.003, 13.3 and 13.4). */
export function imsIdentityFindings(
  ims: ImsConfig | undefined,
  keys: { readonly impi?: string | undefined; readonly impu?: readonly string[] | undefined },
): BuildFinding[] {
  const { impi, impu = [] } = keys
  const found: BuildFinding[] = []
  if (ims === undefined) {
    if (impi !== undefined || impu.length > 0) found.push(error('impi', 'The configuration has no ISIM.'))
    return found
  }
  if (impi !== undefined && !isNai(impi))
    found.push(error('impi', `Must be user@domain of up to ${textLimit} letters, without "sip:".`))
  if (impu.length > identityRecords(ims))
    found.push(error('impu', `The configuration has room for ${identityRecords(ims)} public identities.`))
  if (!impu.every((uri) => isUri(uri)))
    found.push(error('impu', `Each must be a SIP or tel URI of up to ${textLimit} letters.`))
  return found
}

/** Whether EF.P-CSCF can contain the address. */
function isAddress(text: string): boolean {
  try {
    return encodePcscf(text).length <= imsTextBytes
  } catch (cause) {
    if (cause instanceof SaipError) return false
    throw cause
  }
}

function isNai(text: string): boolean {
  const [user = '', domain = '', ...rest] = text.split('@')
  return /^[!-~]+$/.test(user) && !user.includes(':') && isDomainName(domain) && rest.length === 0 && isShort(text)
}

function isUri(text: string): boolean {
  if (!isShort(text)) return false
  if (text.startsWith('tel:')) return /^tel:\+?\d{3,15}(;phone-context=[!-~]+)?$/.test(text)
  const address = /^sips?:(.*)$/.exec(text)?.[1] ?? ''
  const [user = '', domain = '', ...rest] = address.split('@')
  return /^[!-~]+$/.test(user) && isDomainName(domain) && rest.length === 0
}

const isShort = (text: string) => new TextEncoder().encode(text).length <= textLimit
