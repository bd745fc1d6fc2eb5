import {
  type BipTransport,
  type DownloadRequest,
  deleteProfile,
  disableProfile,
  downloadProfile,
  enableProfile,
  imeiOf,
  type Lpa,
  type PollingDevice,
  type TestEuiccRequest,
  testEuicc,
} from '@simwright/euicc'
import { createBipTransport } from '@simwright/euicc/bip-transport'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { generateOneTimeKey } from '@simwright/rsp'
import { sourcesOf, type TestIssuer } from '../modules/provisioning/smdp/service.ts'
import type { Server } from '../server.ts'
import type { DeviceAction, Visit } from './plan.ts'

export type Phones = {
  server: Pick<Server, 'clock' | 'random' | 'ports' | 'stopping'>
  issuer: TestIssuer
  /** Waits as long as a person between two taps. */
  pause: () => Promise<void>
  /** Gets the phones that have installed a profile, so that they can poll their cards. Without it they are switched off. */
  switchedOn?: PollingDevice[]
}

/** The phone's network: the servers of all packages are on this machine. */
const bip: BipTransport = (request) => createBipTransport()({ ...request, host: '127.0.0.1' })

const SWITCHES: Partial<Record<DeviceAction, readonly ((lpa: Lpa, iccid: string) => Promise<unknown>)[]>> = {
  enable: [enableProfile],
  disable: [enableProfile, disableProfile],
  delete: [enableProfile, disableProfile, deleteProfile],
}

/** A phone with its own eUICC, and what it reports about itself. */
export type VirtualPhone = Lpa & {
  readonly euicc: ReturnType<typeof testEuicc>['euicc']
  readonly device: DownloadRequest['device']
}

type Hardware = Pick<Visit, 'eid' | 'model' | 'serial'> & { options?: TestEuiccRequest['options'] }

/** Creates a phone under the test issuer. */
export function createPhone(
  { server, issuer }: Pick<Phones, 'server' | 'issuer'>,
  transport: Lpa['transport'],
  { eid, model: { tac, capabilities }, serial, options }: Hardware,
): VirtualPhone {
  const identity = { eid, eum: issuer.eum, ciRoots: [issuer.ci.certificate], generateOneTimeKey }
  const { euicc } = testEuicc({ ...identity, sources: sourcesOf(server), ...(options ? { options } : {}) })
  return { euicc, transport, device: { tac, imei: imeiOf(tac, serial), capabilities } }
}

/**
 * A virtual phone with its own eUICC downloads with the activation code over ES9+ and then switches the profile as
 * planned. It verifies the SM-DP+'s TLS certificate.
 * @returns a summary for people, such as `installed, enabled`
 */
export async function visit(phones: Phones, { activationCode, ...plan }: Visit & { activationCode: string }) {
  const { server, issuer, pause, switchedOn } = phones
  const connectTo = () => ({ address: '127.0.0.1', port: server.ports.smdp })
  const transport = createHttpsTransport({ ca: [issuer.ci.certificate], connectTo })
  const phone = createPhone(phones, transport.send, plan)
  try {
    const { confirmationCode } = plan
    const result = await downloadProfile({ ...phone, activationCode, confirmationCode })
    if (result.outcome === 'refused-by-server') return `refused: ${result.message ?? 'no reason was given'}`
    if (result.outcome !== 'installed') return `failed: ${JSON.stringify(result)}`
    switchedOn?.push({ euicc: phone.euicc, clock: server.clock, bip })
    const done = ['installed']
    for (const change of SWITCHES[plan.action] ?? []) {
      await pause()
      await change(phone, result.iccid)
      done.push(WORDS.get(change)!)
    }
    return done.join(', ')
  } finally {
    transport.close()
  }
}

const WORDS = new Map<unknown, string>([
  [enableProfile, 'enabled'],
  [disableProfile, 'disabled'],
  [deleteProfile, 'deleted'],
])
