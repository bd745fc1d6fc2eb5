import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import type { TenantDb } from '../../../db/database.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { takeLease, type WorkLease } from '../../../work/lease.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { type Entitlement, readEntitlement, withinPlan } from '../../platform/plans/service.ts'
import { underMakersLimit } from '../../platform/tenancy/service.ts'
import { type ConfigurationVersion, readVersion } from '../../profiles/configurations/service.ts'
import { dropRows, keepFaultyRows, needsOf, readValidRows } from '../../profiles/source/service.ts'
import { commitProfiles, failed } from './commit.ts'
import { type DrawnProfile, drawProfiles } from './draw.ts'
import { type BatchFacts, insertOutcomes, type RowOutcome } from './insert.ts'
import { type BatchKey, batchWork, completeBatch, type LeasedBatch, lockBatch, updateCheckpoint } from './queries.ts'
import { rangePart } from './range-part.ts'

type Lease = WorkLease<LeasedBatch>

type Worker = Pick<Server, 'db' | 'vault' | 'random' | 'clock' | 'log' | 'smdp' | 'stopping'>

/** After this many starts without completing a part, the batch is given up: something in it kills the process. */
const ATTEMPTS_LIMIT = 10

const CANCELED = 'The batch was canceled.'
const GIVEN_UP = 'Could not be generated. Please write to us and quote the batch.'

/**
 * Runs a batch from its checkpoint to its end, one transaction per part (a chunk of rows). Does nothing if another
 * process has the lease. After any interruption, even a kill, the next run continues after the last committed part.
 */
export async function runBatch(server: Worker, key: BatchKey): Promise<void> {
  const lease = await takeLease<LeasedBatch>(server, batchWork, key)
  if (!lease) return
  try {
    await underMakersLimit(server, key.enterpriseId, lease.row, () => workThrough(server, key, lease))
  } finally {
    await lease.end()
  }
}

async function workThrough(server: Worker, key: BatchKey, lease: Lease): Promise<void> {
  const { row: batch, lost } = lease
  const { enterpriseId } = key
  const { configuration, entitlement } = await server.db.tenantTx(enterpriseId, async (db) => ({
    configuration: await readVersion(server, db, {
      enterpriseId,
      id: batch.configuration_id,
      version: batch.configuration_version,
    }),
    entitlement: await readEntitlement(server, db, { enterpriseId, at: server.clock.now() }),
  }))
  const prepare = (part: number) => preparePart(server, { key, lease, configuration, entitlement, part })
  const reason = batch.attempts > ATTEMPTS_LIMIT ? GIVEN_UP : undefined
  let part = batch.next_part
  let next = prepare(part)
  for (let rows = await next; rows !== undefined; rows = await next) {
    if (server.stopping.aborted || lost.aborted) return
    next = prepare(part + 1)
    next.catch(() => {})
    await server.db.tenantTx(key.enterpriseId, (db) =>
      commitPart(server, db, { key, lease, configuration, entitlement, part, rows, reason }),
    )
    part += 1
  }
  await server.db.tenantTx(key.enterpriseId, async (db) => {
    const end = await completeBatch(db, key, { holder: lease.holder, at: server.clock.now() })
    if (!end) return
    if (batch.source_id) {
      const upload = { enterpriseId: key.enterpriseId, sourceId: batch.source_id }
      if (batch.left_out > 0) await keepFaultyRows(server, db, upload)
      else await dropRows(db, upload.sourceId)
    }
    const kind = end.succeeded > 0 ? 'BATCH_DONE' : 'BATCH_FAILED'
    const facts = { batchId: key.id, code: batch.code, ...end }
    await notifyMembers(server, db, { userIds: [batch.created_by], news: { kind, facts } })
  })
  lease.isCleared = true
}

type Part = {
  key: BatchKey
  lease: Lease
  configuration: ConfigurationVersion
  entitlement: Entitlement
  part: number
}

/** Reads a part and generates its keys while the previous part is committed; undefined after the last part. */
async function preparePart(
  server: Worker,
  { key, lease, configuration, entitlement, part }: Part,
): Promise<DrawnProfile[] | undefined> {
  const { enterpriseId } = key
  const { source_id: sourceId, first_iccid: firstIccid, first_imsi: firstImsi, group_name: group, total } = lease.row
  const common = lease.row.common_cells ?? {}
  const rows =
    firstIccid !== null && firstImsi !== null
      ? rangePart(
          server,
          { firstIccid, firstImsi, group, common, total, needs: needsOf({ ...configuration, entitlement }) },
          part,
        )
      : sourceId !== null
        ? await server.db.tenantTx(enterpriseId, (db) =>
            readValidRows(server, db, { enterpriseId, sourceId, chunk: part }),
          )
        : undefined
  return rows && drawProfiles(server, { enterpriseId, configuration, rows })
}

async function commitPart(
  server: Worker,
  db: TenantDb,
  {
    key,
    lease,
    configuration,
    entitlement,
    part,
    rows,
    reason,
  }: Part & { rows: readonly DrawnProfile[]; reason: string | undefined },
): Promise<void> {
  const { row: batch, holder } = lease
  const locked = await lockBatch(db, key, { holder, part })
  if (!locked) throw new Error('the lease of the batch was lost')
  const facts = factsOf(server, {
    enterpriseId: key.enterpriseId,
    batchId: key.id,
    batchCode: batch.code,
    configuration,
    entitlement,
    protection: batch.protection,
    acFormat: batch.with_links ? 'AC_LINK' : 'STRING',
    userId: batch.created_by,
  })
  const failure = locked.cancel_requested_at ? CANCELED : reason
  const outcomes = failure
    ? await failAll(db, facts, { rows, reason: failure })
    : await commitProfiles(server, db, { facts, profiles: rows, generateAgain: batch.generate_again ? 'yes' : 'no' })
  const failures = outcomes.filter((outcome) => outcome.reason !== undefined).length
  await updateCheckpoint(db, key, {
    nextPart: part + 1,
    succeeded: outcomes.length - failures,
    failed: failures,
  })
}

async function failAll(
  db: TenantDb,
  facts: BatchFacts,
  { rows, reason }: { rows: readonly DrawnProfile[]; reason: string },
): Promise<RowOutcome[]> {
  const outcomes = rows.map((row) => failed(row, reason))
  await insertOutcomes(db, facts, outcomes)
  return outcomes
}

/** The facts that all profiles of a batch share, from its configuration, the plan and the server. */
export function factsOf(
  server: Pick<Server, 'clock' | 'smdp'>,
  batch: Pick<BatchFacts, 'enterpriseId' | 'batchId' | 'batchCode' | 'protection' | 'acFormat' | 'userId' | 'rule'> & {
    configuration: ConfigurationVersion
    entitlement: Entitlement
  },
): BatchFacts {
  const { configuration, entitlement, ...rest } = batch
  const { fields } = configuration
  return {
    ...rest,
    configurationId: configuration.id,
    configurationVersion: configuration.version,
    ...withinPlan(entitlement, fields),
    iccidLimit: entitlement.iccids,
    rotation: fields.rotation && fields.orderedBy === 'portal',
    orderedBy: fields.orderedBy,
    issuer: configuration.fields.issuer ?? null,
    deviceTrust: server.smdp.testIssuerOnly || typeFacts[fields.type].keys === 'any' ? 'test' : 'live',
    at: server.clock.now(),
  }
}
