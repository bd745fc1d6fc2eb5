import { Asn1Error, equalBytes, readTlv, toHex } from '@simwright/asn1'
import type { Fault } from '@simwright/contract'
import { UPP_MAX_BYTES } from '@simwright/contract/provisioning/batch'
import { iccidToUnswappedBytes } from '@simwright/ids'
import {
  type CardImage,
  checkProfile,
  type DecodedElement,
  decodeImsi,
  decodeProfile,
  expandPackage,
  SaipError,
  weakness,
} from '@simwright/saip'

type Wanted = {
  iccid: string
  imsi: string
  /** `live`: the package must not have published keys or the test algorithm. */
  trust: 'test' | 'live'
}

/** The bytes of a supplied package, or why it is refused. */
export type SuppliedPackage = { upp: Uint8Array } | { faults: Fault[] }

/** A package that is far from correct has many faults; the first ones are enough. */
const FAULTS_MAX = 10

/** Decodes and checks a supplied profile package (UPP): format, rules, ICCID, IMSI and keys. */
export function readSuppliedPackage(text: string, wanted: Wanted): SuppliedPackage {
  const upp = bytesOf(text)
  if (upp === undefined) return refused(['Neither hexadecimal nor Base64.'])
  if (upp.length === 0) return refused(['Required'])
  if (upp.length > UPP_MAX_BYTES) return refused(['Up to 256 KiB.'])
  try {
    const elements = decodeProfile(upp)
    const errors = checkProfile(elements).filter(({ severity }) => severity === 'error')
    if (errors.length > 0) return refused(errors.map((finding) => `${finding.text} (${finding.clause})`))
    const faults = contentFaults(elements, wanted)
    return faults.length > 0 ? refused(faults) : { upp }
  } catch (error) {
    if (!(error instanceof SaipError)) throw error
    return refused([`${error.message}${offsetText(upp, error)}`])
  }
}

const refused = (texts: readonly string[]): SuppliedPackage => ({
  faults: texts.slice(0, FAULTS_MAX).map((text) => ({ path: 'upp', rule: 'package', text })),
})

/** Undefined if the text is neither hexadecimal nor Base64. */
function bytesOf(text: string): Uint8Array | undefined {
  const compact = text.replace(/\s+/g, '')
  if (/^([0-9a-fA-F]{2})*$/.test(compact)) return Buffer.from(compact, 'hex')
  return /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact)
    ? Buffer.from(compact, 'base64')
    : undefined
}

/** Where the element at fault begins. */
function offsetText(upp: Uint8Array, { element }: SaipError): string {
  if (element === undefined) return ''
  const before = wholeElements(upp)[element.index]
  return before === undefined ? '' : ` The element begins at byte ${before}.`
}

/** The offsets of the elements up to the first one that is cut off. */
function wholeElements(upp: Uint8Array): number[] {
  const offsets = [0]
  for (let offset = 0; offset < upp.length; ) {
    try {
      offset += readTlv(upp, offset).raw.length
      offsets.push(offset)
    } catch (error) {
      if (!(error instanceof Asn1Error)) throw error
      break
    }
  }
  return offsets
}

function contentFaults(elements: readonly DecodedElement[], { iccid, imsi, trust }: Wanted): string[] {
  const image = expandPackage(elements)
  const found = [iccidFault(elements, iccid), imsiFault(image, imsi)].filter((text) => text !== undefined)
  return trust === 'live' ? [...found, ...keyFaults(image)] : found
}

function iccidFault(elements: readonly DecodedElement[], wanted: string): string | undefined {
  const header = elements.find((element) => element.kind === 'header')
  if (header === undefined) return 'The package has no header.'
  const { iccid } = header.value
  if (equalBytes(iccid, iccidToUnswappedBytes(wanted))) return undefined
  return `The package is for the ICCID ${toHex(iccid).replace('f', '')}, not for ${wanted}.`
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

function keyFaults({ authentications }: CardImage): string[] {
  return authentications.flatMap(({ algorithm, key, opc }) => {
    if (algorithm === 'usim-test-algorithm') return ['Only test devices may get a profile with the test algorithm.']
    return [key, opc].flatMap((bytes) => weakness(bytes)?.text ?? [])
  })
}
