import { createHash } from 'node:crypto'
import { fromHex, toHex } from '@simwright/asn1'
import * as applets from '@simwright/contract/profiles/applet-file'
import type { ConfigurationInput } from '@simwright/contract/profiles/configuration'
import * as configuration from '@simwright/contract/profiles/configuration'
import { enableProfile } from '@simwright/euicc'
import { capClassAid, capPackageAid, components, ijcFile } from '@simwright/saip/testing/cap-file'
import { zipFile } from '@simwright/saip/testing/zip-file'
import { describe, expect, test } from 'vitest'
import { Refused } from '../../../testing/client.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'

const scene = await smdpScene()
const { owner, id: enterpriseId } = scene.enterprise

const upload = (content: Uint8Array, fields: { replaces?: string } = {}, by = owner) =>
  by.upload(applets.upload, fields, { name: 'wallet.cap', content: Buffer.from(content) })
/** The problem of a refused file: the text of its fault, if it has one. */
async function refusal(content: Uint8Array, by = owner): Promise<string> {
  const error: unknown = await upload(content, {}, by).catch((caught: unknown) => caught)
  if (!(error instanceof Refused)) throw new Error('the file was accepted')
  const [fault] = (error.obj.faults ?? []) as { text: string }[]
  return fault?.text ?? `${error.status}`
}
const list = async (by = owner) => (await by.ask(applets.list, {})).items

/** A CAP file; `methodBytes` makes another file of the same package. */
const cap = (methodBytes?: number) =>
  zipFile(
    Object.entries(components(methodBytes)).map(([name, bytes]) => ({ name: `com/acme/javacard/${name}.cap`, bytes })),
  )
const withAid = (hex: string) => fromHex(toHex(ijcFile()).replaceAll(capPackageAid.slice(0, 10), hex))
/** GlobalPlatform, 3GPP, 3GPP2, ETSI, GSMA, Java Card, and the Recycle applet. */
const reserved = ['a000000151', 'a000000087', 'a000000343', 'a000000009', 'a000000559', 'a000000062', 'f053494d57']
const configured = (name: string, customApplet: ConfigurationInput['customApplet']) =>
  scene.configured({ name, type: 'Advanced', customApplet })

describe('an applet file', () => {
  test('is listed with its hash and AIDs, sealed, and hidden from other enterprise accounts', async () => {
    const file = cap()
    const sha256 = createHash('sha256').update(file).digest('hex')
    const made = await upload(file)
    expect(made).toMatchObject({ sha256, packageAid: capPackageAid, classAids: [capClassAid], isUsed: false })
    expect(await list()).toEqual([made])
    const { sealed } = await scene.server.db.tenantTx(enterpriseId, (db) =>
      db.selectFrom('applet_file').select('sealed').executeTakeFirstOrThrow(),
    )
    expect(toHex(sealed)).not.toContain(toHex(file.subarray(0, 32)))
    const other = await scene.another()
    expect(await list(other.owner)).toEqual([])
    expect(await other.owner.refusal(applets.remove, { id: made.id })).toMatchObject({ code: '19404' })
    await expect(upload(file)).rejects.toMatchObject({
      code: '12006',
      message: `This applet file was uploaded already, as "${made.fileName}".`,
    })
    await owner.ask(applets.remove, { id: made.id })
    expect(await list()).toEqual([])
  })

  test('is in the package of the configurations that name it, and cannot be deleted while they do', async () => {
    const first = await upload(cap(301))
    const configurationId = await configured('Wallet', { file: first.sha256, parameters: '0a0b' })
    const { iccid, activationCode } = await scene.order({}, configurationId)
    const phone = scene.phones.phone()
    expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
    await enableProfile(phone, iccid)
    const [applet] = phone.euicc.state.profiles[0]!.registry!.applets
    expect([toHex(applet!.classAid), toHex(applet!.parameters)]).toEqual([capClassAid, '0a0b'])
    expect(await owner.refusal(applets.remove, { id: first.id })).toMatchObject({ code: '12005' })
    const second = await upload(cap(302), { replaces: first.id })
    expect((await list()).map(({ id, isReplaced, isUsed }) => [id, isReplaced, isUsed])).toEqual([
      [second.id, false, false],
      [first.id, true, true],
    ])
    const third = await upload(cap(303), { replaces: second.id })
    expect((await list()).map(({ id }) => id)).toEqual([third.id, first.id])
  })

  test('is refused with the reason, and nothing is stored', async () => {
    const before = await list()
    const file = cap()
    const { Method: _method, ...incomplete } = components()
    const cases: [Uint8Array, RegExp][] = [
      [file.subarray(0, -30), /archive|end|ZIP|damaged|truncated/i],
      [ijcFile(incomplete), /Method is missing/],
      [Buffer.from('hello'), /byte 0/],
      [new Uint8Array(512 * 1024 + 1), /Up to 512 KiB/],
      [zipFile([{ name: 'a/javacard/Method.cap', bytes: new Uint8Array(1024 * 1024 + 1) }]), /larger than 1024 KiB/],
      ...reserved.map((rid): [Uint8Array, RegExp] => [withAid(rid), new RegExp(`begin with ${rid} are reserved`)]),
    ]
    for (const [content, text] of cases) expect(await refusal(content)).toMatch(text)
    expect(await list()).toEqual(before)
  })

  test('needs a plan with configurations of type Advanced', async () => {
    const { owner: without } = await scene.another(undefined, 'DEMO')
    await scene.server.db.global
      .updateTable('plan')
      .set({ configuration_types: ['Regular'] })
      .where('name', '=', 'DEMO')
      .execute()
    expect(await refusal(cap(), without)).toBe('403')
  })
})

test('a configuration with an unknown file, or with AIDs of another package, is refused', async () => {
  const { sha256 } = await upload(cap(310))
  const faults = async (customApplet: ConfigurationInput['customApplet']) => {
    const fields: ConfigurationInput = {
      name: 'Unknown',
      type: 'Advanced',
      profileName: 'Unknown',
      confirmationCode: { mode: 'none' },
      customApplet,
    }
    const { obj } = await owner.refusal(configuration.add, { fields })
    return obj.faults
  }
  expect(await faults({ file: 'ab'.repeat(32) })).toMatchObject([{ path: 'fields.customApplet.file' }])
  expect(await faults({ file: sha256, packageAid: 'f0a1b2c3d4' })).toMatchObject([
    { path: 'fields.customApplet.file', text: 'The code is that of another package AID.' },
  ])
})
