import { randomBytes } from 'node:crypto'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import { expect, test } from 'vitest'
import { Secret } from '../../../secret/secret.ts'
import { signToken, verifyToken } from './token.ts'

const key = new Secret<Uint8Array>(randomBytes(32))
const NOW = new Date('2026-03-01T10:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const LIFE = 600

const user = {
  sys: 'simwright',
  sid: crypto.randomUUID(),
  userId: crypto.randomUUID(),
  enterpriseId: NO_ENTERPRISE_ID,
  firstName: 'Ada',
  lastName: 'Byron',
  companyName: 'Analytical Engines',
  email: 'ada@example.com',
  exp: NOW.getTime() / 1000 + LIFE,
}

test('a verified token is known again, but only for its key and within its life', async () => {
  const token = await signToken(key, user, NOW)
  const read = (at: Date, by = key) => verifyToken(by, token, at).catch((error: Error) => error)
  const known = await read(NOW)
  expect(known).toMatchObject(user)
  expect(await read(later(LIFE - 1))).toBe(known)
  expect(await read(later(-1))).toMatchObject({ kind: 'session_missing' })
  expect(await read(later(LIFE))).toMatchObject({ kind: 'session_expired' })
  expect(await read(NOW, new Secret<Uint8Array>(randomBytes(32)))).toMatchObject({ kind: 'session_missing' })
  expect(await verifyToken(key, `${token}x`, NOW).catch((error: Error) => error)).toMatchObject({
    kind: 'session_missing',
  })
})
