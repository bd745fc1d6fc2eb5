import * as group from '@simwright/contract/profiles/group'
import type { ProfileStatus } from '@simwright/contract/profiles/profile-state'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { type Imsi, iccidAt, imsiAt, parseIccid } from '@simwright/ids'
import { sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'
import { writeTogether } from '../db/write-together.ts'
import {
  addToHeldIccids,
  apply,
  type BatchFacts,
  type Before,
  type Cause,
  insertProfiles,
  isAllowed,
  type LockedProfile,
  lockProfiles,
  type NamedDevice,
  type NewProfile,
  regenerateProfiles,
  reserveIccids,
  type Transition,
  TransitionError,
} from '../modules/profiles/lifecycle/service.ts'
import { takeWrites } from '../modules/profiles/pools/service.ts'
import { configured, generated } from './generated.ts'
import { brokenInvariants, brokenRollups } from './lifecycle-invariant.ts'
import type { TestEnterprise, TestServer } from './server.ts'
import { newSubscribers } from './subscriber.ts'

/** An enterprise for random sequences, with the objects that transitions refer to, created through the portal. */
export type Playground = {
  t: TestServer
  enterprise: TestEnterprise
  /** Batches of two configurations. */
  batches: readonly [BatchFacts, BatchFacts]
  campaignId: string
  groupIds: readonly string[]
}

export async function openPlayground(t: TestServer): Promise<Playground> {
  const enterprise = await t.enterprise()
  const { owner } = enterprise
  const configurationId = await configured(owner)
  const { id: batchId, code: batchCode } = await generated(owner, { configurationId, rows: newSubscribers(1) })
  const fields = { name: 'Random', configurationId, confirmationCode: { mode: 'none' as const } }
  const { id: campaignId } = await owner.ask(campaign.add, { fields })
  const groupIds = []
  for (const name of ['North', 'South'])
    groupIds.push((await owner.ask(group.add, { fields: { name, color: 'teal' } })).id)
  const { configurationVersion } = await owner.ask(batch.get, { id: batchId })
  const common = { batchId, batchCode, configurationId, configurationVersion: configurationVersion! }
  const facts = { ...common, protection: null, acFormat: 'AC_LINK' as const, userId: enterprise.ownerId }
  const other = {
    ...facts,
    configurationId: await configured(owner, { name: 'Other network' }),
    configurationVersion: 1,
  }
  return { t, enterprise, batches: [facts, other], campaignId, groupIds }
}

const PROFILES = 5
const TERMS = {
  maxAttempts: 5,
  maxRedownloads: 2,
  allowDeviceChange: false,
  deviceTrust: 'test',
  orderedBy: 'portal',
  issuer: null,
} as const
const EIDS = ['89049032000000000000000000000018', '89049032000000000000000000000117']
const DEVICES = [
  { brand: 'Acme', model: 'One', release: null },
  { brand: 'Acme', model: null, release: null },
  { brand: 'Orbis', model: 'Two', release: null },
  { brand: null, model: null, release: null },
  undefined,
]
const REGIONS = ['DE', 'NP', null]
const REFUSALS = [
  { subjectCode: '8.8.5', reasonCode: '6.4' },
  { subjectCode: '8.1.1', reasonCode: '3.8' },
]

/** When the steps of a sequence happen, and what is checked after each. */
export type SequenceWatch = {
  /** The time of the next step. */
  at(): Date
  /** @returns a sentence for each violation */
  check(db: TenantDb, step: { isLast: boolean }): Promise<string[]>
}

/** The violated invariants of a sequence, with the steps that led to them. */
export type SequenceFailure = { seed: number; steps: string[]; breaches: string[] }

class RollBack extends Error {}

const everyInvariant = ({ t }: Playground): SequenceWatch => ({
  at: () => t.clock.now(),
  check: async (db, { isLast }) => [...(await brokenInvariants(db)), ...(isLast ? await brokenRollups(db) : [])],
})

type SequenceOptions = { seed: number; length: number; watch?: SequenceWatch }

/**
 * Runs a random sequence of transitions on some profiles, their codes, a campaign and leases, in a transaction that is
 * rolled back, and checks after each step, by default every invariant. @returns the failure with its steps;
 * undefined when there is none
 */
export async function runSequence(
  ground: Playground,
  { seed, length, watch = everyInvariant(ground) }: SequenceOptions,
): Promise<SequenceFailure | undefined> {
  let found: SequenceFailure | undefined
  const { t, enterprise } = ground
  try {
    await t.server.db.tenantTx(enterprise.id, async (db) => {
      found = await new Sequence(ground, db, { seed, watch }).run(length)
      throw new RollBack()
    })
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
  }
  return found
}

class Sequence {
  readonly #ground: Playground
  readonly #db: TenantDb
  readonly #seed: number
  readonly #random: () => number
  readonly #watch: SequenceWatch
  #at: Date
  #device: NamedDevice | undefined
  readonly #steps: string[] = []
  /** The transition that undoes a profile's last operation, until something else happens to the profile. */
  readonly #undoable = new Map<string, { kind: 'restored' | 'undone'; to: Before }>()
  #ids: string[] = []
  #made = 0

  constructor(ground: Playground, db: TenantDb, { seed, watch }: { seed: number; watch: SequenceWatch }) {
    this.#ground = ground
    this.#db = db
    this.#seed = seed
    this.#random = randomFrom(seed)
    this.#watch = watch
    this.#at = watch.at()
  }

  async run(length: number): Promise<SequenceFailure | undefined> {
    await this.#generate()
    for (let step = 0; step < length; step += 1) {
      this.#at = this.#watch.at()
      this.#device = this.#pick(DEVICES)
      await this.#step()
      const breaches = await this.#watch.check(this.#db, { isLast: step + 1 === length })
      if (breaches.length > 0) return { seed: this.#seed, steps: this.#steps, breaches }
    }
    return undefined
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)]!
  }

  get #cause(): Cause {
    const { t, enterprise } = this.#ground
    const actor = { kind: 'user', userId: enterprise.ownerId } as const
    const newId = t.server.random.uuid
    return { enterpriseId: enterprise.id, at: this.#at, actor, device: this.#device, newId }
  }

  #newProfile(profileId: string, eid: string | null): NewProfile {
    const { random } = this.#ground.t.server
    const index = this.#seed * 100 + this.#made++
    const iccid = iccidAt(parseIccid('8944510000000000000'), index)
    return {
      profileId,
      iccidKey: iccid,
      iccid,
      imsi: imsiAt('999710000000000' as Imsi, index),
      msisdn: null,
      region: this.#pick(REGIONS),
      notes: null,
      spn: 'Alba',
      groupId: this.#pick([null, ...this.#ground.groupIds]),
      activationCodeId: random.uuid(),
      orderId: random.uuid(),
      matchingId: Buffer.from(random.bytes(16)).toString('hex').toUpperCase(),
      slug: Buffer.from(random.bytes(16)).toString('base64url'),
      eid,
      sealedConfirmation: null,
      expiresAt: null,
      rotationPoolId: null,
    }
  }

  async #generate(): Promise<void> {
    const { t, batches, enterprise } = this.#ground
    const profiles = Array.from({ length: PROFILES }, () => {
      return this.#newProfile(t.server.random.uuid(), this.#pick([null, null, EIDS[0]!]))
    })
    this.#ids = profiles.map(({ profileId }) => profileId)
    const { count } = await reserveIccids(this.#db, profiles)
    await insertProfiles(this.#db, this.#cause, { terms: TERMS, batch: batches[0], profiles })
    await addToHeldIccids(this.#db, enterprise.id, count)
  }

  /** Applies one kind of transition to one or more profiles. Transitions that are not allowed must be refused. */
  async #step(): Promise<void> {
    const ids = this.#ids.filter(() => this.#random() < 0.4)
    const chosen = ids.length > 0 ? ids : [this.#pick(this.#ids)]
    const rows = await lockProfiles(this.#db, this.#ground.enterprise.id, chosen)
    const roll = this.#random()
    if (roll < 0.06) return await this.#regenerate(rows)
    if (roll < 0.12) return await this.#lend(rows[0]!)
    if (roll < 0.18) return await this.#undo(rows)
    const kind = this.#random() < 0.4 ? this.#pick(NEXT_KINDS[rows[0]!.status]) : this.#pick(KINDS)
    const moves = rows.map((row) => ({ row, transition: this.#transition(kind, row) }))
    const allowed = moves.filter(({ row }) => isAllowed(kind, row))
    if (allowed.length < moves.length) this.#refuse(moves)
    if (allowed.length > 0) await this.#move(allowed)
  }

  #refuse(moves: Parameters<typeof apply>[1]): void {
    try {
      apply(this.#cause, moves)
    } catch (error) {
      if (error instanceof TransitionError) return
      throw error
    }
    throw new Error(`${moves[0]!.transition.kind} was not refused`)
  }

  async #move(moves: readonly { row: LockedProfile; transition: Transition }[]): Promise<void> {
    const { kind } = moves[0]!.transition
    this.#steps.push(
      `${kind}: ${moves.map(({ row }) => `${this.#ids.indexOf(row.profile_id)} ${row.status}`).join(', ')}`,
    )
    let applied: ReturnType<typeof apply>
    try {
      applied = apply(this.#cause, moves)
    } catch (error) {
      // the order states of SGP.22 refuse some transitions that the lists of states allow
      if (error instanceof TransitionError) return
      throw error
    }
    const taken = kind === 'delivered' ? moves.flatMap(({ row }) => this.#takenFrom(row)) : []
    await writeTogether(this.#db, [...applied.writes, ...taken])
    for (const { row } of moves) this.#remember(kind, row.profile_id, applied.before.get(row.profile_id)!)
  }

  /** The writes by which the SM-DP+ marks a pooled profile as taken when it delivers the package. */
  #takenFrom(row: LockedProfile) {
    if (row.pool_id === null || row.member_state === 'TAKEN') return []
    const share = { enterpriseId: this.#ground.enterprise.id, poolId: row.pool_id, profileId: row.profile_id }
    return takeWrites({ ...share, eid: row.order_eid ?? EIDS[0]! }, this.#cause.at)
  }

  #remember(kind: Transition['kind'], id: string, before: Before): void {
    this.#undoable.delete(id)
    if (kind === 'removed') this.#undoable.set(id, { kind: 'restored', to: before })
    if (['grouped', 'notesChanged', 'bound', 'released', 'expirySet'].includes(kind))
      this.#undoable.set(id, { kind: 'undone', to: before })
  }

  async #undo(rows: readonly LockedProfile[]): Promise<void> {
    for (const row of rows) {
      const transition = this.#undoable.get(row.profile_id)
      if (transition) await this.#move([{ row, transition }])
    }
  }

  async #lend(row: LockedProfile): Promise<void> {
    if (row.status === 'REMOVED' || (row.status === 'AVAILABLE' && row.order_state === 'Available')) return
    const { enterprise, t } = this.#ground
    const at = this.#cause.at
    this.#steps.push(`lend: ${this.#ids.indexOf(row.profile_id)} ${row.status}`)
    await sql`
      insert into lease (enterprise_id, id, profile_id, borrower, notes, ends_at, created_by, created_at)
      select ${enterprise.id}::uuid, ${t.server.random.uuid()}::uuid, ${row.profile_id}::uuid, 'Sam', '', ${at}::timestamptz,
        ${enterprise.ownerId}::uuid, ${at}::timestamptz
      where not exists (select 1 from lease where enterprise_id = ${enterprise.id} and profile_id = ${row.profile_id}
        and ended_at is null)`.execute(this.#db)
  }

  async #regenerate(rows: readonly LockedProfile[]): Promise<void> {
    const fit = rows.filter((row) => isAllowed('generatedAgain', row))
    if (fit.length === 0) return
    this.#steps.push(`generatedAgain: ${fit.map((row) => `${this.#ids.indexOf(row.profile_id)} ${row.status}`)}`)
    const profiles = fit.map((before) => {
      const made = this.#newProfile(before.profile_id, this.#pick([null, EIDS[1]!]))
      return { ...made, iccid: before.iccid, before }
    })
    await regenerateProfiles(this.#db, this.#cause, { terms: TERMS, batch: this.#pick(this.#ground.batches), profiles })
    for (const { profileId } of profiles) this.#undoable.delete(profileId)
  }

  #transition(kind: (typeof KINDS)[number], row: LockedProfile): Transition {
    const { campaignId, groupIds, t } = this.#ground
    const eid = row.order_eid ?? this.#pick(EIDS)
    const lastSequence = row.last_sequence + 1
    const { at } = this.#cause
    const orderId = t.server.random.uuid()
    const text = { id: 'recycledUnused' } as const
    const made: { [K in (typeof KINDS)[number]]: () => Extract<Transition, { kind: K }> } = {
      opened: () => ({ kind: 'opened' }),
      authenticated: () => ({ kind: 'authenticated', nthAttempt: row.attempts + 1, attempts: row.attempts + 1 }),
      refused: () => {
        const fatal = this.#pick(['expired', 'attemptsExceeded', 'confirmationCodeExceeded', undefined] as const)
        const refusal = this.#pick(REFUSALS)
        return { kind: 'refused', refusal, reason: 'No.', ...(fatal ? { fatal } : {}) }
      },
      delivered: () => {
        return { kind: 'delivered', eid, device: this.#device, chargedTo: null, sealedPackage: Buffer.from('package') }
      },
      deliveredAgain: () => ({ kind: 'deliveredAgain', sealedPackage: Buffer.from('again') }),
      installed: () => ({ kind: 'installed', lastSequence }),
      installFailed: () => {
        return { kind: 'installFailed', lastSequence, reason: 'No.', mayRetry: this.#random() < 0.5 }
      },
      enabled: () => ({ kind: 'enabled', lastSequence }),
      disabled: () => ({ kind: 'disabled', lastSequence }),
      deleted: () => ({ kind: 'deleted', lastSequence, reusable: this.#random() < 0.7 }),
      availableAgain: () => {
        return { kind: 'availableAgain', orderId, eid: this.#random() < 0.5 ? null : eid, lastSequence }
      },
      lost: () => {
        const isAgain = row.code_state === 'LIVE' && this.#random() < 0.5
        return { kind: 'lost', next: isAgain ? { orderId, lastSequence: -1 } : null }
      },
      sessionCanceled: () => {
        const ends = ['Released', 'Downloaded'].includes(row.order_state) && this.#random() < 0.5
        return { kind: 'sessionCanceled', reason: 'No.', ends }
      },
      expired: () => ({ kind: 'expired' }),
      codeExpired: () => ({ kind: 'codeExpired' }),
      removed: () => ({ kind: 'removed' }),
      grouped: () => ({ kind: 'grouped', groupId: this.#pick([null, ...groupIds]) }),
      notesChanged: () => ({ kind: 'notesChanged', notes: 'Spare' }),
      bound: () => ({ kind: 'bound', eid: this.#pick(EIDS) }),
      released: () => ({ kind: 'released' }),
      expirySet: () => ({ kind: 'expirySet', expiresAt: this.#pick([null, at]) }),
      attemptsReset: () => ({ kind: 'attemptsReset' }),
      joinedCampaign: () => ({ kind: 'joinedCampaign', campaignId, campaign: 'Random' }),
      leftCampaign: () => ({ kind: 'leftCampaign', campaign: 'Random' }),
      recycleSet: () => {
        return {
          kind: 'recycleSet',
          recycleAt: this.#pick([null, at]),
          reason: 'EXPIRE_TIME',
          text: { id: 'recycleUnset' },
        }
      },
      recycleBegun: () => ({ kind: 'recycleBegun', reason: 'MANUAL', dueAt: at, text }),
      recycled: () => ({ kind: 'recycled', reason: 'MANUAL', text }),
      recycleFailed: () => ({ kind: 'recycleFailed', text }),
    }
    return made[kind]()
  }
}

/** All transitions except those with a step of their own and those that need writes of other modules. */
const KINDS = [
  'opened',
  'authenticated',
  'refused',
  'delivered',
  'delivered',
  'deliveredAgain',
  'installed',
  'installed',
  'installFailed',
  'enabled',
  'disabled',
  'deleted',
  'availableAgain',
  'availableAgain',
  'lost',
  'sessionCanceled',
  'expired',
  'codeExpired',
  'removed',
  'grouped',
  'notesChanged',
  'bound',
  'released',
  'expirySet',
  'attemptsReset',
  'joinedCampaign',
  'leftCampaign',
  'recycleSet',
  'recycleBegun',
  'recycled',
  'recycleFailed',
] as const

type Kind = (typeof KINDS)[number]

/** What usually happens next, so that sequences get as far as enabling again and downloading again. */
const NEXT_KINDS: Readonly<Record<ProfileStatus, readonly Kind[]>> = {
  AVAILABLE: ['opened', 'authenticated', 'delivered', 'delivered'],
  DOWNLOADED: ['installed', 'installFailed'],
  INSTALLED: ['enabled'],
  ENABLED: ['disabled', 'disabled', 'enabled', 'deleted'],
  DISABLED: ['enabled', 'enabled', 'deleted'],
  DELETED: ['availableAgain'],
  ERROR: KINDS,
  EXPIRED: KINDS,
  CANCELED: KINDS,
  REMOVED: KINDS,
}

/** mulberry32: the same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
