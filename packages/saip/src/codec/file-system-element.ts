import { automatic, type Codec, type OptionalField, oid, optional, sequence } from '@simwright/asn1'
import { File, FileManagementCommands } from './file.ts'
import * as names from './file-name.ts'
import { PeHeader } from './pe-header.ts'

type Required<N extends string> = { [K in N]: Codec<File> }
type Optional<N extends string> = { [K in N]: OptionalField<File> }

function files<const N extends string>(...fields: readonly N[]): Required<N> {
  return Object.fromEntries(fields.map((field) => [field, File])) as Required<N>
}

function mayHave<const N extends string>(...fields: readonly N[]): Optional<N> {
  return Object.fromEntries(fields.map((field) => [field, optional(File)])) as Optional<N>
}

/** What each element made from a template begins with; the module names the header differently in each. */
const head = { header: PeHeader, templateID: oid() }

export const GenericFileManagement = sequence(
  automatic({ header: PeHeader, fileManagementCMD: FileManagementCommands }),
)

export const Mf = sequence(
  automatic({
    ...head,
    ...files('mf'),
    ...mayHave('ef-pl'),
    ...files('ef-iccid', 'ef-dir', 'ef-arr'),
    ...mayHave('ef-umpc'),
  }),
)
export const Cd = sequence(automatic({ ...head, ...files('df-cd'), ...mayHave('ef-launchpad', 'ef-icon') }))
export const Telecom = sequence(automatic({ ...head, ...files('df-telecom'), ...mayHave(...names.telecomFiles) }))
export const Usim = sequence(
  automatic({
    ...head,
    ...files('adf-usim', 'ef-imsi', 'ef-arr'),
    ...mayHave('ef-keys', 'ef-keysPS', 'ef-hpplmn'),
    ...files('ef-ust'),
    ...mayHave('ef-fdn', 'ef-sms', 'ef-smsp', 'ef-smss'),
    ...files('ef-spn', 'ef-est'),
    ...mayHave('ef-start-hfn', 'ef-threshold', 'ef-psloci'),
    ...files('ef-acc'),
    ...mayHave('ef-fplmn', 'ef-loci', 'ef-ad'),
    ...files('ef-ecc'),
    ...mayHave('ef-netpar', 'ef-epsloci', 'ef-epsnsc'),
  }),
)
export const OptUsim = sequence(automatic({ ...head, ...mayHave(...names.optUsimFiles) }))
export const Isim = sequence(
  automatic({
    ...head,
    ...files('adf-isim', 'ef-impi', 'ef-impu', 'ef-domain', 'ef-ist'),
    ...mayHave('ef-ad'),
    ...files('ef-arr'),
  }),
)
export const OptIsim = sequence(automatic({ ...head, ...mayHave(...names.optIsimFiles) }))
export const Phonebook = sequence(automatic({ ...head, ...files('df-phonebook'), ...mayHave(...names.phonebookFiles) }))
export const GsmAccess = sequence(
  automatic({ ...head, ...files('df-gsm-access'), ...mayHave('ef-kc', 'ef-kcgprs', 'ef-cpbcch', 'ef-invscan') }),
)
export const Csim = sequence(automatic({ ...head, ...files('adf-csim', ...names.csimFiles) }))
export const OptCsim = sequence(automatic({ ...head, ...mayHave(...names.optCsimFiles) }))
export const Eap = sequence(
  automatic({
    ...head,
    ...files('df-eap'),
    ...mayHave('ef-eapkeys'),
    ...files('ef-eapstatus'),
    ...mayHave('ef-puid', 'ef-ps', 'ef-curid', 'ef-reid', 'ef-realm'),
  }),
)
export const Df5gs = sequence(automatic({ ...head, ...files('df-df-5gs'), ...mayHave(...names.df5gsFiles) }))
export const DfSaip = sequence(automatic({ ...head, ...files('df-df-saip'), ...mayHave('ef-suci-calc-info-usim') }))
export const DfSnpn = sequence(automatic({ ...head, ...files('df-df-snpn'), ...mayHave('ef-pws-snpn') }))
export const Df5gProse = sequence(
  automatic({
    ...head,
    ...files('df-df-5g-prose'),
    ...mayHave(
      'ef-5g-prose-st',
      'ef-5g-prose-dd',
      'ef-5g-prose-dc',
      'ef-5g-prose-u2nru',
      'ef-5g-prose-ru',
      'ef-5g-prose-uir',
    ),
  }),
)
export const Iot = sequence(
  automatic({
    ...head,
    ...mayHave('mf', 'ef-pl', 'ef-iccid', 'ef-dir', 'ef-arr', 'ef-umpc', 'adf-usim'),
    ...files('ef-imsi'),
    ...mayHave(
      'ef-arr-usim',
      'ef-keys',
      'ef-keysPS',
      'ef-hpplmn',
      'ef-ust',
      'ef-start-hfn',
      'ef-threshold',
      'ef-psloci',
    ),
    ...files('ef-acc'),
    ...mayHave('ef-fplmn', 'ef-loci', 'ef-ad', 'ef-ecc', 'ef-netpar'),
  }),
)
export const OptIot = sequence(automatic({ ...head, ...mayHave(...names.optIotFiles) }))
