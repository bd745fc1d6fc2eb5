import { DEVICE_MODELS, downloadProfile, imeiOf, testEid, testEuicc } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { generateOneTimeKey } from '@simwright/rsp'
import { sourcesOf, type TestIssuer } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { systemClock } from '../../apps/server/src/runtime/clock.ts'
import { systemRandom } from '../../apps/server/src/runtime/random.ts'

/** Phones that download concurrently, unless the message says otherwise. */
const AT_ONCE = 4

/** The message of the parent: phones with these serial numbers download with these codes. */
export type Errand = {
  issuer: TestIssuer
  smdpPort: number
  firstSerial: number
  activationCodes: readonly string[]
  atOnce?: number
}

/** Phones in a separate process, over kept-alive TLS. Each code is downloaded, installed and reported. */
process.on('message', async ({ issuer, smdpPort, firstSerial, activationCodes, atOnce = AT_ONCE }: Errand) => {
  const ci = issuer.ci.certificate
  const connectTo = () => ({ address: '127.0.0.1', port: smdpPort })
  const transport = createHttpsTransport({ ca: [ci], connectTo, maxSockets: atOnce })
  const sources = sourcesOf({ clock: systemClock, random: systemRandom })
  const download = async (activationCode: string, serial: number) => {
    const { tac, capabilities } = DEVICE_MODELS[serial % DEVICE_MODELS.length]!
    const { euicc } = testEuicc({ eid: testEid(serial), eum: issuer.eum, ciRoots: [ci], generateOneTimeKey, sources })
    const device = { tac, imei: imeiOf(tac, serial), capabilities }
    const result = await downloadProfile({ euicc, transport: transport.send, activationCode, device })
    if (result.outcome !== 'installed' || result.notifications.delivered.length !== 1)
      throw new Error(`a download failed: ${JSON.stringify(result)}`)
  }
  let next = 0
  const run = async () => {
    for (let index = next++; index < activationCodes.length; index = next++)
      await download(activationCodes[index]!, firstSerial + index)
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  transport.close()
  process.send?.('done')
})
