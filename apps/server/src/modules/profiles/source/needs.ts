import { Problem } from '@simwright/contract'
import type { AttributeRule } from '@simwright/contract/profiles/attribute-value'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import { ownColumnsOf } from '@simwright/contract/profiles/own-column'
import { testIccidPrefix } from '@simwright/contract/profiles/sample-iccid'
import { attributeColumn } from '@simwright/contract/profiles/source-file'
import { type Algorithm, kiBytesOf } from '@simwright/contract/profiles/subscriber-key'
import { hasField } from '@simwright/contract/profiles/type-field'
import type { NineteenDigits } from '@simwright/ids'
import { parameterLimit } from '@simwright/saip/build/parameter-limit'
import { type Entitlement, limitsOf } from '../../platform/plans/service.ts'

/** What a configuration requires of the data of each subscriber. Plain data, for the worker thread and the database. */
export type SubscriberNeeds = {
  readonly algorithm: Algorithm
  readonly kiBytes: 16 | 32
  /** `any`: published keys and patterns are allowed. */
  readonly keys: 'secret' | 'any'
  /** `supplied`: the package has the keys, PINs and codes; the row has none. */
  readonly packages: 'built' | 'supplied'
  /** What an ICCID of 19 digits without padding is. */
  readonly nineteenDigits: NineteenDigits
  /** 19 for profiles that operators order: ES2+ cannot name an ICCID of 18 digits (SGP.22, 5.3). */
  readonly leastIccidDigits: 18 | 19
  /** How the ICCIDs of test data begin; empty for a real enterprise account. */
  readonly iccidPrefix: string
  /** How many public identities a row can have; none without an ISIM. */
  readonly publicIdentities: number
  /** The most bytes of install parameters (C9); none without a Customize applet. */
  readonly parameterBytes: number
  /** The columns that may replace a value of the configuration, and below networks, each with spaces between them. */
  readonly ownColumns: string
  /** HPLMN and EHPLMN of the configuration. */
  readonly homes: string
  readonly equivalentHomes: string
  /** Whether the home networks have a name, and how many of them can have it in EF.OPL. */
  readonly isHomeNamed: boolean
  readonly namedHomes: number
  /** The most networks in OPLMN and FPLMN that the plan allows. */
  readonly operatorNetworks: number
  readonly forbiddenNetworks: number
  /** The attributes that a row can have, as JSON: plain data, to be compared. */
  readonly attributes: string
}

/** A configuration, and what the plan of its enterprise account allows. */
type Generating = {
  readonly fields: StoredFields
  readonly entitlement: Entitlement
  /** Absent where rows have none. */
  readonly attributes?: readonly AttributeNeed[]
}

/** An attribute, and what its values must be. */
export type AttributeNeed = AttributeRule & { readonly id: string; readonly word: string; readonly required: boolean }

export const attributeNeeds = ({ attributes }: Pick<SubscriberNeeds, 'attributes'>): readonly AttributeNeed[] =>
  attributes === '' ? [] : (JSON.parse(attributes) as AttributeNeed[])

const attributesText = (attributes: readonly AttributeNeed[] = []) =>
  attributes.length === 0
    ? ''
    : JSON.stringify(attributes.map(({ id, word, kind, choices, required }) => ({ id, word, kind, choices, required })))

/** @throws Problem `configuration_takes_packages` for a configuration whose packages are supplied */
export function needsOf({ fields, entitlement, attributes }: Generating): SubscriberNeeds {
  const { packages, keys } = typeFacts[fields.type]
  if (packages === 'supplied') throw new Problem('configuration_takes_packages')
  return {
    ...generalNeeds({ fields, entitlement, ...(attributes ? { attributes } : {}) }),
    algorithm: fields.algorithm,
    kiBytes: kiBytesOf(fields),
    keys,
    packages,
    publicIdentities: publicIdentitiesOf(fields),
    parameterBytes: parameterBytesOf(fields),
  }
}

/** Records of EF.OPL (ETSI TS 102 221, 8.2.2.2). */
const RECORDS_MAX = 254

/** Networks of OPLMN and FPLMN without a limit of the plan. */
const NETWORKS_MAX = 10_000

/** What does not depend on where packages are from. */
function generalNeeds({ fields, entitlement, attributes }: Generating) {
  const { hplmn, ehplmn, pnn, networkNames, nineteenDigits, orderedBy } = fields
  const { oplmn, fplmn } = limitsOf(entitlement)
  return {
    nineteenDigits: nineteenDigits ?? regularNeeds.nineteenDigits,
    leastIccidDigits: orderedBy === 'operator' ? (19 as const) : (18 as const),
    iccidPrefix: entitlement.test_number === null ? '' : testIccidPrefix(entitlement.test_number),
    ownColumns: ownColumnsOf(fields).join(' '),
    homes: hplmn.map(({ plmn }) => plmn).join(' '),
    equivalentHomes: ehplmn.join(' '),
    isHomeNamed: pnn !== undefined,
    namedHomes: RECORDS_MAX - networkNames.flatMap(({ networks }) => networks).length,
    operatorNetworks: oplmn ?? NETWORKS_MAX,
    forbiddenNetworks: fplmn ?? NETWORKS_MAX,
    attributes: attributesText(attributes),
  }
}

const publicIdentitiesOf = ({ type, ims }: StoredFields) =>
  hasField(type, 'ims') && ims ? ims.publicIdentityRecords : 0

/** Bytes of an AID at most (ISO/IEC 7816-4, 8.2.1.2). */
const AID_BYTES = 16

function parameterBytesOf({ customApplet }: StoredFields): number {
  if (customApplet === undefined) return 0
  const { instanceAid, classAid, privileges } = customApplet
  return parameterLimit({
    instanceAidBytes: (instanceAid || classAid).length / 2 || AID_BYTES,
    privilegeBytes: privileges.length / 2 || 3,
  })
}

export const regularNeeds: SubscriberNeeds = {
  algorithm: 'MILENAGE',
  kiBytes: 16,
  keys: 'secret',
  packages: 'built',
  nineteenDigits: 'missing',
  leastIccidDigits: 18,
  iccidPrefix: '',
  publicIdentities: 0,
  parameterBytes: 0,
  ownColumns: '',
  homes: '',
  equivalentHomes: '',
  isHomeNamed: false,
  namedHomes: RECORDS_MAX,
  operatorNetworks: NETWORKS_MAX,
  forbiddenNetworks: NETWORKS_MAX,
  attributes: '',
}

/** What a profile with a supplied package needs besides the package. */
export const suppliedNeedsOf = (generating: Generating): SubscriberNeeds => ({
  ...regularNeeds,
  ...generalNeeds(generating),
  packages: 'supplied',
})

/** The needs stored with an upload. Values that it was stored without are those of the type Regular. */
export const storedNeeds = (stored: unknown): SubscriberNeeds => ({ ...regularNeeds, ...(stored as object | null) })

/** Whether rows that were checked for one of them are valid for the other. */
export const areSameNeeds = (one: SubscriberNeeds, other: SubscriberNeeds): boolean =>
  (Object.keys(regularNeeds) as (keyof SubscriberNeeds)[]).every((name) => one[name] === other[name])

/** Whether a file with these columns, checked for some attributes, is valid for others: its own and the required ones are the same. */
export function areAttributesChecked(
  checked: Pick<SubscriberNeeds, 'attributes'>,
  needs: Pick<SubscriberNeeds, 'attributes'>,
  columns: ReadonlySet<string>,
): boolean {
  const usedIn = (of: Pick<SubscriberNeeds, 'attributes'>) =>
    attributeNeeds(of)
      .filter(({ word, required }) => required || columns.has(attributeColumn(word)))
      .map((one) => JSON.stringify(one))
      .sort()
      .join()
  return usedIn(checked) === usedIn(needs)
}
