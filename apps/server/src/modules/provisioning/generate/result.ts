import { Problem } from '@simwright/contract'
import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { TenantDb } from '../../../db/database.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { originOf, platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { hasFeature, readEntitlement } from '../../platform/plans/service.ts'
import { openCardKeys } from '../../platform/vault/service.ts'
import { codeOfOutcome } from './code.ts'
import type { Server } from './port.ts'
import {
  type BatchPlace,
  needsConfirmation,
  type OutcomeRecord,
  selectBatch,
  selectKeysOfCodes,
  selectOutcomes,
} from './queries.ts'

const ROWS_AT_ONCE = 1_000

/**
 * The result file of a batch: ICCID, activation code and link of each row, or the reason why it failed. Who may generate
 * codes also sees the confirmation codes, to hand them out; for all others that column does not exist, nor does the one
 * of links when the plan has none.
 */
export async function writeResult(server: Server, who: Who, id: string): Promise<FileAnswer> {
  const place = { enterpriseId: who.enterpriseId, id }
  const asked = { enterpriseId: place.enterpriseId, at: server.clock.now() }
  const { record, isLinked, isNeeded } = await server.db.tenantTx(place.enterpriseId, async (db) => ({
    record: await selectBatch(db, place),
    isLinked: hasFeature(await readEntitlement(server, db, asked), 'AC_LINK'),
    isNeeded: await needsConfirmation(db, place),
  }))
  if (!record) throw new Problem('not_found')
  const object = { id, name: record.code }
  await server.db.globalTx((db) => recordAudit(server, db, { ...who, action: 'batch.resultExported', object }))
  const isTold = isNeeded && who.permissions.has('Generate_Ac_Create')
  const columns = allColumns.filter((column) =>
    column === 'CONFIRMATION_CODE' ? isTold : column !== 'LINK' || isLinked,
  )
  return csvFile(`${record.code}.csv`, resultRows(server, place, { columns, codes: codesOf(server, who) }))
}

const allColumns = ['ICCID', 'ACTIVATION_CODE', 'LINK', 'CONFIRMATION_CODE', 'REASON'] as const
type Column = (typeof allColumns)[number]

/** Where the enterprise account's codes and links point. */
type Codes = { hostFor: (issuer: CertificateIssuer | null) => string; origin: string }

function codesOf(server: Server, { platformId }: Who): Codes {
  const platform = platformOf(server, platformId)
  return { hostFor: (issuer) => smdpAddressOf(server, platform, issuer), origin: originOf(server, platform) }
}

type Shown = { columns: readonly Column[]; codes: Codes }

async function* resultRows(server: Server, place: BatchPlace, shown: Shown): AsyncGenerator<CsvRows> {
  const { columns } = shown
  yield [columns]
  for (let afterLine = 0; ; ) {
    const { rows, confirmations } = await server.db.tenantTx(place.enterpriseId, async (db) => {
      const rows = await selectOutcomes(db, place, { only: 'all', afterLine, limit: ROWS_AT_ONCE })
      const confirmations = columns.includes('CONFIRMATION_CODE')
        ? await confirmationCodes(server, db, { place, rows })
        : new Map()
      return { rows, confirmations }
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => resultLine(row, { ...shown, confirmation: confirmations.get(row.activation_code_id) }))
    afterLine = last.line
  }
}

function resultLine(
  row: OutcomeRecord,
  { columns, codes, confirmation }: Shown & { confirmation: string | undefined },
): string[] {
  const cells: Record<Column, string> = {
    ICCID: row.iccid,
    ACTIVATION_CODE: codeOfOutcome(codes.hostFor, row) ?? '',
    LINK: row.slug === null ? '' : `${codes.origin}/ac/${row.slug}`,
    CONFIRMATION_CODE: confirmation ?? '',
    REASON: row.reason ?? '',
  }
  return columns.map((column) => cells[column])
}

/** By activation code; a profile that was generated again has the code of its newest one only. */
async function confirmationCodes(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { place: { enterpriseId }, rows }: { place: BatchPlace; rows: readonly OutcomeRecord[] },
): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) => (row.confirmation_needed && row.activation_code_id ? [row.activation_code_id] : []))
  const keys = ids.length > 0 ? await selectKeysOfCodes(db, enterpriseId, ids) : []
  return new Map(
    keys.map((row) => {
      const opened = openCardKeys(server.vault, { enterpriseId, profileId: row.profile_id }, row.sealed)
      return [row.activation_code_id, opened.confirmationCode]
    }),
  )
}
