import type { Operation } from '@simwright/contract/provisioning/operation-kind'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { selectAttribute } from '../../profiles/attributes/service.ts'
import { requireGroup } from '../../profiles/groups/service.ts'
import { lockExistingTags } from '../../profiles/tags/service.ts'
import type { Worker } from './kind-row.ts'
import { openStored } from './kinds.ts'
import {
  type OperationEnd,
  type OperationKey,
  type OperationParameters,
  type StoredBefore,
  selectOperation,
} from './queries.ts'

/*
 * The entries of the audit log about an operation, its start and its end, and about the change of one profile.
 */

/** The parameter that lists and the audit log show: the first. */
export const shownOf = (given: OperationParameters) => Object.values(given)[0] ?? null

type Recorder = Pick<Worker, 'clock' | 'random'>

/** The operation as an entry has it: a group or a tag by its ID and its name. */
async function entryOf(db: TenantDb, key: OperationKey) {
  const row = (await selectOperation(db, key))!
  const { kind, undoes, given_name: name } = row
  const facts = {
    kind,
    given: shownOf(openStored(row).given),
    ...(name === null ? {} : kind === 'GROUP' ? { group: name } : { name }),
    ...(undoes === null ? {} : { undoes }),
  }
  return { row, facts, object: { id: key.id, name: kind } }
}

export async function recordStart(server: Recorder, db: TenantDb, key: OperationKey, rows: number): Promise<void> {
  const { facts, object } = await entryOf(db, key)
  const { enterpriseId } = key
  await recordAudit(server, db, { action: 'operation.started', enterpriseId, object, after: { ...facts, rows } })
}

/** Records the end, in the name of the member who started the operation. */
export async function recordEnd(server: Recorder, db: TenantDb, key: OperationKey, end: OperationEnd): Promise<void> {
  const { row, facts, object } = await entryOf(db, key)
  const { succeeded, failed, canceled } = end
  const { created_by: id, created_by_name: name, created_by_email: email } = row
  await recordAudit(server, db, {
    action: 'operation.finished',
    enterpriseId: key.enterpriseId,
    object,
    after: { ...facts, succeeded, failed, ...(canceled ? { canceled } : {}) },
    ...(email === null ? {} : { by: { id, name, email } }),
  })
}

type ChangedProfile = {
  enterpriseId: EnterpriseId
  profile: { id: ProfileId; iccid: string }
  wanted: Operation
  before: StoredBefore | null
}

/** Records the change of one profile: a group, tag or attribute with its name, the notes from and to. */
export async function recordChange(
  server: Recorder,
  db: TenantDb,
  { profile, wanted, before }: ChangedProfile,
): Promise<void> {
  const { kind, ...given } = wanted
  const old = await oldFacts(db, before)
  await recordAudit(server, db, {
    action: 'profile.changed',
    enterpriseId: db.enterpriseId,
    object: { id: profile.id, name: profile.iccid },
    ...(old && { before: old }),
    after: {
      kind,
      given: shownOf(given),
      ...('groupId' in wanted && wanted.groupId !== null
        ? { group: (await requireGroup(db, wanted.groupId)).name }
        : {}),
      ...('attributeId' in wanted ? await attributeFacts(db, wanted) : {}),
      ...('tagId' in wanted ? { name: (await lockExistingTags(db, [wanted.tagId]))[0]?.name ?? '' } : {}),
    },
  })
}

async function attributeFacts(db: TenantDb, { attributeId, value }: { attributeId: string; value: string }) {
  return { name: (await selectAttribute(db, attributeId))?.name ?? '', value }
}

async function oldFacts(db: TenantDb, before: StoredBefore | null) {
  if (!before || 'line' in before) return undefined
  const { notes, groupId, value } = before
  if (value !== undefined && value !== null) return { value: String(value) }
  if (typeof groupId === 'string') return { given: groupId, group: (await requireGroup(db, groupId)).name }
  return typeof notes === 'string' ? { given: notes } : undefined
}
