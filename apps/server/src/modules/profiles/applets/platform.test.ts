import { createHash } from 'node:crypto'
import { toHex } from '@simwright/asn1'
import * as audit from '@simwright/contract/platform/audit'
import * as platforms from '@simwright/contract/platform/white-label'
import type { ConfigurationInput } from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as inspection from '@simwright/contract/profiles/inspection'
import * as applets from '@simwright/contract/profiles/platform-applet'
import * as batch from '@simwright/contract/provisioning/batch'
import { enableProfile, readCarrierRules } from '@simwright/euicc'
import { components, ijcFile } from '@simwright/saip/testing/cap-file'
import { zipFile } from '@simwright/saip/testing/zip-file'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, Refused } from '../../../testing/client.ts'
import { configured } from '../../../testing/generated.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { createEnterprise } from '../../people/accounts/seed.ts'

const scene = await smdpScene({ isOwn: true })
const { owner } = scene.enterprise
const staff = await scene.staff()
const platformId = scene.server.platforms.standard.id

beforeAll(() => scene.server.bip.listen(scene.server))
afterEach(async () => {
  await scene.server.db.global.deleteFrom('platform_applet').execute()
  await scene.server.platforms.reload()
})

type Ref = { platformId?: string; applet?: applets.PlatformAppletName; replaces?: string }

const upload = (content: Uint8Array, ref: Ref = {}, by = staff) => {
  const fields = { platformId, applet: 'ara' as const, ...ref }
  return by.upload(applets.upload, fields, { name: 'ara.cap', content: Buffer.from(content) })
}
/** The problem of a refused upload: the text of its fault, or its code. */
async function refusal(content: Uint8Array, ref: Ref = {}, by = staff): Promise<string> {
  const error: unknown = await upload(content, ref, by).catch((caught: unknown) => caught)
  if (!(error instanceof Refused)) throw new Error('the file was accepted')
  const [fault] = (error.obj.faults ?? []) as { text: string }[]
  return fault?.text ?? error.code
}
const list = async (of = platformId) => (await staff.ask(applets.list, { platformId: of })).items
const fileOf = async (applet: applets.PlatformAppletName, of?: string) =>
  (await list(of)).find((one) => one.applet === applet)!.file
const remove = (sha256: string, ref: Ref = {}) =>
  staff.ask(applets.remove, { platformId, applet: 'ara', ...ref, sha256 })

const araAids = { packageAid: 'a00000015141434c02', classAids: ['a00000015141434c0201'] }
const recycleAids = { packageAid: 'f053494d5752495200', classAids: ['f053494d575249520001'] }
/** A CAP file; `methodBytes` makes another file of the same package. */
const cap = (methodBytes?: number, aids = araAids) =>
  zipFile(
    Object.entries(components(methodBytes, aids)).map(([name, bytes]) => ({ name: `a/javacard/${name}.cap`, bytes })),
  )
const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

async function addPlatform(sys: string): Promise<string> {
  const nothing = { iconId: null, logoId: null, host: null, smdpAddress: null, mailName: null, mailAddress: null }
  const links = {
    supportEmail: null,
    contactEmail: null,
    contactText: null,
    termsUrl: null,
    privacyUrl: null,
    mailTexts: {},
    providers: [],
  }
  const fields = { appName: sys, themeColor: '#0f766e', ...nothing, ...links }
  return (await staff.ask(platforms.add, { sys, fields })).id
}

const rules = [{ certificateHash: 'ab'.repeat(20) }]
const withAra = { name: 'Rules', type: 'Advanced', araApplet: { rules } } satisfies Partial<ConfigurationInput>

/** The applet on the card after a download: its class, the size of the profile, and the number of its access rules. */
async function installedApplet(configurationId: string, by: Client) {
  const [subscriber] = newSubscribers(1)
  const { ICCID: iccid, IMSI: imsi, KI: ki, OPC: opc } = subscriber!
  const { activationCode } = await by.ask(batch.single, { configurationId, iccid: iccid!, imsi: imsi!, ki, opc })
  const phone = scene.phones.phone()
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed', iccid })
  await enableProfile(phone, iccid!)
  const [profile] = phone.euicc.state.profiles
  const found = await readCarrierRules((apdu) => phone.euicc.transmit(apdu))
  return { classAid: toHex(profile!.registry!.applets[0]!.classAid), bytes: profile!.bytes, rules: found?.length }
}

describe("an applet of a platform's profiles", () => {
  test('is present on the card until staff supply a file, which is listed with its hash and AIDs, and sealed', async () => {
    expect(await list()).toEqual([
      { applet: 'ara', file: null, configurations: 0 },
      { applet: 'recycle', file: null, configurations: 0 },
    ])
    const file = cap()
    const made = await upload(file)
    expect(made).toMatchObject({
      fileName: 'ara.cap',
      sha256: hashOf(file),
      bytes: file.length,
      packageAid: 'a00000015141434c02',
      classAids: ['a00000015141434c0201'],
      packageVersion: '1.0',
    })
    expect(await fileOf('ara')).toEqual(made)
    const { sealed } = await scene.server.db.global
      .selectFrom('platform_applet')
      .select('sealed')
      .executeTakeFirstOrThrow()
    expect(toHex(sealed)).not.toContain(toHex(file.subarray(0, 32)))
    const { items } = await staff.ask(audit.list, { filter: { action: ['platform.appletSupplied'] } })
    expect(items).toMatchObject([
      {
        objectName: 'simwright',
        before: { sha256: null },
        after: { applet: 'ara', sha256: made.sha256, packageAid: made.packageAid },
      },
    ])
    await remove(made.sha256)
    expect(await fileOf('ara')).toBeNull()
    const removed = await staff.ask(audit.list, { filter: { action: ['platform.appletRemoved'] } })
    expect(removed.items).toMatchObject([{ before: { applet: 'ara', sha256: made.sha256 } }])
  })

  test('is changed only by someone who saw its file', async () => {
    const first = await upload(cap(301))
    expect(await refusal(cap(302))).toBe('19412')
    expect(await refusal(cap(302), { replaces: 'ab'.repeat(32) })).toBe('19412')
    expect(await fileOf('ara')).toEqual(first)
    const second = await upload(cap(302), { replaces: first.sha256 })
    const stale = { platformId, applet: 'ara', sha256: first.sha256 } as const
    expect(await staff.refusal(applets.remove, stale)).toMatchObject({ code: '19412' })
    expect(await fileOf('ara')).toEqual(second)
    await remove(second.sha256)
    expect(await refusal(cap(302), { replaces: second.sha256 })).toBe('19412')
  })

  test('notifies all processes of each change', async () => {
    const notices: string[] = []
    const unlisten = await scene.server.db.listen('platform_changed', (payload) => void notices.push(payload))
    // notices come in order: those of earlier tests before this one
    await sql`select pg_notify('platform_changed', 'begin')`.execute(scene.server.db.global)
    await expect.poll(() => notices).toContain('begin')
    notices.length = 0
    const { sha256 } = await upload(cap())
    await expect.poll(() => notices).toHaveLength(1)
    await remove(sha256)
    await expect.poll(() => notices).toHaveLength(2)
    await unlisten()
  })

  test('refuses a file with the reason, and nothing is stored', async () => {
    const { Method: _method, ...incomplete } = components(300, araAids)
    const cases: [Uint8Array, Ref, RegExp][] = [
      [cap().subarray(0, -30), {}, /archive|end|ZIP|damaged|truncated/i],
      [ijcFile(incomplete), {}, /Method is missing/],
      [new Uint8Array(512 * 1024 + 1), {}, /Up to 512 KiB/],
      [
        zipFile([{ name: 'a/javacard/Method.cap', bytes: new Uint8Array(1024 * 1024 + 1) }]),
        {},
        /larger than 1024 KiB/,
      ],
      [zipFile([{ name: 'a/javacard/Other.cap', bytes: new Uint8Array(9) }]), {}, /not a component/],
      [ijcFile(), {}, /package AID a1b2c3d4e501. That of this applet begins with a00000015141434c/],
      [cap(300, recycleAids), {}, /package AID f053494d5752495200/],
      [cap(), { applet: 'recycle' }, /begins with f053494d5752495200/],
      [cap(), { platformId: crypto.randomUUID() }, /^19404$/],
    ]
    for (const [content, ref, text] of cases) expect(await refusal(content, ref)).toMatch(text)
    expect((await list()).map(({ file }) => file)).toEqual([null, null])
    expect(await staff.refusal(applets.list, { platformId: crypto.randomUUID() })).toMatchObject({ code: '19404' })
  })

  test('can be changed only by staff with the permission', async () => {
    expect(await refusal(cap(), {}, owner)).toBe('19403')
    const support = await scene.staff('Platform support')
    expect(await refusal(cap(), {}, support)).toBe('19403')
    const { sha256 } = await upload(cap())
    expect(await support.refusal(applets.remove, { platformId, applet: 'ara', sha256 })).toMatchObject({
      code: '19403',
    })
    expect((await support.ask(applets.list, { platformId })).items[0]!.file).toMatchObject({ sha256 })
  })
})

describe('the package of a configuration with the applet', () => {
  test('contains the file of its platform when it is downloaded', async () => {
    const brioId = await addPlatform('brio')
    const brio = { name: 'Brio', plan: 'LAB', email: 'owner@brio.example', sys: 'brio' } as const
    const brioOwner = await scene.sessionOf(await createEnterprise(scene.server, brio))
    const [ours, theirs] = [await scene.configured(withAra), await configured(brioOwner, withAra)]
    expect((await list())[0]).toMatchObject({ applet: 'ara', configurations: 1 })
    const present = await installedApplet(ours, owner)
    expect(present).toMatchObject({ classAid: 'a00000015141434c00', rules: 1 })

    const first = await upload(cap(1000))
    const loaded = await installedApplet(ours, owner)
    expect(loaded).toMatchObject({ classAid: 'a00000015141434c0201', rules: 1 })
    expect(await installedApplet(theirs, brioOwner)).toEqual(present)
    const second = await upload(cap(3000), { replaces: first.sha256 })
    const larger = await installedApplet(ours, owner)
    expect(larger).toEqual({ ...loaded, bytes: loaded.bytes + 2000 })

    await upload(cap(1000), { platformId: brioId })
    expect(await installedApplet(theirs, brioOwner)).toEqual(loaded)
    await remove(second.sha256)
    expect(await installedApplet(ours, owner)).toEqual(present)
    expect(await installedApplet(theirs, brioOwner)).toEqual(loaded)
  })

  test('can be saved, generated and shown with the large files of both applets', async () => {
    const large = (aids: typeof araAids) => ijcFile(components(60_000, aids))
    await upload(large(araAids))
    await upload(large(recycleAids), { applet: 'recycle' })
    const both = await scene.configured({ ...withAra, name: 'Both', recycleApplet: { service: 'cloud' } })
    const sample = await owner.ask(inspection.inspect, { source: { kind: 'configuration', id: both } })
    expect(sample.length).toBeGreaterThan(120_000)
    const applet = await installedApplet(both, owner)
    expect(applet.bytes).toBeGreaterThan(120_000)
    const [profile] = (await owner.ask(fleet.list, { filter: { configurationId: both } })).items
    const shown = await owner.ask(fleet.profilePackage, { id: profile!.id })
    expect(shown.bytes).toBeGreaterThan(120_000)
  })
})
