/** A test eUICC in a phone, with a test SM-DP+. */
import { concat, fromHex, toHex } from '@simwright/asn1'
import { generateOneTimeKey } from '@simwright/rsp'
import { sendCommand } from '../card-connection.ts'
import { DEVICE_MODELS, imeiOf } from '../device-catalogue.ts'
import { type DownloadRequest, type DownloadResult, type DownloadStep, downloadProfile } from '../download-profile.ts'
import { enableProfile } from '../lpa.ts'
import { type TestEuicc, type TestEuiccRequest, testEid, testEuicc } from '../test-euicc.ts'
import { offerOf } from './profile.ts'
import { type Offer, SMDP_HOST, sources, TestSmdp } from './smdp.ts'

export const MATCHING_ID = 'A1B2-C3D4'
export const ACTIVATION_CODE = `LPA:1$${SMDP_HOST}$${MATCHING_ID}`

const MODEL = DEVICE_MODELS[0]!
export const DEVICE = { tac: MODEL.tac, imei: imeiOf(MODEL.tac, 42), capabilities: MODEL.capabilities }

/** A server and a card. `send` transmits an APDU in hexadecimal. */
export type Bench = { smdp: TestSmdp; card: TestEuicc; send: (apdu: string) => string }

/** A test eUICC whose certificates and CI are those of the server. */
export function euiccFor(smdp: TestSmdp, more: Partial<TestEuiccRequest> = {}): TestEuicc {
  return testEuicc({
    eid: testEid(1),
    eum: smdp.pki.eum,
    ciRoots: [smdp.pki.ci.certificate],
    generateOneTimeKey,
    sources,
    ...more,
  })
}

/** A new eUICC with a new server, or with the given one. */
export function bench(more: Partial<TestEuiccRequest> = {}, smdp = new TestSmdp()): Bench {
  const card = euiccFor(smdp, more)
  return { smdp, card, send: (apdu) => toHex(card.euicc.transmit(fromHex(apdu))) }
}

/** Downloads with the default activation code and device. */
export function download(
  { smdp, card }: Pick<Bench, 'smdp' | 'card'>,
  more: Partial<DownloadRequest> = {},
): Promise<DownloadResult> {
  return downloadProfile({
    euicc: card.euicc,
    transport: smdp.transport,
    activationCode: ACTIVATION_CODE,
    device: DEVICE,
    ...more,
  })
}

/** A card on which a package has been downloaded and enabled. */
export async function cardWith(
  profilePackage: Uint8Array,
  more: Partial<Offer> = {},
  device = bench(),
): Promise<Bench> {
  device.smdp.offers.set(MATCHING_ID, offerOf({ profilePackage, ...more }))
  const result = await download(device)
  if (result.outcome !== 'installed') throw new Error(`the profile was not installed: ${JSON.stringify(result)}`)
  await enableProfile({ euicc: device.card.euicc, transport: device.smdp.transport }, result.iccid)
  return device
}

/** Sends a command, and GET RESPONSE while the card answers 61xx. The answer is data and status word in hexadecimal. */
export async function exchange({ card }: Pick<Bench, 'card'>, apdu: string): Promise<string> {
  const { data, sw } = await sendCommand((bytes) => card.euicc.transmit(bytes), fromHex(apdu))
  return `${toHex(data)}${sw.toString(16)}`
}

/** Downloads and records the steps. */
export async function downloadWithSteps(on: Pick<Bench, 'smdp' | 'card'>, more: Partial<DownloadRequest> = {}) {
  const steps: DownloadStep[] = []
  const result = await download(on, { ...more, onStep: (step) => steps.push(step) })
  return { result, steps, names: steps.map(({ step }) => step) }
}

const LAST_BLOCK = 0x91

/** A card interface that changes each ES10 command, as a faulty LPA would send it. */
export function rewriting({ card }: Pick<Bench, 'card'>, change: (command: Uint8Array) => Uint8Array) {
  const blocks: Uint8Array[] = []
  const transmit = (apdu: Uint8Array): Uint8Array => {
    if (apdu[1] !== 0xe2) return card.euicc.transmit(apdu)
    blocks.push(apdu.subarray(5))
    if (apdu[2] !== LAST_BLOCK) return Uint8Array.of(0x90, 0x00)
    const command = change(concat(...blocks.splice(0)))
    let answer = new Uint8Array(0)
    for (let at = 0; at < command.length; at += 255) {
      const block = command.subarray(at, at + 255)
      const p1 = at + 255 < command.length ? 0x11 : LAST_BLOCK
      answer = Uint8Array.from(card.euicc.transmit(Uint8Array.of(apdu[0]!, 0xe2, p1, at / 255, block.length, ...block)))
    }
    return answer
  }
  return { transmit }
}
