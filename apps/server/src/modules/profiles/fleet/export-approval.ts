import { Problem } from '@simwright/contract'
import type { RawBuilder } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { ProfileId, UserId } from '../../../db/row-id.ts'
import type { Runtime } from '../../../port/runtime.ts'
import {
  demandApproval,
  freezeObjects,
  hashList,
  isGuarded,
  type Marked,
  requireUnchanged,
} from '../../platform/approval/service.ts'
import { whyNoCode } from './code-fit.ts'
import { type CodeMark, selectMarks } from './export-approval-queries.ts'
import { conditionOf, type SelectionRequest } from './selection.ts'

type ExportDemand = {
  userId: UserId
  asked: SelectionRequest
  /** What the file is, besides its profiles. */
  facts: object
  /** "a list of codes" */
  name: string
  /** Profiles that the file would have. */
  profiles: number
  /** Whether it has only profiles with a code that can be handed out. */
  isCodesOnly: boolean
  mode?: 'REPEAT'
}

/**
 * The gate of files of profiles, which have their codes. The request has the list of the profiles. What is approved is written
 * only if the selection has exactly these by then, with the same codes.
 * @returns the SHA-256 of what the file may have, which its writer compares with what it wrote; undefined: whatever it has
 * @throws ApprovalNeeded; Problem approval_objects_changed
 */
export async function demandExport(
  server: Pick<Runtime, 'clock' | 'random'>,
  db: TenantDb,
  { userId, asked, facts, name, profiles, isCodesOnly, mode }: ExportDemand,
): Promise<Buffer | undefined> {
  if (profiles === 0 || !(await isGuarded(db, 'EXPORT'))) return undefined
  const where = await conditionOf(db, asked)
  const marksOf = (rows: readonly CodeMark[]): Marked[] =>
    rows.filter((row) => !isCodesOnly || whyNoCode(row) === undefined).map(markedOf)
  const approved = await demandApproval(server, db, {
    operation: 'EXPORT',
    userId,
    facts: { ...facts, selection: asked.selection },
    sentence: `Write a file with ${profiles.toLocaleString('en')} ${profiles === 1 ? 'code' : 'codes'} (${name})`,
    amount: profiles,
    freeze: async (tx, requestId) => await freezeObjects(tx, requestId, readMarked(tx, where, marksOf)),
    ...(mode ? { mode } : {}),
  })
  if (!approved) return await hashOf(readMarked(db, where, marksOf))
  await requireUnchanged(db, approved, async (ids) => {
    const among = condition`(${where}) and p.id = any(${[...ids]}::uuid[])`
    const rows = await selectMarks(db, among, { afterId: undefined, limit: ids.length })
    return new Map(marksOf(rows).map(({ profileId, mark }) => [profileId, mark]))
  })
  const more = profiles - approved.objects
  if (more > 0) throw new Problem('approval_objects_changed', { count: more })
  return approved.sha256 ?? undefined
}

async function hashOf(pages: AsyncIterable<readonly Marked[]>): Promise<Buffer> {
  const list = hashList()
  for await (const page of pages) list.add(page)
  return list.digest()
}

/** What is in a file: the same marks as those of its request, in the order of the ids. */
type Written = { id: ProfileId; iccid: string; status: string; order_state: string; activation_code_id: string | null }

/** Compares what is written with what may be. @param expected undefined: whatever it has */
export function exportCheck(expected: Uint8Array | null | undefined) {
  const list = hashList()
  return {
    add: (rows: readonly Written[]): void => {
      if (expected) list.add(rows.map(({ activation_code_id: code_id, ...row }) => markedOf({ ...row, code_id })))
    },
    /** Whether the file has what it may have. At the end, once. */
    isAsApproved: (): boolean => !expected || list.digest().equals(expected),
  }
}

type Mark = Pick<CodeMark, 'id' | 'iccid' | 'code_id'> & { status: string; order_state: string }

const markedOf = ({ id, iccid, status, order_state: order, code_id: code }: Mark): Marked => ({
  profileId: id,
  iccid,
  mark: `${status} ${order}\t${code ?? ''}`,
})

const ROWS_AT_ONCE = 5_000

async function* readMarked(
  db: TenantDb,
  where: RawBuilder<boolean>,
  marksOf: (rows: readonly CodeMark[]) => Marked[],
): AsyncGenerator<Marked[]> {
  for (let afterId: ProfileId | undefined; ; ) {
    const rows = await selectMarks(db, where, { afterId, limit: ROWS_AT_ONCE })
    yield marksOf(rows)
    if (rows.length < ROWS_AT_ONCE) return
    afterId = rows.at(-1)!.id
  }
}
