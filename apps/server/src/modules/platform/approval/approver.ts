import { type ApprovalOperation, approvalRow } from '@simwright/contract/platform/approval-operation'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import { type Candidate, selectCandidates, selectIdentities } from './approver-queries.ts'
import { type Policy, selectPolicy } from './policy-record.ts'
import { samePersons } from './same-person.ts'

/** What decides who may approve a request. */
export type Approvable = { operation: ApprovalOperation; personId: UserId; requestedAt: Date }

const mayApprove = (operation: ApprovalOperation, { approvers }: Pick<Policy, 'approvers'>) => {
  const { needs } = approvalRow(operation)
  return ({ userId, permissions }: Candidate) =>
    needs.some((id) => permissions.has(id)) && (approvers.length === 0 || approvers.includes(userId))
}

/** The members and what makes two of them the same person, read once for many requests. */
export type Approvers = {
  /** Who may approve the request: never the person whose request it is, nor another account of that person. */
  of: (request: Approvable) => Candidate[]
  /** Why the user may not approve it; undefined if the user may. */
  whyNot: (request: Approvable, userId: UserId) => string | undefined
  /** How many different people may approve the operation. */
  countPeople: (operation: ApprovalOperation, policy: Pick<Policy, 'approvers'>) => number
  candidates: readonly Candidate[]
}

/** @param persons those whose requests it is about */
export async function readApprovers(
  db: TenantDb,
  { at, persons }: { at: Date; persons: readonly UserId[] },
): Promise<Approvers> {
  const policy = await selectPolicy(db)
  const candidates = await selectCandidates(db, at)
  const ids = [...new Set([...persons, ...candidates.map(({ userId }) => userId)])]
  const identities = await selectIdentities(db, ids)
  const sameAs = (userId: string) => samePersons(identities, [userId])
  const whyNot = ({ operation, personId, requestedAt }: Approvable, userId: UserId) => {
    if (userId === personId) return 'it is your own.'
    if (sameAs(personId).has(userId)) return 'your account and that of the requester belong to the same person.'
    const candidate = candidates.find((one) => one.userId === userId)
    if (!candidate || !mayApprove(operation, policy)(candidate)) return 'you are not one of those who may approve this.'
    return candidate.memberSince > requestedAt ? 'you joined after it was made.' : undefined
  }
  return {
    candidates,
    whyNot,
    of: (request) => candidates.filter(({ userId }) => whyNot(request, userId) === undefined),
    countPeople: (operation, which) => {
      const left = new Set(candidates.filter(mayApprove(operation, which)).map(({ userId }) => userId as string))
      let people = 0
      for (const userId of left) {
        people += 1
        for (const same of sameAs(userId)) left.delete(same)
      }
      return people
    },
  }
}
