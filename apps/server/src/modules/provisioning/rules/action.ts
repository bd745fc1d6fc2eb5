import type { NoticeFacts } from '@simwright/contract/platform/notice-kind'
import type { RuleAction } from '@simwright/contract/provisioning/rule'
import type { TenantDb } from '../../../db/database.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { ApprovalNeeded, askApproval, type RepeatedCall } from '../../platform/approval/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { insertOutbox } from '../../platform/outbox/service.ts'
import { blockIn } from '../block/service.ts'
import { queueCodeLetters, type WrittenLetter } from '../delivery/service.ts'
import { changeProfiles, startForRule } from '../operations/service.ts'
import type { Letters } from './letter.ts'
import type { Owner } from './owner.ts'
import { isOfProfile, type ProfileRun, type WaitingRun } from './run-queries.ts'

/** The matches of a rule that are acted on in one transaction. All of them have the same depth. */
export type Acting = {
  rule: { id: string; name: string; saved_key: string | null }
  owner: Owner
  depth: number
  runs: readonly WaitingRun[]
  /** For a rule that sends codes: a letter or a reason for each of the matches. */
  letters: Letters | undefined
}

/** Why an action was not done, by profile; for profiles that are not in it, it was. */
export type Reasons = ReadonlyMap<string, string>

const NONE: Reasons = new Map()

const WAITS = 'Waits for the approval of a second person.'

/** Does an action of a rule for all of its matches. What needs approval becomes a request of the rule's owner. */
export async function act(server: Server, db: TenantDb, acting: Acting & { action: RuleAction }): Promise<Reasons> {
  try {
    return await actNow(server, db, acting)
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error
    const { id: ruleId, saved_key: keyId } = acting.rule
    const key = keyId === null ? undefined : { id: keyId }
    await askApproval(server, db, { needed: error, call: callOf(acting), timeZone: 'UTC', key, ruleId })
    return new Map(acting.runs.filter(isOfProfile).map(({ profile_id: id }) => [id, WAITS]))
  }
}

/** The call that does what the action would do. */
function callOf({ action, runs, letters }: Acting & { action: RuleAction }): RepeatedCall {
  if (action.kind === 'BLOCK') {
    const values = [...new Set(runs.flatMap(({ eid }) => eid ?? []))]
    return { path: '/block/add', input: { kind: 'EID', values, note: action.note } }
  }
  const ofProfiles = runs.filter(isOfProfile)
  const ids = [...new Set(ofProfiles.map(({ profile_id: id }) => id))]
  if (action.kind === 'SEND') {
    const recipients = writtenOf(ofProfiles, letters).map(({ iccid, letter: { email } }) => ({ email, iccid }))
    return { path: '/delivery/sendMails', input: { selection: { ids }, recipients, message: action.message } }
  }
  return { path: '/operation/start', input: { operation: action, selection: { ids } } }
}

/** In the transaction that stores what was done. */
async function actNow(
  server: Server,
  db: TenantDb,
  { action, ...acting }: Acting & { action: RuleAction },
): Promise<Reasons> {
  const { rule, owner, depth } = acting
  const runs = acting.runs.filter(isOfProfile)
  const profiles = [...new Map(runs.map((run) => [run.profile_id, { id: run.profile_id, iccid: run.iccid }])).values()]
  const cause = { id: rule.id, depth }
  switch (action.kind) {
    case 'NOTIFY':
      return await notify(server, db, { text: action.text, ...acting })
    case 'WEBHOOK':
      return await callWebhooks(server, db, { text: action.text, ...acting })
    case 'BLOCK':
      return await block(server, db, { note: action.note, ...acting, runs })
    case 'SEND':
      return await send(server, db, { message: action.message, ...acting, runs })
    case 'AGAIN':
      await startForRule(server, db, owner, { operation: action, profiles, rule: cause })
      return NONE
    default:
      return await changeProfiles(server, db, owner, { operation: action, profiles, rule: cause })
  }
}

type Telling = Acting & { text: string }

const factsOf = ({ rule, text, runs }: Telling, first: WaitingRun): NoticeFacts<'RULE_MATCHED'> => ({
  ruleId: rule.id,
  name: rule.name,
  text,
  count: runs.length,
  iccid: first.iccid ?? '',
  profileId: first.profile_id,
  ...(first.batch_code === null ? {} : { batchId: first.event_id, batchCode: first.batch_code }),
  event: first.event_type,
})

/** One notification for all matches of the transaction. */
async function notify(server: Server, db: TenantDb, telling: Telling): Promise<Reasons> {
  const first = telling.runs[0]!
  const facts = factsOf(telling, first)
  await notifyMembers(server, db, { once: `rule ${first.id}`, news: { kind: 'RULE_MATCHED', facts } })
  return NONE
}

/** One call for each match. */
async function callWebhooks(server: Server, db: TenantDb, telling: Telling): Promise<Reasons> {
  const rows = telling.runs.map((run) => {
    const facts = factsOf({ ...telling, runs: [run] }, run)
    return { id: server.random.uuid(), topic: 'notice', payload: { kind: 'RULE_MATCHED', facts } } as const
  })
  await insertOutbox(db, { enterpriseId: db.enterpriseId, at: server.clock.now() }, rows)
  return NONE
}

const NO_DEVICE = 'The event has no device.'

type OnProfiles = Omit<Acting, 'runs'> & { runs: readonly ProfileRun[] }

async function block(
  server: Server,
  db: TenantDb,
  { owner, runs, note }: OnProfiles & { note: string },
): Promise<Reasons> {
  const listed = runs.flatMap(({ eid }) => (eid === null ? [] : [{ kind: 'EID', value: eid, note } as const]))
  const { userId, name, email } = owner
  if (listed.length > 0) await blockIn(server, db, { userId, listed, by: { id: userId, name, email } })
  return new Map(runs.flatMap(({ eid, profile_id: id }) => (eid === null ? [[id, NO_DEVICE] as const] : [])))
}

const TOO_MANY = 'The e-mails of the day are used up.'

type Sending = OnProfiles & { message: string }

async function send(server: Server, db: TenantDb, { owner, runs, letters, message }: Sending): Promise<Reasons> {
  const written = writtenOf(runs, letters)
  const known = new Set(written.map(({ id }) => id))
  const reasons = new Map<string, string>()
  for (const { iccid, profile_id: id } of runs) {
    const letter = letters?.get(iccid)
    if (!known.has(id)) reasons.set(id, typeof letter === 'string' ? letter : TOO_MANY)
  }
  const queued = { letters: written.map(({ letter }) => letter), message, userId: owner.userId }
  if (!(await queueCodeLetters(server, db, queued))) for (const id of known) reasons.set(id, TOO_MANY)
  return reasons
}

/** The letters of the profiles that have one, each once. */
function writtenOf(runs: readonly ProfileRun[], letters: Letters | undefined) {
  const written = new Map<string, { id: string; iccid: string; letter: WrittenLetter }>()
  for (const { iccid, profile_id: id } of runs) {
    const letter = letters?.get(iccid)
    if (typeof letter === 'object') written.set(id, { id, iccid, letter })
  }
  return [...written.values()]
}
