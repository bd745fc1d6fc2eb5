import { Problem } from '@simwright/contract'
import {
  type CommentedKind,
  commentedNames,
  commentedNeeds,
  MENTIONS_MAX,
  mentionedAddresses,
  mentionedIds,
  withMentionsById,
} from '@simwright/contract/insight/comment'
import { type GroupLimit, withGroupLimit } from '../../../db/group-limit.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { fault } from '../../../http/input.ts'
import type { CommentsServer as Server } from '../../../port/module.ts'
import { type MemberNow, readMembers } from '../../people/sessions/service.ts'
import { type Commented, selectObjectName } from './queries.ts'

type Needs = Pick<Server, 'db' | 'clock'>
type Account = { enterpriseId: EnterpriseId }

/** Whether the permissions show objects of the kind. */
export const maySee = (permissions: MemberNow['permissions'], kind: CommentedKind): boolean =>
  commentedNeeds[kind].some((one) => permissions.has(one))

/** Whether the member sees the object: by role, and within its limit to groups. */
async function sees({ db }: Needs, member: MemberNow, object: Commented & Account): Promise<boolean> {
  const { enterpriseId, kind } = object
  if (!maySee(member.permissions, kind)) return false
  const { userId, groupIds: groups } = member
  if (!groups) return true
  const limit: GroupLimit = { enterpriseId, userId, groups }
  const name = await withGroupLimit(limit, () => db.tenantRead(enterpriseId, (db) => selectObjectName(db, object)))
  return name !== undefined
}

/** How many people the list of those who can be mentioned names. */
const PEOPLE_MAX = 20

type Search = Commented & Account & { search: string }

/** Members who see the object, by name: those whose name or address has the words. */
export async function findPeople(server: Needs, { search, ...object }: Search): Promise<MemberNow[]> {
  const members = await readAll(server, object)
  const words = search.toLowerCase()
  const people: MemberNow[] = []
  for (const member of members) {
    if (people.length >= PEOPLE_MAX) break
    const isMeant = member.name.toLowerCase().includes(words) || member.email.toLowerCase().startsWith(words)
    if (isMeant && (await sees(server, member, object))) people.push(member)
  }
  return people
}

async function readAll({ db, clock }: Needs, { enterpriseId }: Account): Promise<MemberNow[]> {
  return await withGroupLimit(undefined, () =>
    db.tenantRead(enterpriseId, (db) => readMembers(db, { at: clock.now() })),
  )
}

export type Mentioned = { text: string; userIds: UserId[] }

type Written = { object: Commented & Account; text: string; before: string }

/**
 * The text with its mentions by id, and the people whom `before` does not mention. People whom the text mentioned before
 * remain, also if they have left.
 * @throws Problem invalid, naming those who may not see the object, and addresses that no member has
 */
export async function readMentions(server: Needs, { object, text, before }: Written): Promise<Mentioned> {
  const known = new Set(mentionedIds(before))
  const addresses = mentionedAddresses(text)
  const isNew = (id: string) => !known.has(id)
  if (addresses.length === 0 && !mentionedIds(text).some(isNew)) return { text, userIds: [] }
  const members = await readAll(server, object)
  const byAddress = new Map(members.map(({ email, userId }) => [email.toLowerCase(), userId]))
  const unknown = addresses.find((one) => !byAddress.has(one))
  if (unknown !== undefined)
    throw fault('text', 'mention_unknown', `No active member has the address ${unknown}. Write it without @.`)
  const written = withMentionsById(text, byAddress)
  const byId = new Map(members.map((member) => [member.userId as string, member]))
  const added = mentionedIds(written).filter(isNew)
  if (added.length > MENTIONS_MAX) throw fault('text', 'too_many', `Mention up to ${MENTIONS_MAX} people.`)
  const people = added.map((id) => byId.get(id))
  if (people.includes(undefined))
    throw fault(
      'text',
      'mention_unknown',
      'A person who is mentioned is not an active member of this enterprise account.',
    )
  const userIds: UserId[] = []
  for (const person of people as MemberNow[]) {
    if (!(await sees(server, person, object)))
      throw new Problem('mention_hidden', { name: person.name, object: commentedNames[object.kind] })
    userIds.push(person.userId)
  }
  return { text: written, userIds }
}
