import { Asn1Error, toHex } from '@simwright/asn1'
import { formatPlmn, IdError, iccidFromBytes, parsePlmn } from '@simwright/ids'
import { type CardFile, recordOf } from '../card/card-image.ts'
import { decodeApplicationEntry, decodeLanguages } from '../ef/directory.ts'
import { decodeRoutingIndicator, decodeSuciCalculation } from '../ef/five-gs.ts'
import { decodeAccessClasses, decodeAdministrativeData, decodeImsi } from '../ef/identity.ts'
import { decodeImsText } from '../ef/ims.ts'
import { decodeLocation, decodeNetworkChoices, decodeNetworks, type LocationFile } from '../ef/network.ts'
import { decodeOpl, decodePnn, decodeSpn } from '../ef/network-name.ts'
import { decodeEmergencyNumber, decodeMsisdn, decodeSmsp } from '../ef/number.ts'
import { decodeServices } from '../ef/service-table.ts'
import { SaipError } from '../error.ts'

/** Describes the content of a file or record in lines. */
type Describe = (content: Uint8Array) => readonly string[]

const plmnText = (plmn: string) => formatPlmn(parsePlmn(plmn))
const networks: Describe = (content) => decodeNetworks(content).map(plmnText)
const choices: Describe = (content) =>
  decodeNetworkChoices(content).map(({ plmn, access }) => `${plmnText(plmn)} over ${access.join(', ') || 'nothing'}`)
const services: Describe = (content) => [`Services ${decodeServices(content).join(', ')}`]
/** The last registered network of a location file. */
const location =
  (file: LocationFile): Describe =>
  (content) => {
    const plmn = decodeLocation(file, content)
    return plmn === undefined ? ['No network registered'] : [`Last registered ${plmnText(plmn)}`]
  }
const hex: Describe = (content) => [toHex(content)]
/** A list of one line, or an empty list. */
const present = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text])

/** Descriptions of transparent files, by file name. */
const transparent: Readonly<Record<string, Describe>> = {
  'EF.ICCID': (content) => [iccidFromBytes(content)],
  'EF.IMSI': (content) => [decodeImsi(content)],
  'EF.AD': (content) => {
    const { operation, mncLength } = decodeAdministrativeData(content)
    return [operation === 'normal' ? 'Normal operation' : 'Type approval', `MNC of ${mncLength} digits`]
  },
  'EF.ACC': (content) => [`Classes ${decodeAccessClasses(content).join(', ')}`],
  'EF.SPN': (content) => [decodeSpn(content).name],
  'EF.PL': decodeLanguages,
  'EF.LI': decodeLanguages,
  'EF.UST': services,
  'EF.IST': services,
  'EF.GID1': hex,
  'EF.GID2': hex,
  'EF.HPPLMN': (content) => [`Looks for home every ${(content[0] ?? 0) * 6} minutes`],
  'EF.FPLMN': networks,
  'EF.EHPLMN': networks,
  'EF.PLMNwAcT': choices,
  'EF.OPLMNwAcT': choices,
  'EF.HPLMNwAcT': choices,
  'EF.LOCI': location('loci'),
  'EF.PSLOCI': location('psloci'),
  'EF.EPSLOCI': location('epsloci'),
  'EF.5GS3GPPLOCI': location('fiveGsLoci'),
  'EF.Routing_Indicator': (content) => [decodeRoutingIndicator(content)],
  'EF.SUCI_Calc_Info': suci,
  'EF.SUCI_Calc_Info_USIM': suci,
  'EF.IMPI': (content) => [decodeImsText(content)],
  'EF.DOMAIN': (content) => [decodeImsText(content)],
}

/** Descriptions of records, by file name. Free records have none. */
const byRecord: Readonly<Record<string, Describe>> = {
  'EF.DIR': (record) => {
    const entry = decodeApplicationEntry(record)
    return present(entry && `${entry.label} ${toHex(entry.aid)}`)
  },
  'EF.MSISDN': (record) => {
    const entry = decodeMsisdn(record)
    return present(entry && `+${entry.number}${entry.name === '' ? '' : ` (${entry.name})`}`)
  },
  'EF.SMSP': (record) => {
    const centre = decodeSmsp(record)
    return present(centre && `Service centre +${centre}`)
  },
  'EF.ECC': (record) => present(decodeEmergencyNumber(record)),
  'EF.PNN': (record) => {
    const names = decodePnn(record)
    return present(names && (names.short === undefined ? names.full : `${names.full} (${names.short})`))
  },
  'EF.OPL': (record) => {
    const use = decodeOpl(record)
    return present(use && `${plmnText(use.plmn)} uses name ${use.pnnRecord}`)
  },
  'EF.IMPU': (record) => [decodeImsText(record)],
}

/** The content of a file in lines of text. Undefined for files that this package does not decode. */
export function describeFile(file: CardFile): readonly string[] | undefined {
  const whole = transparent[file.name]
  const each = byRecord[file.name]
  if (whole !== undefined) return orReason(() => whole(file.content))
  if (each === undefined || file.recordSize === undefined) return undefined
  const count = Math.floor(file.content.length / file.recordSize)
  const records = Array.from({ length: count }, (_, i) => recordOf(file, i + 1) as Uint8Array)
  return orReason(() => records.flatMap((record) => each(record)))
}

/** The protection schemes in order of preference, then the identifiers of the keys. */
function suci(content: Uint8Array): readonly string[] {
  const { schemes, keys } = decodeSuciCalculation(content)
  return [...schemes.map((scheme) => `Scheme ${scheme}`), ...keys.map(({ id }) => `Home network key ${id}`)]
}

/** The lines, or the reason why the content cannot be decoded. Bugs are rethrown. */
function orReason(read: () => readonly string[]): readonly string[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof SaipError || error instanceof IdError || error instanceof Asn1Error) {
      return [`Cannot be read: ${error.message}`]
    }
    throw error
  }
}
