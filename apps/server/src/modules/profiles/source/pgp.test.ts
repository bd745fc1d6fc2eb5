import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problems } from '@simwright/contract'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as source from '@simwright/contract/profiles/source'
import * as openpgp from 'openpgp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refused } from '../../../testing/client.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { subscriberCsv, subscribers } from '../../../testing/subscriber.ts'

let t: TestServer
let enterprise: TestEnterprise
let configurationId: string
let key: { armored: string; fingerprint: string; userId: string }
let publicKey: openpgp.Key

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise('Alba (Mobile) <GmbH>')
  const { id } = await enterprise.owner.ask(configuration.add, {
    fields: {
      name: 'Consumer',
      type: 'Regular',
      profileName: 'Consumer plan',
      serviceProviderName: 'Alba',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'none' },
    },
  })
  configurationId = id
  key = await enterprise.owner.ask(source.pgpKey, {})
  publicKey = await openpgp.readKey({ armoredKey: key.armored })
})

const upload = (content: string | Uint8Array) =>
  enterprise.owner.upload(source.upload, { configurationId }, { name: 'subscribers.bin', content })

async function refusalOf(content: string | Uint8Array): Promise<Refused> {
  return await upload(content).then(
    () => {
      throw new Error('the file was not refused')
    },
    (refused) => refused as Refused,
  )
}

type Recipient = { encryptionKeys?: openpgp.Key; passwords?: string }

async function encrypted(text: string | Uint8Array, more: Recipient & { config?: openpgp.PartialConfig } = {}) {
  const message =
    typeof text === 'string' ? await openpgp.createMessage({ text }) : await openpgp.createMessage({ binary: text })
  const to = more.encryptionKeys || more.passwords ? {} : { encryptionKeys: publicKey }
  return (await openpgp.encrypt({ message, format: 'binary', ...to, ...more } as never)) as unknown as Uint8Array
}

/** A file whose packet for this account comes after those of hidden recipients. */
async function namedAfterHidden(text: string, encryptionKeys: openpgp.Key[]): Promise<Uint8Array> {
  const message = await openpgp.createMessage({ text })
  const sessionKey = await openpgp.generateSessionKey({ encryptionKeys: publicKey })
  const packetFor = (more: object) => openpgp.encryptSessionKey({ ...sessionKey, ...more, format: 'binary' } as never)
  const pieces = [
    await packetFor({ encryptionKeys, wildcard: true }),
    await packetFor({ encryptionKeys: publicKey }),
    await openpgp.encrypt({ message, sessionKey, format: 'binary' }),
  ]
  return Buffer.concat(pieces as unknown as Uint8Array[])
}

function compressed(packet: openpgp.LiteralDataPacket | openpgp.CompressedDataPacket): openpgp.CompressedDataPacket {
  const packed = new openpgp.CompressedDataPacket()
  return Object.assign(packed, { packets: listOf(packet), algorithm: openpgp.enums.compression.zlib })
}

function listOf(packet: openpgp.LiteralDataPacket | openpgp.CompressedDataPacket) {
  const list = new openpgp.PacketList<openpgp.LiteralDataPacket | openpgp.CompressedDataPacket>()
  list.push(packet)
  return list
}

describe("the enterprise's public key", () => {
  test('is generated once, also by concurrent calls, and stays the same', async () => {
    const other = await t.enterprise()
    const asked = await Promise.all(Array.from({ length: 5 }, () => other.owner.ask(source.pgpKey, {})))
    expect(new Set(asked.map(({ fingerprint }) => fingerprint)).size).toBe(1)
    expect(asked[0]!.fingerprint).not.toBe(key.fingerprint)
  })

  test('names the enterprise and contains no private key', async () => {
    expect(key.userId).toBe('Alba Mobile GmbH source data')
    expect(publicKey.isPrivate()).toBe(false)
    expect(publicKey.getFingerprint().toUpperCase()).toBe(key.fingerprint)
  })

  test('has its private key sealed in the database', async () => {
    const row = await t.server.db.tenantTx(enterprise.id, (db) =>
      db.selectFrom('pgp_key').select('sealed').executeTakeFirstOrThrow(),
    )
    expect(row.sealed.includes('PRIVATE KEY')).toBe(false)
  })
})

describe('a file of GnuPG 2.2', () => {
  const home = mkdtempSync(join(tmpdir(), 'gpg-'))
  const gpg = (args: readonly string[], input: string): Buffer =>
    execFileSync('gpg', ['--homedir', home, '--batch', '--yes', '--quiet', '--trust-model', 'always', ...args], {
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  const encrypt = (text: string, ...args: string[]) => gpg(['-e', '-r', key.fingerprint, ...args], text)

  beforeAll(() => {
    gpg(['--import'], key.armored)
    gpg(['--passphrase', '', '--quick-gen-key', 'Sender', 'default', 'default', 'never'], '')
  })
  afterAll(() => {
    execFileSync('gpgconf', ['--homedir', home, '--kill', 'all'])
    rmSync(home, { recursive: true, force: true })
  })

  test('is read: binary, armored, compressed or not, signed, and encrypted to others as well', async () => {
    const text = subscriberCsv(subscribers(40))
    const files = [
      encrypt(text),
      encrypt(text, '--armor'),
      encrypt(text, '--compress-algo', 'none'),
      encrypt(text, '--compress-algo', 'bzip2', '--sign', '--local-user', 'Sender', '-r', 'Sender'),
    ]
    for (const file of files)
      expect(await upload(file)).toMatchObject({ total: 40, faulty: 0, protection: 'PGP', fileName: 'subscribers.bin' })
  })

  test.each([
    ['3DES', 'tripledes'],
    ['BLOWFISH', 'blowfish'],
    ['TWOFISH', 'twofish'],
    ['CAMELLIA256', 'Camellia or another cipher'],
  ])('is refused when it is encrypted with %s, by a text that says so', async (cipher, name) => {
    const refused = await refusalOf(encrypt('ICCID', '--cipher-algo', cipher))
    expect(refused).toMatchObject({ code: '13059', status: 422 })
    expect(refused.message).toBe(`The PGP file is encrypted with ${name}. Encrypt it with AES.`)
  })

  test('is read when its recipients are hidden, and refused with the reason when none is this account', async () => {
    const text = subscriberCsv(subscribers(3))
    const files = [
      gpg(['-e', '-R', key.fingerprint], text),
      encrypt(text, '--throw-keyids', '-r', 'Sender'),
      encrypt(text, '-R', 'Sender'),
    ]
    for (const file of files) expect(await upload(file)).toMatchObject({ total: 3, faulty: 0, protection: 'PGP' })
    const refused = await refusalOf(gpg(['-e', '-R', 'Sender'], text))
    expect(refused.code).toBe('13008')
    expect(refused.message).toMatch(/^The file is encrypted to another key \(a hidden recipient\)\./)
  })

  test('import of the key prints the key ID that the page shows', () => {
    const other = mkdtempSync(join(tmpdir(), 'gpg-'))
    const { stderr } = spawnSync('gpg', ['--homedir', other, '--import'], { input: key.armored })
    rmSync(other, { recursive: true, force: true })
    expect(stderr.toString()).toContain(`gpg: key ${key.fingerprint.slice(-16)}: public key`)
  })

  test('is refused when it is encrypted to another key, naming this key and the expected one', async () => {
    const [, id] = /:pubkey enc packet: .*keyid ([0-9A-F]{16})/.exec(
      gpg(['--list-packets', '--pinentry-mode', 'loopback', '--passphrase', ''], encryptTo('Sender')).toString(),
    )!
    const refused = await refusalOf(encryptTo('Sender'))
    expect(refused.code).toBe('13008')
    expect(refused.message).toContain(id)
    expect(refused.message).toContain(key.fingerprint)
  })

  const encryptTo = (recipient: string) => gpg(['-e', '-r', recipient, '--armor'], 'ICCID').toString()
})

describe('a file of OpenPGP.js', () => {
  test('is read', async () => {
    expect(await upload(await encrypted(subscriberCsv(subscribers(3))))).toMatchObject({ total: 3, protection: 'PGP' })
  })

  test('is read after 8 hidden recipients only if its packet names this account', async () => {
    const others = await Promise.all(
      Array.from({ length: 9 }, () => openpgp.generateKey({ userIDs: [{ name: 'Other' }], format: 'object' })),
    )
    const encryptionKeys = others.map(({ publicKey: other }) => other)
    const text = subscriberCsv(subscribers(2))
    const wildcard = { encryptionKeys: [...encryptionKeys.slice(0, 8), publicKey], wildcard: true }
    const refused = await refusalOf(await encrypted(text, wildcard as never))
    expect(refused.code).toBe('13008')
    expect(refused.message).toContain('(9 hidden recipients, of which the first 8 were tried)')
    expect(await upload(await namedAfterHidden(text, encryptionKeys))).toMatchObject({ total: 2 })
    const toOthers = await refusalOf(await encrypted('ICCID', { encryptionKeys } as never))
    expect(toOthers.message).toMatch(/\((?:[0-9A-F]{16}, ){8}and 1 more\)/)
  })

  test('is refused when it is encrypted with a password', async () => {
    const refused = await refusalOf(await encrypted('ICCID', { passwords: 'secret' }))
    expect(refused).toMatchObject({ code: '13008' })
    expect(refused.message).toContain('(a password)')
  })

  test('is refused when it is truncated or changed anywhere', async () => {
    const file = await encrypted(subscriberCsv(subscribers(200)))
    const changed = Uint8Array.from(file)
    changed[file.length - 300]! ^= 1
    for (const damaged of [file.subarray(0, 40), file.subarray(0, file.length / 2), file.subarray(0, -1), changed]) {
      const refused = await refusalOf(damaged)
      expect(refused).toMatchObject({ code: '13009', status: 422 })
      expect(refused.message).toMatch(/^The PGP file is damaged or incomplete: /)
    }
    expect(await refusalOf('-----BEGIN PGP MESSAGE-----\n\nwcBMA')).toMatchObject({ code: '13009' })
  })

  test('is refused when nothing in it is encrypted', async () => {
    const message = await openpgp.createMessage({ text: 'ICCID' })
    expect(await refusalOf(message.armor())).toMatchObject({ code: '13009' })
  })

  test('is refused when it decompresses to more than 64 MiB', async () => {
    const config = { preferredCompressionAlgorithm: openpgp.enums.compression.zlib }
    const content = new Uint8Array(65 * 1024 * 1024)
    for (let at = 0; at < 1024 * 1024; at += 65_536) crypto.getRandomValues(content.subarray(at, at + 65_536))
    const bomb = await encrypted(content, { config })
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
    expect(await refusalOf(bomb)).toMatchObject({ code: '13010', message: 'The decrypted file is larger than 64 MiB.' })
  })

  test('is refused when it decompresses to more than 100 times its size', async () => {
    const config = { preferredCompressionAlgorithm: openpgp.enums.compression.zlib }
    const bomb = await encrypted(`ICCID,IMSI,KI,OPC\n${'1,2,3,4\n'.repeat(500_000)}`, { config })
    const refused = await refusalOf(bomb)
    expect(refused.code).toBe(problems.pgp_expands.code)
    expect(refused.message).toContain('more than 100 times')
  })

  test('is refused when it is compressed more than once', async () => {
    const { packets } = await openpgp.createMessage({ text: 'ICCID' })
    const literal = packets[0] as openpgp.LiteralDataPacket
    const nested = new openpgp.Message(listOf(compressed(compressed(literal))))
    const file = await openpgp.encrypt({ message: nested, encryptionKeys: publicKey, format: 'binary' })
    const refused = await refusalOf(file)
    expect(refused.code).toBe('13009')
    expect(refused.message).toContain('it is compressed more than once')
  })

  test('is refused by the same rules as a plain file when its content is not a table', async () => {
    expect(await refusalOf(await encrypted(Buffer.from('PK\x03\x04..xl/..')))).toMatchObject({ code: '13043' })
    expect(await refusalOf(await encrypted(Buffer.from('Zo\xeb', 'latin1')))).toMatchObject({ code: '13011' })
    expect(await refusalOf(await encrypted(await encrypted('ICCID')))).toMatchObject({ code: '13013' })
  })
})
