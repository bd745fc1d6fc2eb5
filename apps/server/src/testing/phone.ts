import {
  DEVICE_MODELS,
  type DownloadRequest,
  type DownloadResult,
  downloadProfile,
  imeiOf,
  type Lpa,
  type TestEuiccRequest,
  testEid,
  testEuicc,
} from '@simwright/euicc'
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
}

const MODEL = DEVICE_MODELS[2]!

/** Creates phones whose eUICCs are under the test issuer of this server. */
export async function testPhones({ server }: TestServer): Promise<TestPhones> {
  const issuer = await openTestIssuer(server)
  const ci = issuer.ci.certificate
  const transport = createHttpsTransport({
    ca: [ci],
    connectTo: () => ({ address: '127.0.0.1', port: server.ports.smdp }),
  })
  closeAtEnd(() => transport.close())
  const device = { tac: MODEL.tac, imei: imeiOf(MODEL.tac, 7), capabilities: MODEL.capabilities }
  let serial = 0
  const phone = (more: Partial<TestEuiccRequest> = {}): TestPhone => {
    serial += 1
    const sources = sourcesOf(server)
    const eid = testEid(serial)
    const card = testEuicc({ eid, eum: issuer.eum, ciRoots: [ci], generateOneTimeKey, sources, ...more })
    const lpa = { euicc: card.euicc, transport: transport.send }
    return {
      ...card,
      ...lpa,
      download: (activationCode, rest) =>
        downloadProfile({ ...lpa, device, ...(activationCode === undefined ? {} : { activationCode }), ...rest }),
    }
  }
  return { issuer, device, transport: transport.send, phone }
}
