import { Asn1Error } from '@simwright/asn1'
import { IdError, iccidFromBytes } from '@simwright/ids'
import { decodeRoutingIndicator, decodeSuciCalculation } from '../ef/five-gs.ts'
import { decodeAdministrativeData, decodeImsi } from '../ef/identity.ts'
import { decodeImsText } from '../ef/ims.ts'
import { decodeLocation, decodeNetworkChoices, decodeNetworks } from '../ef/network.ts'
import { decodePnn } from '../ef/network-name.ts'
import { decodeEmergencyNumber, decodeMsisdn, decodeSmsp } from '../ef/number.ts'
import { SaipError } from '../error.ts'
import { networkPattern } from './network-pattern.ts'
import { isCodedForCsim, type PackageFile } from './package-file.ts'
import { recordsOf } from './package-view.ts'
import { inFile, type Rule } from './rule.ts'

/** How the content of files is decoded. A content that cannot be decoded is a fault. */
interface ContentForm {
  readonly id: string
  readonly clause: string
  /** The files by name. */
  readonly names: readonly string[]
  /** What is decoded at a time. */
  readonly unit: 'file' | 'record'
  /** Throws if the content is not as the clause says. A string is the reason. */
  readonly read: (content: Uint8Array, file: PackageFile) => unknown
}

const isFree = (content: Uint8Array) => content.every((byte) => byte === 0xff)

/** A string is the reason why content is refused. */
function reasonUnless(isRight: boolean, reason: string): string | undefined {
  return isRight ? undefined : reason
}

const contentForms: readonly ContentForm[] = [
  { id: 'iccid-form', clause: 'TS 102 221, 13.2', names: ['EF.ICCID'], unit: 'file', read: iccidFromBytes },
  {
    id: 'imsi-form',
    clause: 'TS 31.102, 4.2.2',
    names: ['EF.IMSI'],
    unit: 'file',
    read: (content) => reasonUnless(/^\d{6,15}$/.test(decodeImsi(content)), 'An IMSI has 6 to 15 digits.'),
  },
  {
    id: 'ad-form',
    clause: 'TS 31.102, 4.2.18',
    names: ['EF.AD'],
    unit: 'file',
    // EF.AD of an ISIM has no MNC length (TS 31.103, 4.2.5).
    read: (content) => (content.length === 3 ? undefined : decodeAdministrativeData(content)),
  },
  {
    id: 'acc-form',
    clause: 'TS 31.102, 4.2.15',
    names: ['EF.ACC'],
    unit: 'file',
    read: (content) =>
      reasonUnless(
        content.some((byte) => byte !== 0),
        'No access class is set.',
      ),
  },
  {
    id: 'spn-form',
    clause: 'TS 31.102, 4.2.12',
    names: ['EF.SPN'],
    unit: 'file',
    read: (content, { template }) =>
      template?.recordCount === undefined
        ? reasonUnless(
            content.length === 17 && (isFree(content) || (content[0] ?? 0) < 4),
            'Unknown display condition.',
          )
        : undefined,
  },
  {
    id: 'network-list',
    clause: 'TS 31.102, 4.2.16',
    names: ['EF.FPLMN', 'EF.EHPLMN'],
    unit: 'file',
    read: decodeNetworks,
  },
  {
    id: 'network-choice-list',
    clause: 'TS 31.102, 4.2.5',
    names: ['EF.PLMNwAcT', 'EF.OPLMNwAcT', 'EF.HPLMNwAcT'],
    unit: 'file',
    read: decodeNetworkChoices,
  },
  {
    id: 'location-form',
    clause: 'TS 31.102, 4.2.17',
    names: ['EF.LOCI', 'EF.PSLOCI', 'EF.EPSLOCI', 'EF.5GS3GPPLOCI'],
    unit: 'file',
    read: (content, { name }) => decodeLocation(locationNames[name] ?? 'loci', content),
  },
  { id: 'pnn-form', clause: 'TS 31.102, 4.2.58', names: ['EF.PNN'], unit: 'record', read: decodePnn },
  {
    id: 'opl-form',
    clause: 'TS 31.102, 4.2.59',
    names: ['EF.OPL', 'EF.OPL5G'],
    unit: 'record',
    read: (record) => (isFree(record) ? undefined : networkPattern(record.subarray(0, 3))),
  },
  { id: 'msisdn-form', clause: 'TS 31.102, 4.2.26', names: ['EF.MSISDN'], unit: 'record', read: decodeMsisdn },
  {
    id: 'smsp-form',
    clause: 'TS 31.102, 4.2.27',
    names: ['EF.SMSP'],
    unit: 'record',
    read: (record) =>
      reasonUnless(record.length >= 28, 'A record has at least 28 bytes.') ?? decodeSmsp(record)?.length,
  },
  {
    id: 'ecc-form',
    clause: 'TS 31.102, 4.2.21',
    names: ['EF.ECC'],
    unit: 'record',
    read: (record) => (record.length < 4 ? 'A record has at least 4 bytes.' : decodeEmergencyNumber(record)?.length),
  },
  {
    id: 'language-form',
    clause: 'TS 31.102, 4.2.1',
    names: ['EF.LI', 'EF.PL'],
    unit: 'file',
    read: (content) =>
      reasonUnless(
        isFree(content) || /^([a-z]{2}|\xff\xff)+$/.test(latin(content)),
        'A language is two lower-case letters.',
      ),
  },
  {
    id: 'routing-form',
    clause: 'TS 31.102, 4.4.11.11',
    names: ['EF.Routing_Indicator'],
    unit: 'file',
    read: (content) => reasonUnless(decodeRoutingIndicator(content) !== '', 'There are 1 to 4 digits.'),
  },
  {
    id: 'suci-form',
    clause: 'TS 31.102, 4.4.11.8',
    names: ['EF.SUCI_Calc_Info', 'EF.SUCI_Calc_Info_USIM'],
    unit: 'file',
    read: (content) => (isFree(content) ? undefined : decodeSuciCalculation(content)),
  },
  {
    id: 'ims-identity',
    clause: 'TS 31.103, 4.2.2',
    names: ['EF.IMPI', 'EF.DOMAIN'],
    unit: 'file',
    read: (content) => reasonUnless(isImsText(content), 'There is no text with tag 80.'),
  },
  {
    id: 'impu-form',
    clause: 'TS 31.103, 4.2.4',
    names: ['EF.IMPU'],
    unit: 'record',
    read: (record) =>
      reasonUnless(
        isFree(record) || (isImsText(record) && /^(sips?|tel):/.test(decodeImsText(record))),
        'It is no URI.',
      ),
  },
]

const locationNames: Readonly<Record<string, 'loci' | 'psloci' | 'epsloci' | 'fiveGsLoci'>> = {
  'EF.LOCI': 'loci',
  'EF.PSLOCI': 'psloci',
  'EF.EPSLOCI': 'epsloci',
  'EF.5GS3GPPLOCI': 'fiveGsLoci',
}

/** A text with tag 80 that is not empty. */
function isImsText(content: Uint8Array): boolean {
  return content[0] === 0x80 && decodeImsText(content) !== ''
}

/** One letter for each byte. */
function latin(content: Uint8Array): string {
  return String.fromCharCode(...content)
}

/** Contents of files that are coded as their specification says: one rule for each form. */
export const contentRules: readonly Rule[] = contentForms.map(({ id, clause, names, unit, read }) => ({
  id,
  clause,
  severity: 'error',
  faults: ({ files }) =>
    files
      .filter((file) => names.includes(file.name) && !isCodedForCsim(file))
      .filter(({ link, content }) => link === undefined && content.length > 0)
      .flatMap((file) => {
        const units = unit === 'record' ? recordsOf(file) : [file.content]
        return units.flatMap((content, index) => {
          const reason = reasonOf(() => read(content, file))
          const where = unit === 'record' ? `Record ${index + 1} of ${file.name}` : file.name
          return reason === undefined ? [] : [inFile(file, `${where} cannot be read: ${reason}`)]
        })
      }),
}))

/** Why content cannot be read. Bugs are thrown. */
function reasonOf(read: () => unknown): string | undefined {
  try {
    const result = read()
    return typeof result === 'string' && result.endsWith('.') ? result : undefined
  } catch (error) {
    if (error instanceof SaipError || error instanceof IdError || error instanceof Asn1Error) return error.message
    throw error
  }
}
