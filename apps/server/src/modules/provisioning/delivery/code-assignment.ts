import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import { findIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { conditionOf, whyNoCode } from '../../profiles/fleet/service.ts'
import { type MailableRecord, selectFree, selectNamed } from './code-mail-queries.ts'

/** A recipient with the code that is assigned, or with the reason why there is none. */
export type Pair<E extends string | null = string> = {
  email: E
  code: MailableRecord | undefined
  iccid: string | null
  reason: string | null
}

type Assignment<E extends string | null> = {
  selection: Selection
  /** `email` is null for those who get no e-mail. */
  recipients: readonly { email: E; iccid?: string | undefined }[]
  timeZone: string
  /** The next free code is one whose public page can be opened. */
  opensPage?: boolean
}

/**
 * Assigns codes to recipients: a recipient with an ICCID gets that profile's code, each other one the next free code.
 */
export async function assignCodes<E extends string | null>(
  server: Server,
  db: TenantDb,
  { selection, recipients, timeZone, opensPage = false }: Assignment<E>,
): Promise<Pair<E>[]> {
  const at = server.clock.now()
  const condition = await conditionOf(db, { enterpriseId: db.enterpriseId, selection, asOf: at, timeZone })
  const wanted = recipients.flatMap(({ iccid }) => findIccid(iccid ?? '') ?? [])
  const named = new Map((await selectNamed(db, condition, wanted)).map((code) => [findIccid(code.iccid), code]))
  const free = await selectFree(db, condition, {
    at,
    limit: recipients.length,
    opensPage,
    without: [...named.values()].map(({ id }) => id),
  })
  const assigned = new Set<string>()
  const seen = new Set<string>()
  return recipients.map(({ email, iccid }) => {
    const key = email?.toLowerCase()
    if (key !== undefined && !iccid && seen.has(key)) return refused(email, null, 'This address is in the list twice.')
    if (key !== undefined) seen.add(key)
    if (!iccid) {
      const code = free.shift()
      return code
        ? { email, code, iccid: null, reason: null }
        : refused(email, null, 'No free activation code is left for it.')
    }
    const code = named.get(findIccid(iccid))
    if (!code) return refused(email, iccid, 'No selected profile has this ICCID.')
    if (assigned.has(code.iccid)) return refused(email, iccid, 'This profile is in the list twice.')
    assigned.add(code.iccid)
    const reason = unfitReason(code, at)
    return { email, code: reason === null ? code : undefined, iccid, reason }
  })
}

const refused = <E extends string | null>(email: E, iccid: string | null, reason: string): Pair<E> => ({
  email,
  code: undefined,
  iccid,
  reason,
})

/** Why the code of a profile cannot be sent; null if it can. */
export function unfitReason(row: MailableRecord, at: Date): string | null {
  const { status, sample, pooled, code_state, expires_at } = row
  if (sample) return 'It is sample data.'
  if (pooled) return 'It is in a campaign: its own activation code is closed.'
  if (status !== 'AVAILABLE') return 'Its activation code is not waiting for a device.'
  const reason = whyNoCode(row)
  if (reason) return reason
  return code_state === 'LIVE' && (expires_at === null || expires_at > at) ? null : 'Its activation code has expired.'
}
