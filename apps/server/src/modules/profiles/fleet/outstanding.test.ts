import * as fleet from '@simwright/contract/profiles/fleet'
import { isNotificationOutstanding } from '@simwright/contract/profiles/profile-state'
import { expect, test } from 'vitest'
import { smdpScene } from '../../../testing/smdp-scene.ts'

const { enterprise, order, phones, shown, clock } = await smdpScene()
const { owner } = enterprise
const HOUR_MS = 3_600_000

const found = async (query: string) => {
  const { items } = await owner.ask(fleet.list, { filter: { query } })
  expect((await owner.ask(fleet.count, { filter: { query } })).total).toBe(items.length)
  return items.map(({ iccid }) => iccid).toSorted()
}

test('a downloaded profile whose device sends no notification for hours is found and explained', async () => {
  const [silent, installed, waiting] = [await order(), await order(), await order()]
  await phones.phone().download(installed.activationCode)
  const device = phones.phone()
  await device.download(silent.activationCode)
  // the device has the package, and was switched off before it could report
  const downloaded = (hours: number) =>
    enterprise.server.db.tenantTx(enterprise.id, (db) =>
      db
        .updateTable('profile')
        .set({ status: 'DOWNLOADED', status_at: new Date(clock.now().getTime() - hours * HOUR_MS) })
        .where('id', '=', silent.profileId as never)
        .execute(),
    )
  await downloaded(5)
  expect(await found('status:downloaded')).toEqual([silent.iccid])
  expect(await found('status:outstanding')).toEqual([])
  expect(isNotificationOutstanding(await shown(silent.profileId), clock.now())).toBe(false)
  await downloaded(6)
  expect(await found('status:outstanding')).toEqual([silent.iccid])
  expect(isNotificationOutstanding(await shown(silent.profileId), clock.now())).toBe(true)
  expect(isNotificationOutstanding(await shown(installed.profileId), clock.now())).toBe(false)
  // with other statuses, the age limits downloaded profiles alone
  expect(await found('status:outstanding,installed')).toEqual([silent.iccid, installed.iccid].toSorted())
  expect(await found('status:outstanding,downloaded')).toEqual([silent.iccid])
  expect(await found('status:outstanding,ready')).toEqual([silent.iccid, waiting.iccid].toSorted())
})
