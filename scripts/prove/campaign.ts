import * as campaign from '@simwright/contract/provisioning/campaign'
import { DEVICE_MODELS, type DownloadResult, downloadProfile, imeiOf, testEid, testEuicc } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { generateOneTimeKey } from '@simwright/rsp'
import { sourcesOf } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { systemClock } from '../../apps/server/src/runtime/clock.ts'
import { systemRandom } from '../../apps/server/src/runtime/random.ts'
import { configured, generated } from '../../apps/server/src/testing/generated.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { type Portal, startPortal } from '../bench/portal.ts'

const PROFILES = 150
const DEVICES = 200

/**
 * 200 concurrent virtual devices use one QR code with a pool of 150: each profile goes to one device, and 50 get none.
 */
export async function proveCampaign(): Promise<boolean> {
  const portal = await startPortal()
  try {
    const { id, activationCode } = await openCampaign(portal)
    const results = await downloadAtOnce(portal, activationCode)
    const iccids = results.flatMap((result) => (result.outcome === 'installed' ? [result.iccid] : []))
    const verdicts = results.filter(({ outcome }) => outcome !== 'installed').map(verdictOf)
    const { counts, taken } = await portal.client.ask(campaign.get, { id })
    console.log(`${iccids.length} devices installed a profile, ${new Set(iccids).size} of them distinct`)
    console.log(`${verdicts.length} were refused: ${[...new Set(verdicts)].join(', ')}`)
    console.log(`the campaign says: ${taken} handed out, ${JSON.stringify(counts)}`)
    const isRight = verdicts.length === DEVICES - PROFILES && verdicts.every((verdict) => verdict === '8.2.6/3.8')
    return iccids.length === PROFILES && new Set(iccids).size === PROFILES && taken === PROFILES && isRight
  } finally {
    await portal.stop()
  }
}

async function openCampaign({ client }: Portal): Promise<{ id: string; activationCode: string }> {
  const configurationId = await configured(client)
  const { id: batchId } = await generated(client, { configurationId, rows: subscribers(PROFILES) })
  const fields = { name: 'Two hundred at once', configurationId, confirmationCode: { mode: 'none' as const } }
  const { id } = await client.ask(campaign.add, { fields })
  const { added } = await client.ask(campaign.fill, { id, filter: { batchId } })
  console.log(`${added} profiles are in the campaign`)
  await client.ask(campaign.start, { id, version: 1 })
  const { activationCode } = await client.ask(campaign.get, { id })
  return { id, activationCode }
}

async function downloadAtOnce(portal: Portal, activationCode: string): Promise<DownloadResult[]> {
  const { eum, ci } = portal.issuer
  const sources = sourcesOf({ clock: systemClock, random: systemRandom })
  const connectTo = () => ({ address: '127.0.0.1', port: portal.smdpPort })
  const transport = createHttpsTransport({ ca: [ci.certificate], connectTo, maxSockets: DEVICES })
  const cards = Array.from({ length: DEVICES }, (_, serial) => ({
    ...testEuicc({ eid: testEid(serial + 1), eum, ciRoots: [ci.certificate], generateOneTimeKey, sources }),
    device: deviceOf(serial),
  }))
  try {
    return await Promise.all(
      cards.map(({ euicc, device }) => downloadProfile({ euicc, device, transport: transport.send, activationCode })),
    )
  } finally {
    transport.close()
  }
}

function deviceOf(serial: number) {
  const { tac, capabilities } = DEVICE_MODELS[serial % DEVICE_MODELS.length]!
  return { tac, imei: imeiOf(tac, serial), capabilities }
}

const verdictOf = (result: DownloadResult): string =>
  result.outcome === 'refused-by-server' ? `${result.subjectCode}/${result.reasonCode}` : result.outcome
