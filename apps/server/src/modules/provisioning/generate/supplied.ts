import { toHex } from '@simwright/asn1'
import type { Fault } from '@simwright/contract'
import { PACKAGE_MAX_BYTES } from '@simwright/contract/profiles/package-text'
import { type CardIccid, findIccid, isCardIccid } from '@simwright/ids'
import {
  type CardImage,
  checkProfile,
  type DecodedElement,
  decodeImsi,
  expandPackage,
  parsePackageText,
  readPackage,
  SaipError,
  weakness,
} from '@simwright/saip'

type Wanted = {
  iccid: string
  imsi: string
  /** `live`: the package must not have published keys or the test algorithm. */
  trust: 'test' | 'live'
}

/** The bytes of a supplied package with its ICCID, whose form can differ from the wanted one; or why it is refused. */
export type SuppliedPackage = { upp: Uint8Array; iccid: CardIccid } | { faults: Fault[] }

/** A package that is far from correct has many faults; the first ones are enough. */
const FAULTS_MAX = 10

/** Decodes and checks a supplied profile package (UPP): format, rules, ICCID, IMSI and keys. */
export function readSuppliedPackage(text: string, wanted: Wanted): SuppliedPackage {
  const upp = parsePackageText(text)
  if (upp === undefined) return refused(['Neither hexadecimal nor Base64.'])
  if (upp.length === 0) return refused(['Required'])
  if (upp.length > PACKAGE_MAX_BYTES) return refused(['Up to 256 KiB.'])
  try {
    const elements = readPackage(upp)
    const errors = checkProfile(elements).filter(({ severity }) => severity === 'error')
    if (errors.length > 0) return refused(errors.map((finding) => `${finding.text} (${finding.clause})`))
    const faults = contentFaults(elements, wanted)
    return faults.length > 0 ? refused(faults) : { upp, iccid: iccidOf(elements) as CardIccid }
  } catch (error) {
    if (!(error instanceof SaipError)) throw error
    return refused([error.message])
  }
}

const refused = (texts: readonly string[]): SuppliedPackage => ({
  faults: texts.slice(0, FAULTS_MAX).map((text) => ({ path: 'upp', rule: 'package', text })),
})

function contentFaults(elements: readonly DecodedElement[], { iccid, imsi, trust }: Wanted): string[] {
  const image = expandPackage(elements)
  const found = [iccidFault(elements, iccid), imsiFault(image, imsi)].filter((text) => text !== undefined)
  return trust === 'live' ? [...found, ...keyFaults(image)] : found
}

function iccidFault(elements: readonly DecodedElement[], wanted: string): string | undefined {
  const iccid = iccidOf(elements)
  if (iccid === undefined) return 'The package has no header.'
  if (isCardIccid(iccid) && findIccid(iccid) === findIccid(wanted)) return undefined
  return `The package is for the ICCID ${iccid}, not for ${wanted}.`
}

/** The ICCID of the header, without padding. */
function iccidOf(elements: readonly DecodedElement[]): string | undefined {
  const header = elements.find((element) => element.kind === 'header')
  return header && toHex(header.value.iccid).replace(/f{1,2}$/, '')
}

/** EF.IMSI of a USIM (3GPP TS 31.102, 4.2.2). */
const IMSI_FILE = '6f07'

function imsiFault({ files }: CardImage, wanted: string): string | undefined {
  const own = Object.values(files)
    .filter(({ path, name }) => path.endsWith(IMSI_FILE) && name.toUpperCase().includes('IMSI'))
    .map(({ content }) => String(decodeImsi(content)))
  if (own.includes(wanted)) return undefined
  return own.length === 0
    ? 'The package has no EF.IMSI.'
    : `The package is for the IMSI ${own.join(', ')}, not for ${wanted}.`
}

/** Keys that are not secret: with those of a security domain anyone can change the profile over the air. */
function keyFaults({ authentications, securityDomains }: CardImage): string[] {
  const ofSubscriber = authentications.flatMap(({ algorithm, key, opc }) => {
    if (algorithm === 'usim-test-algorithm') return ['Only test devices may get a profile with the test algorithm.']
    return [key, opc].flatMap((bytes) => weakness(bytes)?.text ?? [])
  })
  const ofDomains = securityDomains
    .flatMap(({ keys }) => keys.flatMap(({ keyComponents }) => keyComponents))
    .flatMap(({ keyData }) => weakness(keyData)?.text ?? [])
    .map((text) => `Security domain: ${text}`)
  return [...new Set([...ofSubscriber, ...ofDomains])]
}
