import type { ParsedInputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/provisioning/operation'
import { leftTexts, type OperationKind, operationRow } from '@simwright/contract/provisioning/operation-kind'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { OperationsServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { SecretColumn } from './kind-row.ts'
import { KINDS, whySelectedUnfit } from './kinds.ts'
import { selectOutcomes } from './queries.ts'
import { type Selected, selectedBy } from './selection.ts'
import { selectSelected } from './selection-queries.ts'
import { checked, type PreviewInput, readOperation, selectedNow } from './service.ts'

/*
 * The files of an operation: profiles that it leaves out, before it starts, and what it did with each.
 */

const ROWS_AT_ONCE = 2_000

export async function writeExcluded(server: Server, who: Who, { input, timeZone }: PreviewInput): Promise<FileAnswer> {
  const { kind } = checked(server, who, input.operation).operation
  const selected = selectedNow(server, { selection: input.selection, timeZone })
  return csvFile('excluded.csv', excludedRows(server, who, { kind, selected }))
}

async function* excludedRows(
  server: Server,
  { enterpriseId }: Who,
  { kind, selected }: { kind: OperationKind; selected: Selected },
): AsyncGenerator<CsvRows> {
  yield [['ICCID', 'STATUS', 'REASON']]
  for (let afterId: string | undefined; ; ) {
    const rows = await server.db.tenantRead(enterpriseId, async (db) =>
      selectSelected(db, await selectedBy(db, selected), { afterId, limit: ROWS_AT_ONCE }),
    )
    yield rows.flatMap(({ iccid, ...selected }) => {
      const reason = whySelectedUnfit(kind, selected)
      return reason === undefined ? [] : [[iccid, selected.fitness.status, leftTexts[reason]]]
    })
    if (rows.length < ROWS_AT_ONCE) return
    afterId = rows.at(-1)!.id
  }
}

export async function writeResult(
  server: Server,
  who: Who,
  { id, only }: ParsedInputOf<typeof contract.result>,
): Promise<FileAnswer> {
  const { kind, total } = await readOperation(server, who, id)
  const object = { id, name: kind }
  const { secretColumn } = KINDS[kind]
  const mayRead = secretColumn !== undefined && who.permissions.has(secretColumn.needs)
  await server.db.tenantTx(who.enterpriseId, async (db) => {
    if (mayRead)
      await demandApproval(server, db, {
        operation: 'EXPORT',
        userId: who.userId,
        facts: { operationResult: id, only },
        sentence: `Download the codes of the operation "${operationRow(kind).name}" with ${total.toLocaleString('en')} profiles`,
        amount: total,
        mode: 'REPEAT',
      })
    await recordAudit(server, db, { ...who, action: 'operation.resultExported', object })
  })
  return csvFile('result.csv', resultRows(server, who, { id, only, secrets: mayRead ? secretColumn : undefined }))
}

async function* resultRows(
  server: Server,
  { enterpriseId }: Who,
  { id, only, secrets }: ParsedInputOf<typeof contract.result> & { secrets: SecretColumn | undefined },
): AsyncGenerator<CsvRows> {
  yield [['ICCID', 'OUTCOME', ...(secrets ? [secrets.title] : []), 'REASON']]
  for (let afterLine = 0; ; ) {
    const asked = { only, afterLine, limit: ROWS_AT_ONCE }
    const { rows, values } = await server.db.tenantTx(enterpriseId, async (db) => {
      const rows = await selectOutcomes(db, { enterpriseId, id }, asked)
      return { rows, values: await secrets?.read(server, db, { enterpriseId, id, rows }) }
    })
    if (rows.length === 0) return
    yield rows.map(({ line, iccid, reason }) => [
      iccid,
      reason === null ? 'DONE' : 'LEFT',
      ...(values ? [values.get(line) ?? ''] : []),
      reason ?? '',
    ])
    afterLine = rows.at(-1)!.line
  }
}
