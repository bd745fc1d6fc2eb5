import { randomBytes } from 'node:crypto'
import { problems } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as credential from '@simwright/contract/programs/credential'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { beforeAll, describe, expect, test } from 'vitest'
import { configured, finished } from '../../../testing/generated.ts'
import { OpenApiClient } from '../../../testing/open-api-client.ts'
import { type TestPhones, testPhones } from '../../../testing/phone.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { suppliedPackage } from '../../../testing/supplied-package.ts'

const t = await testServer()
const SUCCESS = '00000'
const NAME = 'Shop'

let enterprise: TestEnterprise
let owner: Client
let client: OpenApiClient
let other: OpenApiClient
let phones: TestPhones

const randomKey = () => randomBytes(16).toString('hex').toUpperCase()

function metadata(more: object = {}) {
  const [row] = newSubscribers(1)
  return { iccid: row!.ICCID!, imsi: row!.IMSI!, ki: row!.KI!, opc: row!.OPC!, ...more }
}

async function generated(more: object = {}) {
  const sent = { configName: 'Test network', ...metadata(more) }
  const { obj, code, msg } = await client.call('/ac/generate', sent)
  expect([code, msg]).toEqual([SUCCESS, ''])
  return { ...sent, activationCode: `LPA:${obj.activationCode}` }
}

const idOf = async (iccid: string) => (await owner.ask(fleet.list, { filter: { iccid } })).items[0]!.id
const pathsOf = ({ obj }: { obj: { faults: { path: string }[] } }) => obj.faults.map(({ path }) => path)

beforeAll(async () => {
  enterprise = await t.enterprise('Shop owner')
  owner = enterprise.owner
  await configured(owner)
  client = new OpenApiClient(t.url, await owner.ask(credential.create, { name: NAME }))
  const second = await t.enterprise('Someone else')
  other = new OpenApiClient(t.url, await second.owner.ask(credential.create, { name: 'Else' }))
  phones = await testPhones(t)
})

describe('configurations', () => {
  test('are listed by name, in pages', async () => {
    await configured(owner, { name: 'Second' })
    const all = await client.call('/config/list', {})
    expect(all.obj).toEqual({ configs: ['Second', 'Test network'], pageParam: { pageNum: 1, pageSize: 20, total: 2 } })
    const page = await client.call('/config/list', { pageParam: { pageNum: 2, pageSize: 1 } })
    expect(page.obj).toEqual({ configs: ['Test network'], pageParam: { pageNum: 2, pageSize: 1, total: 2 } })
    expect((await client.call('/config/list', { configName: 'sec' })).obj.configs).toEqual(['Second'])
    expect((await other.call('/config/list', {})).obj.configs).toEqual([])
  })

  test('fields without a value may be null or empty, and a boolean may be a text', async () => {
    const pages = await client.call('/config/list', { configName: '', pageParam: { pageNum: null, pageSize: '' } })
    expect(pages.obj.pageParam).toMatchObject({ pageNum: 1, pageSize: 20 })
    expect((await client.call('/config/list', { pageParam: '' })).code).toBe(SUCCESS)
    expect((await client.call('/config/list', { pageParam: { pageSize: '1000' } })).code).toBe(SUCCESS)
    const faultsOf = async (fields: object) =>
      (await client.call('/profile/delete', { iccid: 'none', ...fields })).obj.faults
    for (const force of [true, 'true', 'False', '', null, undefined]) expect(await faultsOf({ force })).toBeUndefined()
    expect(await faultsOf({ force: 'yes' })).toMatchObject([{ path: 'force' }])
  })

  test('a RequestID of a read is used up too', async () => {
    const requestId = crypto.randomUUID()
    expect((await client.call('/config/list', {}, { requestId })).code).toBe(SUCCESS)
    expect((await client.call('/config/list', {}, { requestId })).code).toBe(problems.request_id_used.code)
  })
})

describe('a profile', () => {
  test('is shown with its device and its log', async () => {
    const { iccid, imsi, activationCode } = await generated({ msisdn: '447700900123' })
    const before = await client.call('/profile/detail', { iccid })
    expect(before.obj).toMatchObject({
      iccid,
      imsi,
      status: 'AVAILABLE',
      msisdn: '447700900123',
      deviceName: null,
      eid: null,
      configName: 'Test network',
      activationCode: activationCode.slice('LPA:'.length),
      createTime: expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/),
    })
    const phone = phones.phone()
    expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
    const after = await client.call('/profile/detail', { iccid })
    expect(after.obj).toMatchObject({ status: 'INSTALLED', eid: phone.eid, deviceName: expect.any(String) })
    const { obj: log } = await client.call('/profile/log', { iccid, pageParam: { pageNum: 1, pageSize: 2 } })
    expect(log.profileLogs).toMatchObject([{ type: 'INSTALLED', actor: 'device' }, { type: 'DOWNLOADED' }])
    const pages = Math.ceil(log.pageParam.total / 2)
    const { obj: last } = await client.call('/profile/log', { iccid, pageParam: { pageNum: pages, pageSize: 2 } })
    expect(last.profileLogs.at(-1)).toMatchObject({ type: 'GENERATED', actor: 'user', operator: NAME })
  })

  test('of another enterprise is not available, like one that does not exist', async () => {
    const { iccid } = await generated()
    const paths = [
      '/profile/detail',
      '/profile/log',
      '/profile/delete',
      '/profile/recycle-time/change',
      '/profile/updateParam',
    ]
    for (const path of paths) {
      const foreign = await other.call(path, { iccid })
      expect(foreign).toMatchObject({ status: 404, code: problems.iccid_unavailable.code })
      expect(foreign.msg).toBe(`The ICCID ${iccid} is not available.`)
      const [unused] = newSubscribers(1)
      const none = await other.call(path, { iccid: unused!.ICCID })
      expect({ ...none, msg: '' }).toMatchObject({ status: 404, code: foreign.code })
    }
    expect((await client.call('/profile/detail', { iccid })).obj.status).toBe('AVAILABLE')
  })

  test('is found by its ICCID without check digit', async () => {
    const { iccid } = await generated()
    expect((await client.call('/profile/detail', { iccid: iccid.slice(0, -1) })).obj.iccid).toBe(iccid)
  })

  test('is deleted, and its code does not work any more', async () => {
    const { iccid, activationCode } = await generated()
    const answer = await client.call('/profile/delete', { iccid })
    expect(answer).toMatchObject({ code: SUCCESS, obj: { iccid } })
    expect((await client.call('/profile/detail', { iccid })).code).toBe(problems.iccid_unavailable.code)
    expect((await phones.phone().download(activationCode)).outcome).not.toBe('installed')
    const { items } = await owner.ask(audit.list, { filter: { action: ['profile.changed'] } })
    expect(items[0]).toMatchObject({ actorName: NAME, objectName: iccid, after: { kind: 'REMOVE' } })
  })

  test('that a device holds is deleted only by force', async () => {
    const { iccid, activationCode } = await generated()
    await phones.phone().download(activationCode)
    const refused = await client.call('/profile/delete', { iccid })
    expect(refused).toMatchObject({ status: 409, code: problems.profile_unfit.code })
    expect(refused.msg).toContain('Installed on a device.')
    expect(await client.call('/profile/delete', { iccid, force: true })).toMatchObject({ code: SUCCESS })
  })

  test('gets a recycle time, and loses it', async () => {
    const { iccid } = await generated()
    const expireTime = '2099-01-02 03:04:05'
    expect((await client.call('/profile/recycle-time/change', { iccid, expireTime })).code).toBe(SUCCESS)
    const { obj } = await client.call('/profile/detail', { iccid })
    expect(obj).toMatchObject({ recycleStatus: 'SCHEDULED', recycleTime: '2099/01/02 03:04:05' })
    expect((await client.call('/profile/recycle-time/change', { iccid })).code).toBe(SUCCESS)
    expect((await client.call('/profile/detail', { iccid })).obj.recycleTime).toBe(null)
    for (const wrong of ['2099-02-30 00:00:00', 'tomorrow', '2020-01-01 00:00:00']) {
      const answer = await client.call('/profile/recycle-time/change', { iccid, recycleTime: wrong })
      expect(answer.code).toBe(problems.invalid.code)
      expect(pathsOf(answer)).toEqual(['recycleTime'])
    }
  })
})

describe('update of parameters', () => {
  test('replaces subscriber data under the same code, and a device gets them', async () => {
    const { iccid, activationCode } = await generated()
    const [next] = newSubscribers(1)
    const changed = {
      imsi: next!.IMSI!,
      msisdn: '447700900456',
      ki: randomKey(),
      opc: randomKey(),
      pin1: '4321',
      spn: 'Changed',
    }
    expect(await client.call('/profile/updateParam', { iccid, ...changed })).toMatchObject({
      code: SUCCESS,
      obj: { iccid },
    })
    const { obj } = await client.call('/profile/detail', { iccid })
    expect(obj).toMatchObject({ imsi: changed.imsi, msisdn: changed.msisdn, spn: 'Changed', status: 'AVAILABLE' })
    expect(`LPA:${obj.activationCode}`).toBe(activationCode)
    const files = await owner.ask(fleet.profilePackage, { id: await idOf(iccid) })
    const text = JSON.stringify(files)
    expect(text).toContain(changed.imsi)
    for (const secret of [changed.ki, changed.opc]) expect(text.toUpperCase()).not.toContain(secret)
    expect(await phones.phone().download(activationCode)).toMatchObject({ outcome: 'installed' })
    const { obj: log } = await client.call('/profile/log', { iccid })
    expect(log.profileLogs).toContainEqual(expect.objectContaining({ type: 'EDITED', operator: NAME }))
    const { items } = await owner.ask(audit.list, { filter: { action: ['profile.changed'] } })
    const changes = items.find(({ objectName }) => objectName === iccid)!
    const { fields } = changes.after as { fields: string[] }
    expect(fields.sort()).toEqual(['imsi', 'ki', 'msisdn', 'opc', 'pin1', 'spn'])
    expect(JSON.stringify(items)).not.toContain(changed.ki)
  })

  test('keeps what is not sent', async () => {
    const { iccid, imsi } = await generated({ msisdn: '447700900777', spn: 'Kept' })
    expect((await client.call('/profile/updateParam', { iccid, pin2: '1111' })).code).toBe(SUCCESS)
    expect((await client.call('/profile/detail', { iccid })).obj).toMatchObject({
      imsi,
      msisdn: '447700900777',
      spn: 'Kept',
    })
  })

  test('names wrong fields', async () => {
    const { iccid } = await generated()
    const answer = await client.call('/profile/updateParam', { iccid, imsi: '460001234567890', ki: 'xyz', pin1: '1' })
    expect(answer.code).toBe(problems.invalid.code)
    expect(pathsOf(answer).sort()).toEqual(['imsi', 'ki', 'pin1'])
  })

  test('is refused once a device has the profile', async () => {
    const { iccid, activationCode } = await generated()
    await phones.phone().download(activationCode)
    const answer = await client.call('/profile/updateParam', { iccid, pin1: '1111' })
    expect(answer).toMatchObject({ status: 409, code: problems.profile_unfit.code })
  })
})

describe('a code without a link', () => {
  const shown = async (iccid: string) => (await owner.ask(fleet.list, { filter: { iccid } })).items[0]!
  const visit = async (profileId: string) => {
    const { link } = await owner.ask(fleet.detail, { id: profileId })
    return await t.stranger().send(delivery.publicCode, { slug: link!.split('/').at(-1)! })
  }
  const exported = async (iccid: string) => {
    const selection = { filter: { iccid } }
    const { text: codes } = await owner.file(fleet.exportCsv, { selection, form: 'codes' })
    const { text: profiles } = await owner.file(fleet.exportCsv, { selection, form: 'profiles' })
    return { codes, profiles }
  }

  test('is a string only: no page opens and no file has a link, until someone opens its page', async () => {
    const { iccid } = await generated()
    const { id, acFormat } = await shown(iccid)
    expect(acFormat).toBe('STRING')
    expect((await owner.ask(fleet.list, { filter: { query: `format:string iccid:${iccid}` } })).total).toBe(1)
    expect(await visit(id)).toMatchObject({ status: 404 })
    expect(await owner.ask(delivery.page, { profileId: id })).toMatchObject({ closed: true, opened: 0 })
    const before = await exported(iccid)
    expect(before.codes).not.toContain('/ac/')
    expect(before.profiles).toContain(',STRING,')

    await owner.ask(delivery.setPage, { profileId: id, closed: true })
    expect((await shown(iccid)).acFormat).toBe('STRING')
    await owner.ask(delivery.setPage, { profileId: id, closed: false })
    expect((await shown(iccid)).acFormat).toBe('AC_LINK')
    expect(await visit(id)).toMatchObject({ status: 200 })
    expect((await exported(iccid)).codes).toContain('/ac/')
    await owner.ask(delivery.setPage, { profileId: id, closed: true })
    expect((await shown(iccid)).acFormat).toBe('PICTURE')
    expect(await visit(id)).toMatchObject({ status: 404 })
  })

  test('has the format that the call asks for, also in a batch', async () => {
    const { iccid } = await generated({ needAcLink: true })
    expect((await shown(iccid)).acFormat).toBe('AC_LINK')
    const metaDatas = [metadata()]
    const { obj } = await client.call('/ac/generateByBatch', { configName: 'Test network', metaDatas })
    const { items } = await owner.ask(batch.list, { filter: { code: obj.batchCode } })
    await finished(owner, items[0]!.id)
    expect((await shown(metaDatas[0]!.iccid)).acFormat).toBe('STRING')
    const result = await owner.file(batch.result, { id: items[0]!.id })
    expect(result.text).not.toContain('/ac/')
  })
})

describe('a batch', () => {
  const done = async (batchCode: string) => {
    const { items } = await owner.ask(batch.list, { filter: { code: batchCode } })
    expect(items[0]).toMatchObject({ type: 'OPEN_BATCH_GENERATE', createdBy: NAME })
    await finished(owner, items[0]!.id)
    return (await client.call('/batch/info', { batchCode })).obj
  }

  test('generates all rows in the background, and reports each', async () => {
    const metaDatas = Array.from({ length: 600 }, () => metadata())
    const { obj, code } = await client.call('/ac/generateByBatch', {
      configName: 'Test network',
      needAcLink: true,
      metaDatas,
    })
    expect(code).toBe(SUCCESS)
    expect(obj.batchCode).toMatch(/^B\d{12}$/)
    const { batchTaskInfo, results } = await done(obj.batchCode)
    expect(batchTaskInfo).toMatchObject({
      batchCode: obj.batchCode,
      taskType: 'GENERATE AC',
      status: 'COMPLETE',
      total: 600,
      succeedNum: 600,
      failedNum: 0,
      createTime: expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/),
    })
    expect(results.map(({ iccid }: { iccid: string }) => iccid)).toEqual(metaDatas.map(({ iccid }) => iccid))
    expect(results[0]).toMatchObject({
      success: true,
      errorReason: null,
      eid: null,
      acLink: expect.stringContaining('/ac/'),
    })
    expect(results[0].activationCode).toMatch(/^1\$/)
    expect(await phones.phone().download(`LPA:${results[599].activationCode}`)).toMatchObject({ outcome: 'installed' })
  })

  test('fails single rows: wrong fields, repeated, existing and foreign ICCIDs', async () => {
    const existing = await generated()
    const second = await t.enterprise('Third')
    await configured(second.owner)
    const third = new OpenApiClient(t.url, await second.owner.ask(credential.create, { name: 'Third' }))
    const foreign = metadata()
    await third.call('/ac/generate', { configName: 'Test network', ...foreign })
    const twice = metadata()
    const metaDatas = [
      metadata(),
      metadata({ imsi: '460001234567890' }),
      { iccid: 7 },
      null,
      { ...metadata(), iccid: existing.iccid },
      { ...metadata(), iccid: foreign.iccid },
      twice,
      { ...metadata(), iccid: twice.iccid },
      metadata({ cc: '1' }),
    ]
    const { obj } = await client.call('/ac/generateByBatch', { configName: 'Test network', metaDatas })
    const { batchTaskInfo, results } = await done(obj.batchCode)
    expect(batchTaskInfo).toMatchObject({ status: 'COMPLETE', total: 9, succeedNum: 2, failedNum: 7 })
    const reasons = results.map(({ errorReason }: { errorReason: string | null }) => errorReason)
    expect(reasons[0]).toBe(null)
    expect(reasons[1]).toBe('imsi: 460 IMSI is not allowed.')
    expect(reasons[2]).toContain('iccid: ')
    expect(reasons[3]).toEqual(expect.any(String))
    expect(reasons[4]).toBe('This ICCID already exists.')
    expect(reasons[5]).toBe('iccid: This ICCID is not available.')
    expect(reasons[6]).toBe(null)
    expect(reasons[7]).toContain('The same ICCID is in line 7.')
    expect(reasons[8]).toContain('cc: ')
    expect(results[1]).toMatchObject({ success: false, activationCode: null, acLink: null })
  })

  test('of only faulty rows is complete', async () => {
    const { obj } = await client.call('/ac/generateByBatch', { configName: 'Test network', metaDatas: [{}, {}] })
    const { batchTaskInfo } = await done(obj.batchCode)
    expect(batchTaskInfo).toMatchObject({ status: 'COMPLETE', total: 2, succeedNum: 0, failedNum: 2 })
  })

  test('of 10,000 is accepted, and of more is refused', async () => {
    const one = metadata()
    const many = (count: number) => ({ configName: 'Test network', metaDatas: Array(count).fill(one) })
    const refused = await client.call('/ac/generateByBatch', many(10_001))
    expect(refused.code).toBe(problems.invalid.code)
    expect(pathsOf(refused)).toEqual(['metaDatas'])
    const { obj, code } = await client.call('/ac/generateByBatch', many(10_000))
    expect(code).toBe(SUCCESS)
    const { batchTaskInfo } = await done(obj.batchCode)
    expect(batchTaskInfo).toMatchObject({ total: 10_000, succeedNum: 1, failedNum: 9_999 })
  })

  test('whose credential is revoked while it runs goes on; the credential reads nothing more', async () => {
    const { id, ...keys } = await owner.ask(credential.create, { name: NAME })
    const revoked = new OpenApiClient(t.url, keys)
    const metaDatas = Array.from({ length: 2_000 }, () => metadata())
    const { obj } = await revoked.call('/ac/generateByBatch', { configName: 'Test network', metaDatas })
    await owner.ask(credential.revoke, { id })
    const { items } = await owner.ask(batch.list, { filter: { code: obj.batchCode } })
    expect(items[0]!.process).not.toBe('COMPLETE')
    expect((await revoked.call('/batch/info', { batchCode: obj.batchCode })).code).toBe(problems.signature_wrong.code)
    const { batchTaskInfo } = await done(obj.batchCode)
    expect(batchTaskInfo).toMatchObject({ status: 'COMPLETE', total: 2_000, succeedNum: 2_000 })
  })

  test('of another enterprise is not found', async () => {
    const { obj } = await client.call('/ac/generateByBatch', { configName: 'Test network', metaDatas: [metadata()] })
    expect((await other.call('/batch/info', { batchCode: obj.batchCode })).code).toBe(problems.not_found.code)
  })
})

describe('a supplied package', () => {
  const CONFIGURATION = 'Packages'

  beforeAll(async () => {
    await configured(owner, { name: CONFIGURATION, type: 'UPP', algorithm: undefined, hplmn: undefined })
  })

  test('gets a code, which is replaced only when that is asked for', async () => {
    const numbers = metadata()
    const upp = suppliedPackage(numbers)
    const sent = { configName: CONFIGURATION, iccid: numbers.iccid, imsi: numbers.imsi, upp, spn: 'Supplied' }
    const first = await client.call('/ac/generateByUpp', sent)
    expect(first).toMatchObject({ code: SUCCESS, obj: { iccid: numbers.iccid } })
    const again = await client.call('/profile/addByUpp', sent)
    expect(again.code).toBe(problems.iccid_exists.code)
    const renewed = await client.call('/profile/addByUpp', { ...sent, reGenerate: true })
    expect(renewed.code).toBe(SUCCESS)
    expect(renewed.obj.activationCode).not.toBe(first.obj.activationCode)
    const updated = await client.call('/profile/updateByUpp', { iccid: numbers.iccid, upp })
    expect(updated).toMatchObject({ code: SUCCESS, obj: { iccid: numbers.iccid } })
    const wrong = await client.call('/profile/updateByUpp', { iccid: numbers.iccid, upp: suppliedPackage(metadata()) })
    expect(pathsOf(wrong)).toEqual(expect.arrayContaining(['upp']))
    const built = await generated()
    expect((await client.call('/profile/updateByUpp', { iccid: built.iccid, upp })).code).toBe(
      problems.profile_unfit.code,
    )
    expect((await client.call('/profile/updateParam', { iccid: numbers.iccid, pin1: '1111' })).code).toBe(
      problems.profile_unfit.code,
    )
  })

  test('names what is not supported', async () => {
    const numbers = metadata()
    const sent = { configName: CONFIGURATION, ...numbers, upp: 'zz', tk: '1', customAcAddress: 'other.example' }
    expect(pathsOf(await client.call('/ac/generateByUpp', sent)).sort()).toEqual(['customAcAddress', 'tk'])
  })
})

describe('a campaign', () => {
  test('gets profiles: all of them or none', async () => {
    const { items } = await owner.ask(campaign.list, {})
    expect(items).toEqual([])
    const { id } = await owner.ask(campaign.add, {
      fields: { name: 'Summer', configurationId: await configurationId(), confirmationCode: { mode: 'none' } },
    })
    const metaDatas = [metadata(), metadata(), metadata({ impuList: ['sip:a@example.com'] })]
    const refused = await client.call('/open/campaign/resource/add', { campaignName: 'summer', metaDatas })
    expect(refused.code).toBe(problems.invalid.code)
    expect(pathsOf(refused)).toEqual(['metaDatas.2.impu'])
    expect((await owner.ask(campaign.get, { id })).profiles).toBe(0)
    const added = await client.call('/open/campaign/resource/add', {
      campaignName: 'Summer',
      metaDatas: metaDatas.slice(0, 2),
    })
    expect(added).toMatchObject({ code: SUCCESS, obj: { campaignName: 'Summer', total: 2 } })
    expect((await owner.ask(campaign.get, { id })).profiles).toBe(2)
    const again = await client.call('/open/campaign/resource/add', {
      campaignName: 'Summer',
      metaDatas: [metaDatas[0]],
    })
    expect(pathsOf(again)).toEqual(['metaDatas.0.iccid'])
    expect((await client.call('/open/campaign/resource/add', { campaignName: 'Winter', metaDatas })).code).toBe(
      problems.not_found.code,
    )
  })

  const configurationId = async () => {
    const { items } = await owner.ask(fleet.list, { limit: 200 })
    return items.find(({ configurationName }) => configurationName === 'Test network')!.configurationId
  }
})
