import { type AcceptedTexts, type LegalKind, legalKinds } from '@simwright/contract/platform/legal'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import { fault } from '../../../http/input.ts'
import type { LegalServer as Server } from '../../../port/module.ts'
import {
  type AnyDb,
  type ConsentRecord,
  type CurrentRecord,
  insertConsents,
  selectConsents,
  selectCurrent,
} from './queries.ts'

const refusals: Record<LegalKind, string> = {
  TERMS: 'Accept the current terms.',
  PRIVACY: 'Accept the current privacy policy.',
}

type Accepting = {
  platformId: PlatformId
  accepted: AcceptedTexts
  /** The texts that must be accepted as far as they are published; by default all. */
  kinds?: readonly LegalKind[]
}

/**
 * Checks that the user has accepted the versions that apply now. @returns them, for `recordConsent`
 * @throws Problem invalid when there is a newer version, or none was accepted
 */
export async function requireConsent(
  { clock }: Pick<Server, 'clock'>,
  db: AnyDb,
  { platformId, accepted, kinds = legalKinds }: Accepting,
): Promise<CurrentRecord[]> {
  const current = (await selectCurrent(db, platformId, clock.now())).filter(({ kind }) => kinds.includes(kind))
  const open = current.find(({ kind, version }) => accepted[kind] !== version)
  if (open) throw fault('accepted', 'current', refusals[open.kind])
  return current
}

type Consent = { userId: UserId; platformId: PlatformId; texts: readonly CurrentRecord[]; orderId?: string | null }

/** Stores which versions a user has accepted, at the sign-up or with an order. */
export async function recordConsent(
  { clock, random }: Pick<Server, 'clock' | 'random'>,
  db: AnyDb,
  { userId, platformId, texts, orderId = null }: Consent,
): Promise<void> {
  const at = clock.now()
  await insertConsents(
    db,
    texts.map((text) => ({ ...text, id: random.uuid(), userId, platformId, orderId, at })),
  )
}

/** What a user has accepted, and with which order. */
export async function listConsents(server: Server, userId: UserId): Promise<ConsentRecord[]> {
  return await selectConsents(server.db.global, userId)
}
