import type { SourceColumn } from '@simwright/contract/profiles/source'
import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { ConfigurationId, EnterpriseId } from '../../../db/row-id.ts'
import { groupIdsByName, ownGroupRule } from '../groups/service.ts'
import { type StagedRow, valuesOf } from './chunk.ts'
import { cardForm, keyOf } from './iccid.ts'
import type { SubscriberNeeds } from './needs.ts'
import { selectHolders, selectImsiHolders } from './queries.ts'
import type { Fault, ParsedRow } from './row.ts'
import { validCell, withWarning } from './warning.ts'

type Context = {
  enterpriseId: EnterpriseId
  configurationId: ConfigurationId
  columns: readonly SourceColumn[]
  needs: Pick<SubscriberNeeds, 'nineteenDigits'>
}

/**
 * Compares parsed rows with the database: finds which profiles exist, adds faults for ICCIDs that are in use elsewhere
 * and, for a limited member, for rows that would be in none of its groups, and warnings for IMSIs of other profiles and for
 * ICCIDs that would get another number of digits.
 */
export async function checkStored(db: TenantDb, context: Context, rows: readonly ParsedRow[]): Promise<StagedRow[]> {
  const staged = await checkIccids(db, context, rows)
  await checkImsis(db, context, staged)
  await checkGroups(db, context, staged)
  return staged
}

async function checkIccids(
  db: TenantDb,
  { columns, needs: { nineteenDigits } }: Context,
  rows: readonly ParsedRow[],
): Promise<StagedRow[]> {
  const { enterpriseId } = db
  const iccidAt = columns.indexOf('ICCID')
  const iccidOf = (row: ParsedRow) => (hasFault(row, ['ICCID']) ? undefined : keyOf(row.cells[iccidAt] ?? ''))
  const holders = await selectHolders(
    db,
    rows.flatMap((row) => iccidOf(row) ?? []),
  )
  const byIccid = new Map(holders.map((holder) => [holder.iccid, holder]))
  const isLimited = groupLimitIn(enterpriseId) !== undefined
  return rows.map((row) => {
    const iccid = iccidOf(row)
    const holder = iccid && byIccid.get(iccid)
    // for a limited member, a profile of another group is as one of another enterprise account
    const exists = holder?.enterprise_id === enterpriseId && (holder.is_visible || !isLimited)
    if (holder && !exists) row.faults.push(takenFault)
    const cardDigits = exists ? holder.card_iccid?.length : undefined
    const isOther = cardDigits !== undefined && cardForm(row.cells[iccidAt]!, nineteenDigits).length !== cardDigits
    const warnings = withWarning(row.warnings, otherDigits.rule, isOther ? otherDigits : undefined)
    return { ...row, exists, warnings }
  })
}

/** Warns of IMSIs that another profile has, as far as the caller sees it. */
async function checkImsis(db: TenantDb, { columns }: Context, rows: readonly StagedRow[]): Promise<void> {
  const imsiOf = (row: StagedRow) => validCell(columns, row, 'IMSI')
  const found = await selectImsiHolders(
    db,
    rows.flatMap((row) => imsiOf(row) ?? []),
  )
  const keysByImsi = new Map<string, Set<string>>()
  for (const { imsi, iccid } of found)
    keysByImsi.set(imsi, (keysByImsi.get(imsi) ?? new Set()).add(keyOf(iccid) ?? iccid))
  for (const row of rows) {
    const keys = keysByImsi.get(imsiOf(row) ?? '')
    const own = keyOf(validCell(columns, row, 'ICCID') ?? '') ?? ''
    const isOther = keys !== undefined && [...keys].some((key) => key !== own)
    row.warnings = withWarning(row.warnings, 'imsi_in_use', isOther ? { rule: 'imsi_in_use' } : undefined)
  }
}

/** The columns that decide about the group of a row; '' is the whole row. */
const GROUP_COLUMNS = ['', 'ICCID', 'IMSI', 'MSISDN', 'GROUP'] as const

async function checkGroups(
  db: TenantDb,
  { configurationId, columns }: Context,
  rows: readonly StagedRow[],
): Promise<void> {
  const ownGroupOf = await ownGroupRule(db, { configurationId })
  if (!ownGroupOf) return
  const checked = rows
    .filter((row) => !hasFault(row, GROUP_COLUMNS))
    .map((row) => ({ row, values: valuesOf(columns, row) }))
  const names = new Set(checked.flatMap(({ values }) => values.GROUP ?? []))
  const groupIds = await groupIdsByName(db, [...names])
  for (const { row, values } of checked) {
    const { ICCID: iccid = '', IMSI: imsi = '', MSISDN: msisdn = null, GROUP: groupName = null } = values
    const groupId = groupName === null ? null : (groupIds.get(groupName.toLowerCase()) ?? null)
    if (ownGroupOf({ iccid, imsi, msisdn, groupName, groupId, exists: row.exists }) !== undefined) continue
    row.faults.push(groupName === null ? unnamedFault(columns) : otherGroupFault)
  }
}

const hasFault = ({ faults }: ParsedRow, columns: readonly Fault['column'][]): boolean =>
  faults.some(({ column }) => columns.includes(column))

const otherDigits = { rule: 'other_iccid_digits' } as const

const takenFault: Fault = { column: 'ICCID', rule: 'taken', text: 'This ICCID is not available.' }

const otherGroupFault: Fault = {
  column: 'GROUP',
  rule: 'other_group',
  text: 'You see only some groups, and this is none of them.',
}

/** A row that names no group, and that no rule assigns to one of the member's groups. */
const unnamedFault = (columns: readonly SourceColumn[]): Fault => ({
  column: columns.includes('GROUP') ? 'GROUP' : '',
  rule: 'group_needed',
  text: 'You see only some groups. Name one of them as the group of this row.',
})
