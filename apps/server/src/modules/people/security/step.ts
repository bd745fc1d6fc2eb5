import { createHash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import type { UserId } from '../../../db/row-id.ts'
import type { SecurityServer as Server } from '../../../port/module.ts'
import { deleteStep, insertStep, type StepPurpose, type StepRecord, selectStep } from './queries.ts'

/** The second call must follow within this time. */
const STEP_LIFE_MS = 10 * 60_000

type NewStep = { userId: UserId | undefined; purpose: StepPurpose; challenge?: string }

/** Stores a started sign-in, step-up or registration. @returns the ticket for its second call */
export async function beginStep(server: Server, { userId, purpose, challenge }: NewStep): Promise<string> {
  const ticket = Buffer.from(server.random.bytes(32)).toString('base64url')
  const now = server.clock.now()
  await insertStep(server.db.global, {
    ticket_hash: hashOf(ticket),
    user_id: userId ?? null,
    purpose,
    challenge: challenge ?? null,
    created_at: now,
    expires_at: new Date(now.getTime() + STEP_LIFE_MS),
  })
  return ticket
}

/** Reads a step, which remains valid for another attempt. @throws Problem sign_in_step_gone */
export async function readStep(server: Server, ticket: string, purpose: StepPurpose): Promise<StepRecord> {
  const step = await selectStep(server.db.global, { ticketHash: hashOf(ticket), purpose, now: server.clock.now() })
  if (!step) throw new Problem('sign_in_step_gone')
  return step
}

/** Reads and deletes a step, so that no other call can use it. @throws Problem sign_in_step_gone */
export async function consumeStep(server: Server, ticket: string, purpose: StepPurpose): Promise<StepRecord> {
  const step = await deleteStep(server.db.global, { ticketHash: hashOf(ticket), purpose, now: server.clock.now() })
  if (!step) throw new Problem('sign_in_step_gone')
  return step
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()
