import { notationLength } from '@simwright/contract/notation'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import { ownColumnsOf } from '@simwright/contract/profiles/own-column'
import type { OwnColumn } from '@simwright/contract/profiles/source-file'

export type MoreFieldRow = {
  readonly maxLength: number
  readonly inputMode?: 'numeric' | 'tel'
  /** `pair`: two neighbors share a row. */
  readonly width?: 'pair'
  /** Several entries with spaces between them. */
  readonly isList?: true
  /** Whether profiles of the configuration can have it. Absent: all can. */
  readonly isUsed?: (fields: StoredFields) => boolean
}

/** A supplied package has its own codes and numbers. */
const isBuilt = ({ type }: StoredFields) => typeFacts[type].packages === 'built'
const hasIms = ({ ims }: StoredFields) => ims !== undefined

/** Whether a profile can replace the value of its configuration that a file has in this column. */
const replaces = (column: OwnColumn) => (fields: StoredFields) => ownColumnsOf(fields).includes(column)

/** As many networks as a configuration can have, with spaces between them. */
const NETWORKS_MAX_TEXT = 10_000 * 7

/** Up to ten public identities with spaces between them. */
const IMPU_MAX_TEXT = 10 * 127

/** The optional fields of quick generate in the order of the form: values of one profile, as columns of a file. */
export const moreFields = {
  msisdn: { maxLength: notationLength(16), inputMode: 'tel', width: 'pair' },
  confirmationCode: { maxLength: notationLength(8), inputMode: 'numeric', width: 'pair' },
  eid: { maxLength: notationLength(32), inputMode: 'numeric' },
  impi: { maxLength: 126, width: 'pair', isUsed: hasIms },
  impu: { maxLength: IMPU_MAX_TEXT, width: 'pair', isList: true, isUsed: hasIms },
  c9: { maxLength: notationLength(254), isUsed: ({ customApplet }) => customApplet !== undefined },
  pin1: { maxLength: notationLength(8), inputMode: 'numeric', width: 'pair', isUsed: isBuilt },
  puk1: { maxLength: notationLength(8), inputMode: 'numeric', width: 'pair', isUsed: isBuilt },
  pin2: { maxLength: notationLength(8), inputMode: 'numeric', width: 'pair', isUsed: isBuilt },
  puk2: { maxLength: notationLength(8), inputMode: 'numeric', width: 'pair', isUsed: isBuilt },
  adm1: { maxLength: notationLength(8), inputMode: 'numeric', width: 'pair', isUsed: isBuilt },
  smsp: { maxLength: notationLength(16), inputMode: 'tel', width: 'pair', isUsed: isBuilt },
  profileName: { maxLength: 64, width: 'pair', isUsed: replaces('PROFILE_NAME') },
  spn: { maxLength: 32, width: 'pair', isUsed: replaces('SPN') },
  pnn: { maxLength: 32, isUsed: replaces('PNN') },
  hplmnList: { maxLength: NETWORKS_MAX_TEXT, width: 'pair', isList: true, isUsed: replaces('HPLMN') },
  ehplmnList: { maxLength: NETWORKS_MAX_TEXT, width: 'pair', isList: true, isUsed: replaces('EHPLMN') },
  oplmnList: { maxLength: NETWORKS_MAX_TEXT, width: 'pair', isList: true, isUsed: replaces('OPLMN') },
  fplmnList: { maxLength: NETWORKS_MAX_TEXT, width: 'pair', isList: true, isUsed: replaces('FPLMN') },
  gid1: { maxLength: notationLength(40), width: 'pair', isUsed: replaces('GID1') },
  gid2: { maxLength: notationLength(40), width: 'pair', isUsed: replaces('GID2') },
  ara: { maxLength: 95, isUsed: replaces('ARA') },
  expireTime: { maxLength: 35, width: 'pair' },
  group: { maxLength: 64, width: 'pair' },
  notes: { maxLength: 500 },
} as const satisfies Record<string, MoreFieldRow>

export type MoreField = keyof typeof moreFields
export const moreFieldNames = Object.keys(moreFields) as MoreField[]

/** The optional fields that profiles of the configuration can have. Before it is loaded, those that all can have. */
export const usedMoreFields = (fields: StoredFields | undefined): MoreField[] =>
  moreFieldNames.filter((name) => {
    const { isUsed }: MoreFieldRow = moreFields[name]
    return isUsed === undefined || (fields !== undefined && isUsed(fields))
  })

/** The fields in rows. */
export function moreRows(names: readonly MoreField[]): MoreField[][] {
  const rows: MoreField[][] = []
  const width = (name: MoreField): MoreFieldRow['width'] => (moreFields[name] as MoreFieldRow).width
  for (const name of names) {
    const last = rows.at(-1)
    if (last?.length === 1 && width(last[0]!) === 'pair' && width(name) === 'pair') last.push(name)
    else rows.push([name])
  }
  return rows
}
