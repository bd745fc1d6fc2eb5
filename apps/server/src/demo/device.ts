import {
  deleteProfile,
  disableProfile,
  downloadProfile,
  enableProfile,
  imeiOf,
  type Lpa,
  testEuicc,
} from '@simwright/euicc'
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
}

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
  const { server, issuer, pause } = phones
  const ci = issuer.ci.certificate
  const identity = { eid: plan.eid, eum: issuer.eum, ciRoots: [ci], generateOneTimeKey, sources: sourcesOf(server) }
  const connectTo = () => ({ address: '127.0.0.1', port: server.ports.smdp })
  const transport = createHttpsTransport({ ca: [ci], connectTo })
  const lpa: Lpa = { euicc: testEuicc(identity).euicc, transport: transport.send }
  const { tac, capabilities } = plan.model
  try {
    const device = { tac, imei: imeiOf(tac, plan.serial), capabilities }
    const { confirmationCode } = plan
    const result = await downloadProfile({ ...lpa, activationCode, confirmationCode, device })
    if (result.outcome === 'refused-by-server') return `refused: ${result.message ?? 'no reason was given'}`
    if (result.outcome !== 'installed') return `failed: ${JSON.stringify(result)}`
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
