import { createHash } from 'node:crypto'
import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { ENTERPRISES_MAX } from '@simwright/contract/people/enterprise'
import { canBeLimited, type LimitGroups } from '@simwright/contract/people/group-limit'
import type * as team from '@simwright/contract/people/team'
import { INVITATION_DAYS } from '@simwright/contract/people/team'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { SessionCookies, Who } from '../../../http/call.ts'
import type { TeamServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { linkOf, type PlatformRecord, platformOf, senderOf } from '../../platform/brand/service.ts'
import { recordConsent, requireConsent } from '../../platform/legal/service.ts'
import { invitationLetter } from '../../platform/mail/service.ts'
import { notifyMembers, notifyPerson } from '../../platform/notices/service.ts'
import { countUsed, readEntitlement, requireWithinLimit } from '../../platform/plans/service.ts'
import {
  deleteMember,
  insertInvited,
  renewInvitation,
  selectEnterprise,
  selectUser,
  type UserRecord,
  updateJoined,
  upsertActiveUser,
} from '../../platform/tenancy/service.ts'
import { hashOf, type NewSignIn, passwordFault, signInNewAccount } from '../accounts/service.ts'
import { namesOf, readNewLimit } from './limit.ts'
import { findRole, isManageable, memberObject } from './member.ts'
import {
  countInvited,
  countMemberships,
  type InvitationRecord,
  lockInvitation,
  lockMember,
  selectMemberEmails,
  selectOwnInvitations,
  selectUserOf,
} from './queries.ts'
import { type RoleWithPermissions, referenceTo, requireGrantable, roleOf } from './role.ts'

const LIFE_MS = INVITATION_DAYS * 24 * 60 * 60 * 1000

/** Limits mails to one address, so that nobody can flood a mailbox. */
const RESEND_AFTER_MS = 60_000

/** The limit of open invitations. Anyone can sign up, and the portal must not become a way to mail strangers. */
const OPEN_MAX = 200

/** Invites each address that is neither a member nor invited. @returns the result for each address */
export async function invite(
  server: Server,
  who: Who,
  { emails, roleId, groups: ids }: ParsedInputOf<typeof team.invite>,
): Promise<OutputOf<typeof team.invite>> {
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const role = await findRole(db, roleId)
    requireGrantable(who, role)
    if (ids && !canBeLimited(role.id)) throw new Problem('group_limit_unfit')
    const groups = await readNewLimit(db, who, ids)
    await demandApproval(server, db, {
      operation: 'ROLE',
      userId: who.userId,
      facts: { emails, roleId, groups: ids },
      sentence: `Invite ${emails.length === 1 ? emails[0] : `${emails.length} people`} with the role ${role.name}`,
    })
    const entitlement = await readEntitlement(server, db, { ...who, at: server.clock.now(), lock: 'locked' })
    const members = await selectMemberEmails(db, emails)
    const items: OutputOf<typeof team.invite>['items'] = []
    for (const email of emails) {
      const isMember = members.has(email)
      const invited = !isMember && (await inviteOne(server, db, { who, email, role, groups }))
      items.push({ email, outcome: isMember ? 'MEMBER_ALREADY' : invited ? 'INVITED' : 'INVITED_BEFORE' })
    }
    if ((await countInvited(db)) > OPEN_MAX) throw new Problem('invitations_too_many', { max: OPEN_MAX })
    if (items.some(({ outcome }) => outcome === 'INVITED')) {
      const { members: number } = await countUsed(db, who.enterpriseId)
      await requireWithinLimit(db, entitlement, { what: 'members', number })
    }
    return { items }
  })
}

async function inviteOne(
  server: Server,
  db: TenantDb,
  { who, email, role, groups }: { who: Who; email: string; role: RoleWithPermissions; groups: LimitGroups },
): Promise<boolean> {
  const { token, ...link } = newToken(server, who.enterpriseId)
  const id = server.random.uuid()
  const inserted = await insertInvited(db, {
    id,
    email,
    role: referenceTo(role),
    groups: groups?.map(({ id }) => id) ?? null,
    invitedBy: who.userId,
    ...link,
  })
  if (!inserted) return false
  const enterpriseName = await sendInvitation(server, db, { who, email, roleName: role.name, token })
  const after = { role: role.name, ...(groups ? { groups: namesOf(groups) } : {}) }
  await recordAudit(server, db, { action: 'member.invited', ...memberObject(who, { id, email }), after })
  const userId = await selectUserOf(db, email)
  const facts = { enterpriseName, invitedBy: who.name }
  if (userId) await notifyPerson(server, db, { userId, news: { kind: 'INVITED', facts }, ownLetter: true })
  return true
}

/** Sends another mail with a new link; the previous link stops working. */
export async function resendInvitation(
  server: Server,
  who: Who,
  id: string,
): Promise<OutputOf<typeof team.resendInvitation>> {
  await server.db.tenantTx(who.enterpriseId, async (db) => {
    const member = await lockMember(db, id)
    if (!member) throw new Problem('not_found')
    if (member.state !== 'INVITED') throw new Problem('member_state_unfit', { state: member.state.toLowerCase() })
    if (!isManageable(who, member)) throw new Problem('member_above')
    const { token, ...link } = newToken(server, who.enterpriseId)
    const before = new Date(link.at.getTime() - RESEND_AFTER_MS)
    const renewed = await renewInvitation(db, { id, ...link, before })
    if (!renewed) throw new Problem('too_many', { seconds: RESEND_AFTER_MS / 1000 })
    await sendInvitation(server, db, { who, email: member.email, roleName: roleOf(member)?.name ?? '', token })
    await recordAudit(server, db, { action: 'member.invitedAgain', ...memberObject(who, member) })
  })
  return {}
}

/** Shows an invitation. @throws Problem invitation_invalid */
export async function readInvitation(
  server: Server,
  token: string,
  platform: PlatformRecord,
): Promise<OutputOf<typeof team.invitation>> {
  return await withInvitation(server, { token, platform }, async (_db, invitation) => ({
    enterpriseName: invitation.enterprise_name,
    invitedBy: invitation.invited_by_name,
    roleName: roleOf(invitation)?.name ?? '',
    email: invitation.email,
    hasAccount: invitation.account_state === 'ACTIVE' || invitation.account_state === 'INACTIVE',
  }))
}

type Accepted = { email: string; cookies?: SessionCookies }

/**
 * Accepts an invitation. The link was mailed, so it verifies the address: the account of that address becomes a member, or
 * a new account is created, already active, and the browser in which its password was typed is signed in. The link alone
 * never opens an account that exists: invitations are forwarded.
 */
export async function acceptInvitation(
  server: Server,
  input: ParsedInputOf<typeof team.acceptInvitation>,
  { platform, ...from }: NewSignIn & { platform: PlatformRecord },
): Promise<Accepted> {
  const { email, newUserId } = await join(server, input, platform)
  const cookies = newUserId === undefined ? undefined : await signInNewAccount(server, newUserId, from)
  return { email, ...(cookies ? { cookies } : {}) }
}

async function join(
  server: Server,
  { token, person, accepted }: ParsedInputOf<typeof team.acceptInvitation>,
  platform: PlatformRecord,
): Promise<{ email: string; newUserId: UserId | undefined }> {
  const { email, hasAccount } = await readInvitation(server, token, platform)
  const texts = hasAccount ? [] : await requireConsent(server, server.db.global, { platformId: platform.id, accepted })
  const passwordHash = hasAccount ? undefined : await newPasswordHash(server, { email, password: person?.password })
  return await withInvitation(server, { token, platform }, async (db, invitation) => {
    if (invitation.account_state === 'INACTIVE') throw new Problem('account_inactive')
    const at = server.clock.now()
    const userId =
      invitation.account_state === 'ACTIVE'
        ? invitation.account_id
        : person && passwordHash
          ? await upsertActiveUser(db, {
              id: server.random.uuid(),
              email: invitation.email,
              passwordHash,
              firstName: person.firstName,
              lastName: person.lastName,
              companyName: invitation.enterprise_name,
              platformId: invitation.platform_id,
              at,
            })
          : undefined
    const joined = userId ? await updateJoined(db, { id: invitation.id, userId, at }) : false
    if (!joined || !userId) throw new Problem('invitation_invalid')
    await recordConsent(server, db, { userId, platformId: platform.id, texts })
    await recordAcceptance(server, db, { enterpriseId: enterpriseOf(token), invitation, userId, person })
    await notifyInviter(server, db, { userId, inviterId: invitation.invited_by })
    return { email: invitation.email, newUserId: invitation.account_state === 'ACTIVE' ? undefined : userId }
  })
}

export async function acceptOwnInvitation(
  server: Server,
  who: Who,
  own: OwnInvitation,
): Promise<OutputOf<typeof team.acceptOwn>> {
  await onOwnInvitation(server, who, own, async (db, invitation) => {
    const { enterpriseId } = own
    const { userId } = who
    const isFull = (await countMemberships(db, userId)) >= ENTERPRISES_MAX
    if (isFull) throw new Problem('enterprises_too_many', { max: ENTERPRISES_MAX })
    const joined = await updateJoined(db, { id: invitation.id, userId, at: server.clock.now() })
    if (!joined) throw new Problem('invitation_invalid')
    await recordAcceptance(server, db, { enterpriseId, invitation, userId, person: undefined })
    await notifyInviter(server, db, { userId, inviterId: invitation.invited_by })
  })
  return {}
}

/** Declines an invitation, and deletes it. */
export async function declineOwnInvitation(
  server: Server,
  who: Who,
  own: OwnInvitation,
): Promise<OutputOf<typeof team.declineOwn>> {
  await onOwnInvitation(server, who, own, async (db, { id, email, ...invitation }) => {
    const { enterpriseId } = own
    await deleteMember(db, { id, userId: null })
    const before = { role: roleOf(invitation)?.name, state: 'INVITED' }
    await recordAudit(server, db, { enterpriseId, action: 'member.declined', object: { id, name: email }, before })
  })
  return {}
}

type OwnInvitation = { enterpriseId: EnterpriseId; id: string }

/** Acts on an invitation to the address of the user's account. Not with single sign-on, which is bound to one enterprise. */
async function onOwnInvitation(
  server: Server,
  who: Who,
  { enterpriseId, id }: OwnInvitation,
  act: (db: TenantDb, invitation: InvitationRecord) => Promise<void>,
): Promise<void> {
  if (who.ssoEnterpriseId !== null) throw new Problem('sso_bound')
  await server.db.tenantTx(enterpriseId, async (db) => {
    const invitation = await lockInvitation(db, { id, email: who.email, now: server.clock.now() })
    if (invitation?.platform_id !== who.platformId) throw new Problem('not_found')
    await act(db, invitation)
  })
}

const OWN_SHOWN = 50

export async function listOwnInvitations(server: Server, who: Who): Promise<OutputOf<typeof team.ownInvitations>> {
  if (who.ssoEnterpriseId !== null) return { items: [] }
  const { email, platformId } = who
  const filter = { email, platformId, now: server.clock.now(), limit: OWN_SHOWN }
  const rows = await server.db.systemTx((db) => selectOwnInvitations(db, filter))
  return {
    items: rows.map((row) => ({
      enterpriseId: row.enterprise_id,
      id: row.id,
      enterpriseName: row.enterprise_name,
      invitedBy: row.invited_by_name,
      roleName: roleOf(row)?.name ?? '',
      invitedAt: row.invited_at.toISOString(),
      expiresAt: row.invitation_expires_at.toISOString(),
    })),
  }
}

type Acceptance = {
  enterpriseId: EnterpriseId
  invitation: InvitationRecord
  userId: UserId
  /** The data of a person without an account. */
  person: ParsedInputOf<typeof team.acceptInvitation>['person']
}

async function recordAcceptance(server: Server, db: TenantDb, { invitation, userId, person }: Acceptance) {
  const { enterpriseId } = db
  const { email } = invitation
  const names = person ?? fullNameOf(await selectUser(db, userId))
  const by = { id: userId, name: `${names.firstName} ${names.lastName}`, email }
  if (invitation.account_state !== 'ACTIVE') {
    const { firstName, lastName } = names
    const after = { email, firstName, lastName, companyName: invitation.enterprise_name }
    await recordAudit(server, db, {
      enterpriseId,
      action: 'account.opened',
      object: { id: userId, name: email },
      after,
      by,
    })
  }
  const states = { before: { state: 'INVITED' }, after: { state: 'ACTIVE', role: roleOf(invitation)?.name } }
  await recordAudit(server, db, {
    enterpriseId,
    action: 'member.joined',
    object: { id: invitation.id, name: email },
    ...states,
    by,
  })
}

const fullNameOf = ({ first_name: firstName, last_name: lastName }: UserRecord) => ({ firstName, lastName })

async function notifyInviter(
  server: Server,
  db: TenantDb,
  { userId, inviterId }: { userId: UserId; inviterId: string | null },
): Promise<void> {
  if (!inviterId) return
  const { firstName, lastName } = fullNameOf(await selectUser(db, userId))
  const facts = { name: `${firstName} ${lastName}` }
  await notifyMembers(server, db, {
    userIds: [inviterId],
    news: { kind: 'JOINED', facts },
  })
}

async function newPasswordHash(
  server: Server,
  { email, password }: { email: string; password: string | undefined },
): Promise<string> {
  if (password === undefined)
    throw new Problem('invalid', {}, { faults: [{ path: 'person', rule: 'required', text: 'Required' }] })
  const fault = passwordFault(password, { email, max: server.config.passwordMax })
  if (fault) throw new Problem('invalid', {}, { faults: [{ ...fault, path: 'person.password' }] })
  return await hashOf(password, server.passwordCost)
}

async function withInvitation<T>(
  server: Server,
  { token, platform }: { token: string; platform: PlatformRecord },
  act: (db: TenantDb, invitation: InvitationRecord) => Promise<T>,
): Promise<T> {
  const enterpriseId = enterpriseOf(token)
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const invitation = await lockInvitation(db, { hash: hashOfToken(token), now: server.clock.now() })
    if (invitation?.platform_id !== platform.id) throw new Problem('invitation_invalid')
    return await act(db, invitation)
  })
}

const ID_BYTES = 16
const SECRET_BYTES = 32

/** The token has the 16 bytes of the enterprise account's id, so that only its rows are searched, then 32 random bytes. */
function newToken(
  server: Server,
  enterpriseId: EnterpriseId,
): { token: string; hash: Buffer; at: Date; expiresAt: Date } {
  const at = server.clock.now()
  const id = Buffer.from(enterpriseId.replaceAll('-', ''), 'hex')
  const token = Buffer.concat([id, server.random.bytes(SECRET_BYTES)]).toString('base64url')
  return { token, hash: hashOfToken(token), at, expiresAt: new Date(at.getTime() + LIFE_MS) }
}

function enterpriseOf(token: string): string {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SECRET_BYTES) throw new Problem('invitation_invalid')
  return bytes
    .subarray(0, ID_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

/** @returns the name of the inviting enterprise account */
async function sendInvitation(
  server: Server,
  db: TenantDb,
  { who, email, roleName, token }: { who: Who; email: string; roleName: string; token: string },
): Promise<string> {
  const { name: enterprise_name, platform_id } = await selectEnterprise(db)
  const platform = platformOf(server, platform_id)
  const letter = invitationLetter(senderOf(server, platform), {
    to: email,
    invitedBy: who.name,
    enterpriseName: enterprise_name,
    roleName,
    link: `${linkOf(server, platform, '/invitation')}?token=${token}`,
    days: INVITATION_DAYS,
  })
  await server.mail.queue(db as never, letter)
  return enterprise_name
}
