import { problems } from '@simwright/contract'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as credential from '@simwright/contract/programs/credential'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { describe, expect, test } from 'vitest'
import { configured, finished, staged } from '../../../testing/generated.ts'
import { OpenApiClient } from '../../../testing/open-api-client.ts'
import { testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'

const t = await testServer()
const { owner } = await t.enterprise()
const name = 'Ordered'
const configurationId = await configured(owner, { name, orderedBy: 'operator' })
const program = new OpenApiClient(t.url, await owner.ask(credential.create, { name: 'Program' }))
const REFUSED = { status: 409, code: problems.configuration_ordered.code }

function newMetadata() {
  const [row] = newSubscribers(1)
  return { iccid: row!.ICCID!, imsi: row!.IMSI!, ki: row!.KI!, opc: row!.OPC! }
}

describe('a configuration whose download orders come from operators', () => {
  test('gives no single code, in the portal and in the open API', async () => {
    const refused = await owner.refusal(batch.single, { configurationId, ...newMetadata() })
    expect(refused).toMatchObject(REFUSED)
    expect(refused.message).toContain('Operators order the profiles of Ordered')
    expect(await program.call('/ac/generate', { configName: name, ...newMetadata() })).toMatchObject(REFUSED)
    expect((await owner.ask(fleet.list, {})).items).toEqual([])
  })

  test('cannot be that of a campaign', async () => {
    const fields = { name: 'Summer', configurationId, confirmationCode: { mode: 'none' as const } }
    expect(await owner.refusal(campaign.add, { fields })).toMatchObject(REFUSED)
  })

  test('gets no campaign resources after it was changed', async () => {
    const changing = await configured(owner, { name: 'Changing' })
    const fields = { name: 'Winter', configurationId: changing, confirmationCode: { mode: 'none' as const } }
    await owner.ask(campaign.add, { fields })
    const { version, fields: stored } = await owner.ask(configuration.get, { id: changing })
    await owner.ask(configuration.edit, {
      id: changing,
      version,
      fields: { ...stored, orderedBy: 'operator' } as never,
    })
    const added = await program.call('/open/campaign/resource/add', {
      campaignName: 'Winter',
      metaDatas: [newMetadata()],
    })
    expect(added).toMatchObject(REFUSED)
  })

  test('puts the profiles of a file in stock, without codes', async () => {
    const rows = newSubscribers(2)
    const { id } = await staged(owner, { configurationId, rows })
    const { batchId } = await owner.ask(batch.start, { sourceId: id })
    expect(await finished(owner, batchId)).toMatchObject({ process: 'COMPLETE', succeeded: 2, failed: 0 })
    const { items } = await owner.ask(fleet.list, { filter: { iccid: rows[0]!.ICCID! } })
    expect(await owner.ask(fleet.detail, { id: items[0]!.id })).toMatchObject({
      status: 'AVAILABLE',
      orderState: 'Available',
    })
  })
})
