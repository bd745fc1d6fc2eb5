import { createHash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import type { Server } from './port.ts'
import { deleteStep, insertStep, type StepPurpose, type StepRecord, selectStep } from './queries.ts'

/** A step must be completed within this time. */
const STEP_LIFE_MS = 10 * 60_000

type Begun = { userId: string | undefined; purpose: StepPurpose; challenge?: string }

/** Stores a step that was started. @returns the ticket for its second call */
export async function beginStep(server: Server, { userId, purpose, challenge }: Begun): Promise<string> {
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

/** Reads a step and leaves it for another attempt. @throws Problem sign_in_step_gone */
export async function readStep(server: Server, ticket: string, purpose: StepPurpose): Promise<StepRecord> {
  const step = await selectStep(server.db.global, { ticketHash: hashOf(ticket), purpose, now: server.clock.now() })
  if (!step) throw new Problem('sign_in_step_gone')
  return step
}

/** Takes a step: no other call gets it. @throws Problem sign_in_step_gone */
export async function takeStep(server: Server, ticket: string, purpose: StepPurpose): Promise<StepRecord> {
  const step = await deleteStep(server.db.global, { ticketHash: hashOf(ticket), purpose, now: server.clock.now() })
  if (!step) throw new Problem('sign_in_step_gone')
  return step
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()
