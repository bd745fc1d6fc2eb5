import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { isGuarded } from '../../platform/approval/service.ts'
import { readForGenerating, requireOwnOrders } from '../../profiles/configurations/service.ts'
import { addBatchesOfOne } from './add-batch.ts'
import { type GeneratedCode, generatedCode } from './code.ts'
import { commitNew } from './commit.ts'
import { drawProfiles } from './draw.ts'
import { factsOf } from './run.ts'
import { readSingle, type SingleInput } from './single-row.ts'

/** Some calls cannot share a transaction with the others. The transaction must be rolled back. */
export class NotTogether extends Error {
  override readonly name = 'NotTogether'
  /** The positions of these calls. */
  readonly separate: ReadonlySet<number>

  constructor(separate: Iterable<number>) {
    super('some calls must run in a transaction of their own')
    this.separate = new Set(separate)
  }
}

/** The calls of one caller that generate a code each from the same configuration. */
export type GeneratedTogether = {
  configurationId: ConfigurationId
  acFormat: 'STRING' | 'AC_LINK'
  requests: readonly {
    input: SingleInput
    /** Runs `record` with the actor of this call. */
    asActor: <T>(record: () => T) => T
  }[]
}

/**
 * Generates a code for each call, each in a batch of its own, in the caller's transaction. It writes what as many calls of
 * `generateOne` would, if all of them succeed.
 * @throws NotTogether naming the calls that would be refused, or that do more than insert a new profile; Problem if the
 * configuration or plan refuses all of them
 */
export async function generateTogether(
  server: Server,
  db: TenantDb,
  who: Who,
  { configurationId, acFormat, requests }: GeneratedTogether,
): Promise<GeneratedCode[]> {
  const { enterpriseId, userId } = who
  // each of them passes the gate alone
  if (await isGuarded(db, 'GENERATE')) throw new NotTogether(requests.keys())
  const configuration = await readForGenerating(server, db, { id: configurationId })
  requireOwnOrders(configuration)
  const { entitlement } = configuration
  const rows = valuesOrThrow(requests, ({ input }) => readSingle(server, input, configuration))
  const profiles = drawProfiles(server, { enterpriseId, configuration, rows })
  const batches = requests.map(() => ({ id: server.random.uuid() }))
  const common = { enterpriseId, protection: null, acFormat, userId, configuration, entitlement }
  const facts = factsOf(server, { ...common, batchId: '', batchCode: '' })
  const codes = await addBatchesOfOne(server, db, who, {
    configuration,
    withLinks: acFormat === 'AC_LINK',
    at: facts.at,
    batches: batches.map(({ id }, index) => ({ id, asActor: requests[index]!.asActor })),
  })
  const owned = profiles.map((profile, index) => ({
    ...profile,
    batch: { id: batches[index]!.id, code: codes[index]! },
  }))
  const separate = await commitNew(server, db, { facts, profiles: owned })
  if (separate.size > 0) throw new NotTogether(separate)
  return owned.map((profile) =>
    generatedCode(server, who, { profile, batch: profile.batch, issuer: facts.issuer, entitlement }),
  )
}

/** @throws NotTogether naming the positions for which `read` throws */
function valuesOrThrow<T, R>(items: readonly T[], read: (item: T) => R): R[] {
  const separate = new Set<number>()
  const values = items.flatMap((item, index) => {
    try {
      return [read(item)]
    } catch {
      separate.add(index)
      return []
    }
  })
  if (separate.size > 0) throw new NotTogether(separate)
  return values
}
