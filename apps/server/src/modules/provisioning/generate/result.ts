import { Problem } from '@simwright/contract'
import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { TenantDb } from '../../../db/database.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { originOf, platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { hasFeature, readEntitlement } from '../../platform/plans/service.ts'
import { openCardKeys } from '../../platform/vault/service.ts'
import { codeOfOutcome } from './code.ts'
import {
  type BatchKey,
  needsConfirmation,
  type OutcomeRecord,
  selectBatch,
  selectKeysOfCodes,
  selectOutcomes,
} from './queries.ts'

const ROWS_AT_ONCE = 1_000

/**
 * The result file of a batch: ICCID, activation code and link of each row, or the reason of its failure. The column of
 * confirmation codes is only for users who may generate codes, the column of links only for plans with links.
 */
export async function writeResult(server: Server, who: Who, id: string): Promise<FileAnswer> {
  const key = { enterpriseId: who.enterpriseId, id }
  const account = { enterpriseId: key.enterpriseId, at: server.clock.now() }
  const { record, isLinked, isNeeded } = await server.db.tenantTx(key.enterpriseId, async (db) => ({
    record: await selectBatch(db, key),
    isLinked: hasFeature(await readEntitlement(server, db, account), 'AC_LINK'),
    isNeeded: await needsConfirmation(db, key),
  }))
  if (!record) throw new Problem('not_found')
  const object = { id, name: record.code }
  await server.db.tenantTx(key.enterpriseId, async (db) => {
    await demandApproval(server, db, {
      operation: 'EXPORT',
      userId: who.userId,
      facts: { batchResult: id },
      sentence: `Download the result of the batch ${record.code} with ${record.total.toLocaleString('en')} codes`,
      amount: record.total,
      mode: 'REPEAT',
    })
    await recordAudit(server, db, { ...who, action: 'batch.resultExported', object })
  })
  const showsConfirmation = isNeeded && who.permissions.has('Generate_Ac_Create')
  const columns = allColumns.filter((column) =>
    column === 'CONFIRMATION_CODE' ? showsConfirmation : column !== 'LINK' || isLinked,
  )
  return csvFile(`${record.code}.csv`, resultRows(server, key, { columns, hosts: hostsOf(server, who) }))
}

const allColumns = ['ICCID', 'ACTIVATION_CODE', 'LINK', 'CONFIRMATION_CODE', 'REASON'] as const
type Column = (typeof allColumns)[number]

/** The hosts in the activation codes and links of the enterprise. */
type Hosts = { hostFor: (issuer: CertificateIssuer | null) => string; origin: string }

function hostsOf(server: Server, { platformId }: Who): Hosts {
  const platform = platformOf(server, platformId)
  return { hostFor: (issuer) => smdpAddressOf(server, platform, issuer), origin: originOf(server, platform) }
}

type ResultShape = { columns: readonly Column[]; hosts: Hosts }

async function* resultRows(server: Server, key: BatchKey, shape: ResultShape): AsyncGenerator<CsvRows> {
  const { columns } = shape
  yield [columns]
  for (let afterLine = 0; ; ) {
    const { rows, confirmations } = await server.db.tenantTx(key.enterpriseId, async (db) => {
      const rows = await selectOutcomes(db, key, { only: 'all', afterLine, limit: ROWS_AT_ONCE })
      const confirmations = columns.includes('CONFIRMATION_CODE')
        ? await confirmationCodes(server, db, { key, rows })
        : new Map()
      return { rows, confirmations }
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => resultLine(row, { ...shape, confirmation: confirmations.get(row.activation_code_id) }))
    afterLine = last.line
  }
}

function resultLine(
  row: OutcomeRecord,
  { columns, hosts, confirmation }: ResultShape & { confirmation: string | undefined },
): string[] {
  const cells: Record<Column, string> = {
    ICCID: row.iccid,
    ACTIVATION_CODE: codeOfOutcome(hosts.hostFor, row) ?? '',
    LINK: row.slug === null || row.ac_format !== 'AC_LINK' ? '' : `${hosts.origin}/ac/${row.slug}`,
    CONFIRMATION_CODE: confirmation ?? '',
    REASON: row.reason ?? '',
  }
  return columns.map((column) => cells[column])
}

/** Confirmation codes by activation code ID. Only current codes have one: a profile stores one confirmation code. */
async function confirmationCodes(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { key: { enterpriseId }, rows }: { key: BatchKey; rows: readonly OutcomeRecord[] },
): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) => (row.confirmation_needed && row.activation_code_id ? [row.activation_code_id] : []))
  const keys = ids.length > 0 ? await selectKeysOfCodes(db, ids) : []
  return new Map(
    keys.map((row) => {
      const opened = openCardKeys(server.vault, { enterpriseId, profileId: row.profile_id }, row.sealed)
      return [row.activation_code_id, opened.confirmationCode]
    }),
  )
}
