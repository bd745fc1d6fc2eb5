import { createHash } from 'node:crypto'
import { type OutputOf, type ParsedInputOf, type PermissionId, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/programs/device'
import { DEVICE_CODE_LETTERS, DEVICE_LIMITS } from '@simwright/contract/programs/device'
import type { Who } from '../../../http/call.ts'
import type { KeysServer as Server } from '../../../port/module.ts'
import { type AttemptRule, countAttempt } from '../../people/accounts/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { prefixOf } from './bearer.ts'
import { insertDevice, updateChecked, updateDecided, updatePolled } from './device-queries.ts'
import { insertDeviceKey } from './service.ts'

const MINUTE_MS = 60_000
const CODE_LENGTH = 8

/** Codes that one member enters, right or wrong. */
const userRule: AttemptRule = {
  what: 'device-code-user',
  free: 10,
  firstWaitMs: 30_000,
  longestWaitMs: 60 * MINUTE_MS,
  forgetMs: 60 * MINUTE_MS,
}

/** Codes that are entered from one address. */
const addressRule: AttemptRule = { ...userRule, what: 'device-code-address', free: 50 }

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Starts a sign-in. Its secret stays on the machine: only the hash of it arrives here. */
export async function startDevice(
  server: Server,
  address: string,
  { secretHash, machine, scopes }: ParsedInputOf<typeof contract.start>,
): Promise<OutputOf<typeof contract.start>> {
  const at = server.clock.now()
  const expiresAt = new Date(at.getTime() + DEVICE_LIMITS.minutes * MINUTE_MS)
  const handle = Buffer.from(server.random.bytes(32)).toString('base64url')
  const { pollSeconds } = DEVICE_LIMITS
  const device = { machine, address, scopes: [...new Set(scopes)], at, expiresAt, pollSeconds }
  const hashes = { handleHash: hashOf(handle), secretHash: Buffer.from(secretHash, 'base64url') }
  let code: string
  do code = newCode(server.random)
  while (!(await insertDevice(server.db.global, { id: server.random.uuid(), code, ...hashes, ...device })))
  return {
    handle,
    code: `${code.slice(0, 4)}-${code.slice(4)}`,
    expiresAt: expiresAt.toISOString(),
    intervalSeconds: pollSeconds,
  }
}

/** Two bytes for each letter, so that their uneven share of the letters is below 1 in 3,000. */
function newCode({ bytes }: Server['random']): string {
  const drawn = Buffer.from(bytes(2 * CODE_LENGTH))
  const letterAt = (at: number) => DEVICE_CODE_LETTERS[drawn.readUInt16BE(2 * at) % DEVICE_CODE_LETTERS.length]
  return Array.from({ length: CODE_LENGTH }, (_, at) => letterAt(at)).join('')
}

export async function pollDevice(
  server: Server,
  { handle }: ParsedInputOf<typeof contract.poll>,
): Promise<OutputOf<typeof contract.poll>> {
  const at = server.clock.now()
  const { slowDownSeconds, mostPollSeconds: mostSeconds } = DEVICE_LIMITS
  const found = await updatePolled(server.db.global, { handleHash: hashOf(handle), at, slowDownSeconds, mostSeconds })
  if (!found) return { state: 'EXPIRED', intervalSeconds: DEVICE_LIMITS.pollSeconds, prefix: null }
  const isOver = found.state === 'WAITING' && found.expires_at <= at
  return {
    state: isOver ? 'EXPIRED' : (found.state as 'WAITING' | 'APPROVED' | 'REFUSED'),
    intervalSeconds: found.poll_interval,
    prefix: found.secret_id === null ? null : prefixOf(found.secret_id),
  }
}

/** @throws Problem device_code_unknown, too_many */
export async function checkDevice(
  server: Server,
  { who, address }: { who: Who; address: string },
  { code }: ParsedInputOf<typeof contract.check>,
): Promise<OutputOf<typeof contract.check>> {
  const { enterpriseId, userId } = who
  const waits = [
    await countAttempt(server, userRule, [userId]),
    await countAttempt(server, addressRule, [address]),
  ] as const
  const seconds = Math.max(...waits)
  if (seconds > 0) throw new Problem('too_many', { seconds })
  const found = await updateChecked(server.db.global, { code, enterpriseId, userId, at: server.clock.now() })
  if (!found) throw new Problem('device_code_unknown')
  const scopes = found.scopes as PermissionId[]
  return {
    id: found.id,
    machine: found.machine,
    address: found.address,
    scopes: scopes.filter((id) => who.permissions.has(id)),
    missing: scopes.filter((id) => !who.permissions.has(id)),
    expiresAt: found.expires_at.toISOString(),
  }
}

/** @throws Problem device_code_unknown, and those of `createKey` */
export async function approveDevice(
  server: Server,
  who: Who,
  { id, days, fields }: ParsedInputOf<typeof contract.approve>,
): Promise<OutputOf<typeof contract.approve>> {
  const { enterpriseId, userId } = who
  const secretId = server.random.uuid()
  const keyId = await insertDeviceKey(server, who, {
    days,
    fields,
    secretId,
    takeHash: async (db, at) => {
      const decided = await updateDecided(db, { id, state: 'APPROVED', secretId, enterpriseId, userId, at })
      if (!decided) throw new Problem('device_code_unknown')
      return decided.secret_hash
    },
  })
  return { id: keyId }
}

/** @throws Problem device_code_unknown */
export async function refuseDevice(
  server: Server,
  who: Who,
  { id }: ParsedInputOf<typeof contract.refuse>,
): Promise<OutputOf<typeof contract.refuse>> {
  const { enterpriseId, userId } = who
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    const decided = await updateDecided(db, { id, state: 'REFUSED', secretId: null, enterpriseId, userId, at })
    if (!decided) throw new Problem('device_code_unknown')
    const object = { id, name: decided.machine }
    await recordAudit(server, db, { action: 'apiKey.deviceRefused', enterpriseId, object })
  })
  return {}
}
