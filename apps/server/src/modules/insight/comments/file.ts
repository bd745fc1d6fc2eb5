import type { ParsedInputOf } from '@simwright/contract'
import * as contract from '@simwright/contract/insight/comment'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { CommentsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { selectUserNames } from '../../platform/tenancy/service.ts'
import { maySee } from './mention.ts'
import { type ExportCursor, selectForExport } from './queries.ts'
import { requireObject } from './service.ts'

const COLUMNS = ['KIND', 'OBJECT', 'CREATED', 'CREATED_BY', 'API_KEY', 'EDITED', 'TEXT']
const ROWS_AT_ONCE = 2_000

/** The comments that the caller sees, as CSV, with the names of those who are mentioned. @throws Problem not_found */
export async function writeComments(
  server: Server,
  who: Who,
  { kind, objectId }: ParsedInputOf<typeof contract.exportCsv>,
): Promise<FileAnswer> {
  const { enterpriseId, permissions } = who
  const kinds = contract.commentedKinds.filter((one) => (kind ?? one) === one && maySee(permissions, one))
  const name = await server.db.tenantTx(enterpriseId, async (db) => {
    const named = kind && objectId ? await requireObject(db, who, { kind, objectId }) : ''
    const object = { id: objectId ?? null, name: named }
    await recordAudit(server, db, { action: 'comment.exported', enterpriseId, object })
    return named
  })
  async function* rows(): AsyncGenerator<CsvRows> {
    yield [COLUMNS]
    if (kinds.length === 0) return
    let after: ExportCursor
    for (;;) {
      const page = { kinds, objectId, after, limit: ROWS_AT_ONCE }
      const { found, names } = await server.db.tenantRead(enterpriseId, async (db) => {
        const found = await selectForExport(db, page)
        const ids = [...new Set(found.flatMap(({ text }) => contract.mentionedIds(text)))]
        const users = ids.length === 0 ? [] : await selectUserNames(db, { ids })
        return { found, names: new Map(users.map((user) => [user.id as string, user.name])) }
      })
      const last = found.at(-1)
      if (!last) return
      yield found.map((row) => [
        row.object_kind,
        row.object_name,
        row.created_at.toISOString(),
        row.created_by_name,
        row.key_name ?? '',
        row.edited_at?.toISOString() ?? '',
        contract
          .commentParts(row.text, names)
          .map(({ text }) => text)
          .join(''),
      ])
      after = { at: last.created_at, id: last.id }
    }
  }
  return csvFile(name === '' ? 'comments.csv' : `comments ${name}.csv`, rows())
}
