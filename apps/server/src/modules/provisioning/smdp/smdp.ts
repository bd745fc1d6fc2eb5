import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import { parseStored } from '@simwright/contract/profiles/configuration'
import { RspRefusal } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import type { Cause } from '../../profiles/lifecycle/service.ts'
import { build } from './build-failure.ts'
import { type Credentials, keyIdText, type SmdpCredentials, type TrustClass } from './credentials.ts'
import type { DeviceLog } from './device-log.ts'
import { type CodeRecord, selectVersionFields } from './hold.ts'
import { type ReadyConfiguration, readyConfiguration } from './package.ts'
import type { Server } from './port.ts'

/** The SM-DP+ of this process: what its functions share. */
export type Smdp = Pick<Server, 'db' | 'clock' | 'random' | 'log' | 'vault' | 'ports' | 'platforms'> & {
  /** As they are now: files may be renewed while the server runs. */
  readonly credentials: () => Credentials
  /** The certificate set of the port that the call came in by. */
  readonly set: CertificateIssuer
  /** Host in the default platform's activation codes for that port, with the port when it is not 443. */
  readonly address: () => string
  /** The same for each port. */
  readonly addresses: () => readonly string[]
  /** Counts a verified AuthenticateClient of an EID. @returns whether it is within the limit */
  readonly mayAuthenticate: (eid: string) => boolean
  readonly deviceLog: DeviceLog
  /** Configuration versions made ready, newest use last. */
  readonly ready: Map<string, ReadyConfiguration>
}

type Caused = { enterpriseId: string; at: Date; eid: string; address: string; messageId: string }

/** What a device caused by a message. */
export const causeOf = ({ random }: Pick<Smdp, 'random'>, { eid, ...caused }: Caused): Cause => ({
  ...caused,
  actor: { kind: 'device' },
  deviceEid: eid,
  newId: () => random.uuid(),
})

/** The certificates that a session uses; they may have been taken away while it ran. */
export function credentialsOf(smdp: Smdp, serverCiKeyId: Uint8Array): SmdpCredentials {
  const wanted = keyIdText(serverCiKeyId)
  const found = smdp.credentials().all.find(({ ciKeyId }) => keyIdText(ciKeyId) === wanted)
  if (!found)
    throw new RspRefusal('transaction_unknown', { detail: "the session's certificates are not here any more" })
  return found
}

export function trustClassOf(smdp: Smdp, ciKeyId: Uint8Array): TrustClass {
  return smdp.credentials().classes.get(keyIdText(ciKeyId)) ?? 'test'
}

const READY_AT_MOST = 500

/** Versions never change, so what was compiled stays right. @throws RspRefusal package_not_built */
export async function configurationOf(
  smdp: Smdp,
  db: TenantDb,
  { enterpriseId, code }: { enterpriseId: string; code: CodeRecord },
): Promise<ReadyConfiguration> {
  const key = `${enterpriseId} ${code.configuration_id} ${code.configuration_version}`
  const known = smdp.ready.get(key)
  if (known) return known
  const stored = await selectVersionFields(db, enterpriseId, {
    configurationId: code.configuration_id,
    version: code.configuration_version,
  })
  const made = build(smdp, () => readyConfiguration(parseStored(stored)))
  smdp.ready.set(key, made)
  if (smdp.ready.size > READY_AT_MOST) smdp.ready.delete(smdp.ready.keys().next().value!)
  return made
}
