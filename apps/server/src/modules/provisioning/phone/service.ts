import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as phone from '@simwright/contract/provisioning/virtual-phone'
import { PHONE_MINUTES, TRIES_A_DAY } from '@simwright/contract/provisioning/virtual-phone'
import type { TenantDb } from '../../../db/database.ts'
import { Hints } from '../../../db/wake-up.ts'
import type { Who } from '../../../http/call.ts'
import type { PhoneServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type LockedProfile, lockProfiles } from '../../profiles/lifecycle/service.ts'
import { insertTrial, isTriable, isTrialOf } from '../smdp/service.ts'
import { closeIn } from './close.ts'
import { newEuicc } from './euicc.ts'
import {
  countTry,
  insertPhone,
  lockPhone,
  type MessageRecord,
  PHONE_CHANNEL,
  type PhoneRecord,
  selectMessages,
  selectPhone,
  selectTriedProfile,
  selectTries,
  type TriedProfile,
  updatePhone,
} from './queries.ts'
import { RUN_LIMIT_MS, reserveSteps, runAction } from './run.ts'
import { sealEuicc } from './sealed-euicc.ts'

const MINUTE_MS = 60_000

/** With a live issuer there is no virtual phone. @throws Problem `not_found` */
export function requireTestIssuerOnly({ smdp }: Pick<Server, 'smdp'>): void {
  if (!smdp.testIssuerOnly) throw new Problem('not_found')
}

/**
 * Opens a virtual phone for a profile. The one that is open for it already is returned; one of the same member for another
 * profile is closed.
 * @throws Problem `not_found`, `virtual_phone_in_use`, `virtual_phone_unfit`, `virtual_phone_tries_used`
 */
export async function openPhone(
  server: Server,
  who: Who,
  { profileId }: ParsedInputOf<typeof phone.open>,
): Promise<OutputOf<typeof phone.open>> {
  requireTestIssuerOnly(server)
  const { enterpriseId, userId } = who
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, (db) => requireOpenable(db, { profileId, at }))
  await server.db.tenantTx(enterpriseId, (db) => makeRoom(server, db, who, profileId))
  const id = server.random.uuid()
  const issuer = await server.db.tenantRead(enterpriseId, async (db) => {
    return (await selectTriedProfile(db, profileId))?.issuer ?? null
  })
  const { eid, euicc } = await newEuicc(server, issuer)
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const [profile] = await lockProfiles(db, enterpriseId, [profileId])
    if (!profile) throw new Problem('not_found')
    const open = await lockPhone(db)
    if (open?.profile_id === profileId) return await shownPhone(db, open)
    requireTriable(profile)
    const sealed = sealEuicc(server.vault, { enterpriseId, id }, euicc)
    const endsAt = new Date(at.getTime() + PHONE_MINUTES * MINUTE_MS)
    if (!(await insertPhone(db, { id, profileId, eid, sealed, userId, at, endsAt })))
      throw new Problem('virtual_phone_in_use', { minutes: PHONE_MINUTES })
    if (!(await countTry(db, { at, max: TRIES_A_DAY })))
      throw new Problem('virtual_phone_tries_used', { max: TRIES_A_DAY })
    await insertTrial(db, { enterpriseId, id, profileId }, profile)
    const object = { id: profileId, name: profile.iccid }
    await recordAudit(server, db, { action: 'virtualPhone.opened', enterpriseId, object, after: { eid } })
    return await shownPhone(db, (await selectPhone(db))!)
  })
}

type Opening = { profileId: string; at: Date }

/** Before another phone is closed. @throws Problem `not_found`, `virtual_phone_unfit`, `virtual_phone_tries_used` */
async function requireOpenable(db: TenantDb, { profileId, at }: Opening): Promise<void> {
  const [profile] = await lockProfiles(db, db.enterpriseId, [profileId])
  if (!profile) throw new Problem('not_found')
  const open = await selectPhone(db)
  if (open?.profile_id === profileId && open.ends_at > at) return
  requireTriable(profile)
  if ((await selectTries(db, at)) >= TRIES_A_DAY) throw new Problem('virtual_phone_tries_used', { max: TRIES_A_DAY })
}

/** Closes a phone whose time is over, or that the same member has opened for another profile. */
async function makeRoom(server: Server, db: TenantDb, { userId }: Who, profileId: string): Promise<void> {
  const at = server.clock.now()
  const open = await selectPhone(db)
  if (!open || (open.ends_at > at && (open.profile_id === profileId || open.created_by !== userId))) return
  if (isRunning(open, at)) throw new Problem('virtual_phone_busy')
  await closeIn(server, db, open)
}

function requireTriable(profile: LockedProfile): void {
  const reason = unfitReason(profile)
  if (reason !== undefined) throw new Problem('virtual_phone_unfit', { reason })
}

function unfitReason(profile: LockedProfile): string | undefined {
  if (profile.sample) return 'it is sample data.'
  if (profile.member_state !== null || profile.code_kind === 'pooled')
    return 'it is in a campaign or has a shared code.'
  if (profile.device_trust !== 'test') return 'its code is for live devices only.'
  if (profile.order_eid !== null) return 'its activation code is bound to an EID.'
  return isTriable(profile) ? undefined : 'its activation code cannot be downloaded now.'
}

export const isRunning = ({ running_until: until }: PhoneRecord, at: Date): boolean => until !== null && until > at

export async function readPhone(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof phone.read>> {
  requireTestIssuerOnly(server)
  const at = server.clock.now()
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const open = await selectPhone(db)
    const triesLeft = Math.max(TRIES_A_DAY - (await selectTries(db, at)), 0)
    return { phone: (open && open.ends_at > at && (await findShown(db, open))) || null, triesLeft }
  })
}

/** @returns undefined when the profile is hidden from a member whose view is limited to other groups */
async function findShown(db: TenantDb, row: PhoneRecord): Promise<phone.VirtualPhone | undefined> {
  const profile = await selectTriedProfile(db, row.profile_id)
  return profile && phoneOf(row, { profile, messages: await selectMessages(db) })
}

async function shownPhone(db: TenantDb, row: PhoneRecord): Promise<phone.VirtualPhone> {
  const shown = await findShown(db, row)
  if (!shown) throw new Problem('not_found')
  return shown
}

function phoneOf(
  row: PhoneRecord,
  { profile, messages }: { profile: TriedProfile; messages: readonly MessageRecord[] },
): phone.VirtualPhone {
  const { screen } = row
  return {
    id: row.id,
    profileId: row.profile_id,
    iccid: profile.iccid,
    eid: row.eid,
    profile: screen.profile ?? null,
    card: screen.card ?? null,
    needsConfirmationCode: profile.needs_code,
    action: row.action,
    waitsBefore: screen.waitsBefore ?? null,
    messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
    endsAt: row.ends_at.toISOString(),
  }
}

/** The open phone, locked. @throws Problem `virtual_phone_closed` */
async function lockOpen(server: Server, db: TenantDb, id: string): Promise<PhoneRecord> {
  const open = await lockPhone(db)
  if (open?.id !== id || open.ends_at <= server.clock.now()) throw new Problem('virtual_phone_closed')
  return open
}

/** The open phone, locked after its profile. @throws Problem `virtual_phone_closed` also when the code was generated again */
async function lockCurrent(server: Server, db: TenantDb, id: string): Promise<PhoneRecord> {
  const { enterpriseId } = db
  const found = await selectPhone(db)
  if (found?.id !== id) throw new Problem('virtual_phone_closed')
  const [profile] = await lockProfiles(db, enterpriseId, [found.profile_id])
  if (!profile) throw new Problem('not_found')
  const open = await lockOpen(server, db, id)
  if (!(await isTrialOf(db, { enterpriseId, id }, profile))) throw new Problem('virtual_phone_closed')
  return open
}

/**
 * Starts an action; its steps and its end are seen by reading the phone.
 * @throws Problem `virtual_phone_closed`, `virtual_phone_busy`, `virtual_phone_unfit`
 */
export async function act(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof phone.act>,
): Promise<OutputOf<typeof phone.act>> {
  requireTestIssuerOnly(server)
  const { enterpriseId } = who
  const at = server.clock.now()
  const { id, action } = input
  const release = input.stepByStep ? reserveSteps() : () => {}
  const begin = server.db.tenantTx(enterpriseId, async (db) => {
    const open = await lockCurrent(server, db, id)
    if (isRunning(open, at)) throw new Problem('virtual_phone_busy')
    const reason = whyNot(open, input)
    if (reason !== undefined) throw new Problem('virtual_phone_unfit', { reason })
    const screen = { ...open.screen, waitsBefore: null, allowed: 0 }
    const begun = { action, running_until: new Date(at.getTime() + RUN_LIMIT_MS), screen }
    await updatePhone(db, { id }, begun)
    const row = { ...open, ...begun }
    return { open: row, shown: await shownPhone(db, row) }
  })
  const { open, shown } = await begin.catch((error: unknown) => {
    release()
    throw error
  })
  void runAction(server, who, { ...input, phone: open }).finally(release)
  return shown
}

function whyNot(
  { screen: { profile } }: PhoneRecord,
  { action, fault }: ParsedInputOf<typeof phone.act>,
): string | undefined {
  if (action === 'DOWNLOAD') {
    if (fault === 'OTHER_EUICC') return profile ? undefined : 'no eUICC has the profile yet.'
    return profile ? 'the phone has the profile already.' : undefined
  }
  if (!profile) return 'the phone does not have the profile.'
  if (action === 'CHECK' || action === 'DISABLE') return profile.isEnabled ? undefined : 'the profile is not enabled.'
  return profile.isEnabled ? 'the profile is enabled.' : undefined
}

/** Lets the call of ES9+ continue that waits for the next step. @throws Problem `virtual_phone_closed` */
export async function allowNext(
  server: Server,
  { enterpriseId }: Who,
  id: string,
): Promise<OutputOf<typeof phone.next>> {
  requireTestIssuerOnly(server)
  await server.db.tenantTx(enterpriseId, async (db) => {
    const open = await lockOpen(server, db, id)
    await shownPhone(db, open)
    const { screen } = open
    const allowed = (screen.allowed ?? 0) + (screen.waitsBefore ? 1 : 0)
    await updatePhone(db, { id }, { screen: { ...screen, waitsBefore: null, allowed } })
  })
  return {}
}

/**
 * Streams the phone: its current state, then every change, until it is closed.
 * @throws Problem `virtual_phone_closed` before the stream begins
 */
export async function openWatch(
  server: Server,
  who: Who,
  watch: { id: string; signal: AbortSignal },
): Promise<AsyncIterable<phone.VirtualPhone>> {
  const { phone } = await readPhone(server, who)
  if (phone?.id !== watch.id) throw new Problem('virtual_phone_closed')
  return watchPhone(server, who, watch)
}

async function* watchPhone(
  server: Server,
  who: Who,
  { id, signal }: { id: string; signal: AbortSignal },
): AsyncGenerator<phone.VirtualPhone> {
  const hints = new Hints()
  const stopListening = await server.db.listen(PHONE_CHANNEL, (enterpriseId) => {
    if (enterpriseId === who.enterpriseId) hints.give()
  })
  let sent = ''
  try {
    while (!signal.aborted) {
      const { phone } = await readPhone(server, who)
      if (phone?.id !== id) return
      const text = JSON.stringify(phone)
      if (text !== sent) yield phone
      sent = text
      await hints.wait(signal)
    }
  } finally {
    await stopListening()
  }
}

/** Closes the phone, also while it is busy. One that is closed already stays so. */
export async function closePhone(
  server: Server,
  { enterpriseId }: Who,
  id: string,
): Promise<OutputOf<typeof phone.close>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const open = await selectPhone(db)
    if (open?.id === id && (await findShown(db, open))) await closeIn(server, db, open)
  })
  return {}
}
