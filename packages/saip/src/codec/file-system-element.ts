import { automatic, type Codec, type OptionalField, oid, optional, sequence } from '@simwright/asn1'
import { File, FileManagementCommands } from './file.ts'
import * as names from './file-name.ts'
import { PeHeader } from './pe-header.ts'

/** Components that every element of the type has. */
type Required<N extends string> = { [K in N]: Codec<File> }
/** Components that may be absent. */
type Optional<N extends string> = { [K in N]: OptionalField<File> }

/** Declares mandatory files. */
function requiredFiles<const N extends string>(...fields: readonly N[]): Required<N> {
  return Object.fromEntries(fields.map((field) => [field, File])) as Required<N>
}

/** Declares optional files. */
function optionalFiles<const N extends string>(...fields: readonly N[]): Optional<N> {
  return Object.fromEntries(fields.map((field) => [field, optional(File)])) as Optional<N>
}

/** The first components of every element with a template. The module names the header differently in each element. */
const head = { header: PeHeader, templateID: oid() }

/** PE-GenericFileManagement (8.3.5): files outside the templates, created with explicit commands. */
export const GenericFileManagement = sequence(
  automatic({ header: PeHeader, fileManagementCMD: FileManagementCommands }),
)

/** PE-MF: the MF and its files. */
export const Mf = sequence(
  automatic({
    ...head,
    ...requiredFiles('mf'),
    ...optionalFiles('ef-pl'),
    ...requiredFiles('ef-iccid', 'ef-dir', 'ef-arr'),
    ...optionalFiles('ef-umpc'),
  }),
)
/** PE-CD: DF.CD, the configuration data of the UICC. */
export const Cd = sequence(
  automatic({ ...head, ...requiredFiles('df-cd'), ...optionalFiles('ef-launchpad', 'ef-icon') }),
)
/** PE-TELECOM: DF.TELECOM with its subdirectories. */
export const Telecom = sequence(
  automatic({ ...head, ...requiredFiles('df-telecom'), ...optionalFiles(...names.telecomFiles) }),
)
/** PE-USIM: ADF.USIM with the files that most profiles have. */
export const Usim = sequence(
  automatic({
    ...head,
    ...requiredFiles('adf-usim', 'ef-imsi', 'ef-arr'),
    ...optionalFiles('ef-keys', 'ef-keysPS', 'ef-hpplmn'),
    ...requiredFiles('ef-ust'),
    ...optionalFiles('ef-fdn', 'ef-sms', 'ef-smsp', 'ef-smss'),
    ...requiredFiles('ef-spn', 'ef-est'),
    ...optionalFiles('ef-start-hfn', 'ef-threshold', 'ef-psloci'),
    ...requiredFiles('ef-acc'),
    ...optionalFiles('ef-fplmn', 'ef-loci', 'ef-ad'),
    ...requiredFiles('ef-ecc'),
    ...optionalFiles('ef-netpar', 'ef-epsloci', 'ef-epsnsc'),
  }),
)
/** PE-OPT-USIM: the optional files of ADF.USIM. */
export const OptUsim = sequence(automatic({ ...head, ...optionalFiles(...names.optUsimFiles) }))
/** PE-ISIM: ADF.ISIM with its mandatory files. */
export const Isim = sequence(
  automatic({
    ...head,
    ...requiredFiles('adf-isim', 'ef-impi', 'ef-impu', 'ef-domain', 'ef-ist'),
    ...optionalFiles('ef-ad'),
    ...requiredFiles('ef-arr'),
  }),
)
/** PE-OPT-ISIM: the optional files of ADF.ISIM. */
export const OptIsim = sequence(automatic({ ...head, ...optionalFiles(...names.optIsimFiles) }))
/** PE-PHONEBOOK: DF.PHONEBOOK of ADF.USIM. */
export const Phonebook = sequence(
  automatic({ ...head, ...requiredFiles('df-phonebook'), ...optionalFiles(...names.phonebookFiles) }),
)
/** PE-GSM-ACCESS: DF.GSM-ACCESS of ADF.USIM. */
export const GsmAccess = sequence(
  automatic({
    ...head,
    ...requiredFiles('df-gsm-access'),
    ...optionalFiles('ef-kc', 'ef-kcgprs', 'ef-cpbcch', 'ef-invscan'),
  }),
)
/** PE-CSIM: ADF.CSIM. */
export const Csim = sequence(automatic({ ...head, ...requiredFiles('adf-csim', ...names.csimFiles) }))
/** PE-OPT-CSIM: the optional files of ADF.CSIM. */
export const OptCsim = sequence(automatic({ ...head, ...optionalFiles(...names.optCsimFiles) }))
/** PE-EAP: DF.EAP. */
export const Eap = sequence(
  automatic({
    ...head,
    ...requiredFiles('df-eap'),
    ...optionalFiles('ef-eapkeys'),
    ...requiredFiles('ef-eapstatus'),
    ...optionalFiles('ef-puid', 'ef-ps', 'ef-curid', 'ef-reid', 'ef-realm'),
  }),
)
/** PE-DF-5GS: DF.5GS of ADF.USIM. */
export const Df5gs = sequence(
  automatic({ ...head, ...requiredFiles('df-df-5gs'), ...optionalFiles(...names.df5gsFiles) }),
)
/** PE-DF-SAIP: the SUCI information of a USIM that calculates the SUCI itself. */
export const DfSaip = sequence(
  automatic({ ...head, ...requiredFiles('df-df-saip'), ...optionalFiles('ef-suci-calc-info-usim') }),
)
/** PE-DF-SNPN: stand-alone non-public networks. */
export const DfSnpn = sequence(automatic({ ...head, ...requiredFiles('df-df-snpn'), ...optionalFiles('ef-pws-snpn') }))
/** PE-DF-5GPROSE: proximity services. */
export const Df5gProse = sequence(
  automatic({
    ...head,
    ...requiredFiles('df-df-5g-prose'),
    ...optionalFiles(
      'ef-5g-prose-st',
      'ef-5g-prose-dd',
      'ef-5g-prose-dc',
      'ef-5g-prose-u2nru',
      'ef-5g-prose-ru',
      'ef-5g-prose-uir',
    ),
  }),
)
/** PE-IoT: the MF and ADF.USIM of a minimal IoT profile in one element. */
export const Iot = sequence(
  automatic({
    ...head,
    ...optionalFiles('mf', 'ef-pl', 'ef-iccid', 'ef-dir', 'ef-arr', 'ef-umpc', 'adf-usim'),
    ...requiredFiles('ef-imsi'),
    ...optionalFiles(
      'ef-arr-usim',
      'ef-keys',
      'ef-keysPS',
      'ef-hpplmn',
      'ef-ust',
      'ef-start-hfn',
      'ef-threshold',
      'ef-psloci',
    ),
    ...requiredFiles('ef-acc'),
    ...optionalFiles('ef-fplmn', 'ef-loci', 'ef-ad', 'ef-ecc', 'ef-netpar'),
  }),
)
/** PE-OPT-IoT: the optional files of an IoT profile. */
export const OptIot = sequence(automatic({ ...head, ...optionalFiles(...names.optIotFiles) }))
