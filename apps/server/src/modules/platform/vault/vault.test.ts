import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { Sealer, UnsealError } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { openCard, openCardText, openOwnCardKey, openVault, sealCard } from './service.ts'

const { db } = await openTestDatabase()
const cardKey = new Map([[1, new Secret(Buffer.alloc(32, 0xca))]])
const serviceKey = new Map([[1, new Secret(Buffer.alloc(32, 0x5e))]])
const vault = openVault(cardKey)
const context = { enterpriseId: 'red', table: 'profile_key', row: '7', field: 'sealed' }

describe('the vault', () => {
  test('opens what it sealed', () => {
    expect(openCardText(vault, context, sealCard(vault, context, new Secret('ki'))).reveal()).toBe('ki')
    expect(openCard(vault, context, sealCard(vault, context, new Secret(Buffer.of(7)))).reveal()).toEqual(Buffer.of(7))
  })

  test('cannot open what the service key sealed, nor the service key what the vault sealed', () => {
    const service = new Sealer(serviceKey)
    expect(() => service.open(context, sealCard(vault, context, new Secret('ki')))).toThrow(UnsealError)
    expect(() => openCard(vault, context, service.seal(context, new Secret('totp')))).toThrow(UnsealError)
  })

  test('does not expose its key', () => {
    expect(Reflect.ownKeys(vault)).toEqual([])
    expect(inspect(vault, { showHidden: true, depth: null })).not.toMatch(/ca ca|key/i)
  })

  test('seals keys of the installation that the service key cannot open', async () => {
    const at = new Date('2026-01-01T00:00:00Z')
    const made = await openOwnCardKey(vault, db, { name: 'test CI', make: () => new Secret(Buffer.from('p')), at })
    const row = await db.global.selectFrom('sealed_key').select('sealed').executeTakeFirstOrThrow()
    const own = { enterpriseId: null, table: 'sealed_key', row: 'test CI', field: 'sealed' }
    expect(Buffer.from(made.reveal()).toString()).toBe('p')
    expect(() => new Sealer(serviceKey).open(own, row.sealed)).toThrow(UnsealError)
  })
})
