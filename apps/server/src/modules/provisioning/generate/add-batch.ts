import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type BatchesOfOne, insertBatch, insertBatchesOfOne, type NewBatch } from './queries.ts'

/**
 * What tells one batch from another, for the approval by a second person; `asked before`: the caller passed the gate. `REPEAT`:
 * the answer has codes that only its caller should see.
 */
type BatchApproval = 'asked before' | { facts: unknown; mode?: 'REPEAT'; until?: Date }

/**
 * Inserts a batch with a code that is unique in the enterprise. Every batch comes into being here or in `addBatchesOfOne`.
 * @returns the code
 * @throws ApprovalNeeded
 */
export async function addBatch(
  server: Server,
  db: TenantDb,
  { userId }: Pick<Who, 'userId'>,
  {
    configurationName,
    approval,
    ...batch
  }: Omit<NewBatch, 'code' | 'userId' | 'at'> & { configurationName: string | null; approval: BatchApproval },
): Promise<string> {
  if (approval !== 'asked before') {
    const { total } = batch
    const { facts, ...rest } = approval
    const sentence = `Generate ${total.toLocaleString('en')} ${total === 1 ? 'code' : 'codes'}: ${configurationName ?? ''}`
    const shared = { operation: 'GENERATE', userId, sentence, amount: total } as const
    await demandApproval(server, db, { ...shared, ...rest, facts: [batch.type, batch.configurationId, facts] })
  }
  for (;;) {
    const code = batchCode(server)
    const isInserted = await insertBatch(db, { ...batch, code, userId, at: server.clock.now() })
    if (!isInserted) continue
    const { type, fileName, generateAgain, configurationVersion: version, range } = batch
    const after = {
      type,
      rows: batch.total,
      configuration: configurationName,
      version,
      fileName,
      generateAgain,
      ...range,
    }
    await recordAudit(server, db, {
      enterpriseId: db.enterpriseId,
      action: 'batch.started',
      object: { id: batch.id, name: code },
      after,
    })
    return code
  }
}

type BatchOfOne = {
  id: string
  /** Runs `record` with the actor of the call that generates the code. */
  asActor: <T>(record: () => T) => T
}

type AddedBatches = Pick<BatchesOfOne, 'withLinks' | 'at'> & {
  configuration: { id: string; name: string; version: number }
  batches: readonly BatchOfOne[]
}

/** Inserts complete batches of one code, like as many calls of `addBatch`. @returns their codes */
export async function addBatchesOfOne(
  server: Server,
  db: TenantDb,
  { userId }: Who,
  { configuration, batches, ...common }: AddedBatches,
): Promise<string[]> {
  const { id: configurationId, version: configurationVersion, name } = configuration
  const facts = { configurationId, configurationVersion, userId, ...common }
  const coded = batches.map((batch) => ({ ...batch, code: batchCode(server) }))
  for (let left = coded; left.length > 0; ) {
    const inserted = await insertBatchesOfOne(db, { ...facts, batches: left })
    left = left.filter(({ code }) => !inserted.has(code))
    for (const batch of left) batch.code = batchCode(server)
  }
  const type = 'SINGLE_GENERATE'
  const after = { type, rows: 1, configuration: name, version: configurationVersion, fileName: null } as const
  const entry = {
    enterpriseId: db.enterpriseId,
    action: 'batch.started',
    after: { ...after, generateAgain: false },
  } as const
  await Promise.all(
    coded.map(({ id, code, asActor }) =>
      asActor(() => recordAudit(server, db, { ...entry, object: { id, name: code } })),
    ),
  )
  return coded.map(({ code }) => code)
}

/** `B` and 12 digits. */
function batchCode({ random }: Pick<Server, 'random'>): string {
  const number = Buffer.from(random.bytes(6)).readUIntBE(0, 6) % 10 ** 12
  return `B${String(number).padStart(12, '0')}`
}
