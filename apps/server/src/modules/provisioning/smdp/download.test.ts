import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import { deleteProfile, disableProfile, enableProfile } from '@simwright/euicc'
import { expect, test } from 'vitest'
import { configured } from '../../../testing/generated.ts'
import { testPhones } from '../../../testing/phone.ts'
import { testServer } from '../../../testing/server.ts'
import { subscribers } from '../../../testing/subscriber.ts'

const t = await testServer()
const { owner } = await t.enterprise()
const phones = await testPhones(t)
const configurationId = await configured(owner)

let used = 0
async function code(more: object = {}) {
  const [row] = subscribers(1, used++)
  return await owner.ask(batch.single, {
    configurationId,
    iccid: row!.ICCID!,
    imsi: row!.IMSI!,
    ki: row!.KI,
    opc: row!.OPC,
    ...more,
  })
}

test('a device downloads, installs, enables, disables and deletes the profile, and the portal shows each step', async () => {
  const { profileId, iccid, activationCode } = await code()
  const phone = phones.phone()
  const result = await phone.download(activationCode)
  expect(result).toMatchObject({ outcome: 'installed', iccid })
  expect(await owner.ask(fleet.detail, { id: profileId })).toMatchObject({
    status: 'INSTALLED',
    orderState: 'Installed',
  })
  await enableProfile(phone, iccid)
  expect(await owner.ask(fleet.detail, { id: profileId })).toMatchObject({ status: 'ENABLED' })
  await disableProfile(phone, iccid)
  await deleteProfile(phone, iccid)
  expect(await owner.ask(fleet.detail, { id: profileId })).toMatchObject({ status: 'DELETED' })
})
