import { describe, expect, test } from 'vitest'
import { PASSWORD_COST } from '../../../port/password-cost.ts'
import { hashOf, isCommon, isPassword, passwordFault } from './password.ts'

describe('password hashes', () => {
  test('only the right password matches', async () => {
    const hash = await hashOf('Quiet-Harbour-7', PASSWORD_COST)
    expect(await isPassword('Quiet-Harbour-7', hash, { cost: PASSWORD_COST })).toBe(true)
    expect(await isPassword('Quiet-Harbour-8', hash, { cost: PASSWORD_COST })).toBe(false)
    expect(await isPassword('quiet-harbour-7', hash, { cost: PASSWORD_COST })).toBe(false)
  })

  test('the same password is hashed differently each time, with the configured costs', async () => {
    const [one, other] = [
      await hashOf('Quiet-Harbour-7', PASSWORD_COST),
      await hashOf('Quiet-Harbour-7', PASSWORD_COST),
    ]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('no password matches an unknown account, or one without a password', async () => {
    expect(await isPassword('', undefined, { cost: PASSWORD_COST })).toBe(false)
    expect(await isPassword('none', 'none', { cost: PASSWORD_COST })).toBe(false)
  })

  test('hashing leaves the event loop free', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await Promise.all([hashOf('Quiet-Harbour-7', PASSWORD_COST), hashOf('Quiet-Harbour-7', PASSWORD_COST)])
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })
})

describe('new passwords', () => {
  test.each([
    'Password123!',
    'P@ssw0rd2026!',
    '!!Welcome2026',
    'Qwertyuiop-1',
    'Summer-Summer-1',
    'Abcdefgh12!',
    'Administrator1!',
    'L1verp00l-2026',
    'Iloveyou-123',
    '1Michael1990!',
    'Aa1234567890!',
  ])('%s is common', (password) => {
    expect(isCommon(password)).toBe(true)
  })

  test.each(['Quiet-Harbour-7', 'correct-Horse-9-staple', 'kT7#vq2!Lm0z', 'Tr4m-nach-Ost', '9-Lanterns-Adrift'])(
    '%s is not common',
    (password) => {
      expect(isCommon(password)).toBe(false)
    },
  )

  test('the longest password is a setting', () => {
    const password = `Aa1-${'quiet harbour '.repeat(3)}`
    expect(passwordFault(password, { email: 'ada@example.com', max: 30 })?.rule).toBe('too_big')
    expect(passwordFault(password, { email: 'ada@example.com', max: 64 })).toBeUndefined()
  })
})
