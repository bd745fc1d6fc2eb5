import {
  type BipTransport,
  DEVICE_MODELS,
  type DownloadRequest,
  type DownloadResult,
  downloadProfile,
  imeiOf,
  type Lpa,
  pollCard,
  type TestEuiccRequest,
  testEid,
  testEuicc,
} from '@simwright/euicc'
import { createBipTransport } from '@simwright/euicc/bip-transport'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { generateOneTimeKey } from '@simwright/rsp'
import { openTestIssuer, sourcesOf, type TestIssuer } from '../modules/provisioning/smdp/service.ts'
import { closeAtEnd } from './close.ts'
import type { TestServer } from './server.ts'

/** A phone with its own eUICC, whose LPA uses ES9+ over TLS and verifies the server. */
export type TestPhone = Lpa & {
  readonly eid: string
  readonly euicc: ReturnType<typeof testEuicc>['euicc']
  readonly identity: ReturnType<typeof testEuicc>['identity']
  /** Downloads and installs. Defaults are those of an ordinary phone. */
  download(activationCode: string | undefined, more?: Partial<DownloadRequest>): Promise<DownloadResult>
}

export type TestPhones = {
  readonly issuer: TestIssuer
  /** The device info of an ordinary phone. */
  readonly device: DownloadRequest['device']
  /** The transport that all phones share. */
  readonly transport: Lpa['transport']
  phone(more?: Partial<TestEuiccRequest>): TestPhone
  /** All phones poll their cards, as they do while time passes. `smdpScene().wait` calls it. */
  poll(): Promise<void>
}

const MODEL = DEVICE_MODELS[2]!

/** For what hangs: no phone of a test waits for a server that is silent. */
const BIP_TIMEOUT_MS = 600_000

/** The connections of phones to the BIP port of this server, whose host name is this machine. Other hosts do not exist. */
function bipTo({ server }: TestServer): BipTransport {
  const send = createBipTransport({ timeoutMs: BIP_TIMEOUT_MS })
  return (request) =>
    request.host === server.smdp.address.replace(/:\d+$/, '')
      ? send({ ...request, host: '127.0.0.1' })
      : Promise.reject(new Error(`there is no host ${request.host}`))
}

/** Creates phones whose eUICCs are under the test issuer of this server. */
export async function testPhones(t: TestServer): Promise<TestPhones> {
  const { server, clock } = t
  const issuer = await openTestIssuer(server)
  const ci = issuer.ci.certificate
  const transport = createHttpsTransport({
    ca: [ci],
    connectTo: () => ({ address: '127.0.0.1', port: server.ports.smdp }),
  })
  closeAtEnd(() => transport.close())
  const device = { tac: MODEL.tac, imei: imeiOf(MODEL.tac, 7), capabilities: MODEL.capabilities }
  const bip = bipTo(t)
  const phones: TestPhone[] = []
  const phone = (more: Partial<TestEuiccRequest> = {}): TestPhone => {
    const sources = sourcesOf(server)
    const eid = testEid(phones.length + 1)
    const card = testEuicc({ eid, eum: issuer.eum, ciRoots: [ci], generateOneTimeKey, sources, ...more })
    const lpa = { euicc: card.euicc, transport: transport.send }
    const made: TestPhone = {
      ...card,
      ...lpa,
      download: (activationCode, rest) =>
        downloadProfile({ ...lpa, device, ...(activationCode === undefined ? {} : { activationCode }), ...rest }),
    }
    phones.push(made)
    return made
  }
  const poll = async () => {
    await Promise.all(phones.map(({ euicc }) => pollCard({ euicc, clock, bip })))
  }
  return { issuer, device, transport: transport.send, phone, poll }
}
