import {
  type BipTransport,
  deleteProfile,
  disableProfile,
  downloadProfile,
  enableProfile,
  imeiOf,
  type Lpa,
  type PollingDevice,
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

/**
 * A virtual phone with its own eUICC downloads with the activation code over ES9+ and then switches the profile as
 * planned. It verifies the SM-DP+'s TLS certificate.
 * @returns a summary for people, such as `installed, enabled`
 */
export async function visit(phones: Phones, { activationCode, ...plan }: Visit & { activationCode: string }) {
  const { server, issuer, pause, switchedOn } = phones
  const ci = issuer.ci.certificate
  const identity = { eid: plan.eid, eum: issuer.eum, ciRoots: [ci], generateOneTimeKey, sources: sourcesOf(server) }
  const connectTo = () => ({ address: '127.0.0.1', port: server.ports.smdp })
  const transport = createHttpsTransport({ ca: [ci], connectTo })
  const { euicc } = testEuicc(identity)
  const lpa: Lpa = { euicc, transport: transport.send }
  const { tac, capabilities } = plan.model
  try {
    const device = { tac, imei: imeiOf(tac, plan.serial), capabilities }
    const { confirmationCode } = plan
    const result = await downloadProfile({ ...lpa, activationCode, confirmationCode, device })
    if (result.outcome === 'refused-by-server') return `refused: ${result.message ?? 'no reason was given'}`
    if (result.outcome !== 'installed') return `failed: ${JSON.stringify(result)}`
    switchedOn?.push({ euicc, clock: server.clock, bip })
    const done = ['installed']
    for (const change of SWITCHES[plan.action] ?? []) {
      await pause()
      await change(lpa, result.iccid)
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
