import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import { parseStored } from '@simwright/contract/profiles/configuration'
import { RspRefusal, type SessionPlace } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import type { Trial } from '../../../port/smdp.ts'
import { openOwnValues } from '../../platform/vault/service.ts'
import { type AppletParts, appletCodeOf, withOwnValues } from '../../profiles/configurations/service.ts'
import type { Cause } from '../../profiles/lifecycle/service.ts'
import { build } from './build-failure.ts'
import { type CodeRecord, selectVersionFields } from './code-record.ts'
import { type Credentials, keyIdText, type SmdpCredentials, type TrustClass } from './credentials.ts'
import type { DeviceLog } from './device-log.ts'
import type { Meter } from './meter.ts'
import { type ReadyConfiguration, readyConfiguration } from './package.ts'
import type { ReadyCache } from './ready-cache.ts'
import type { RefusedSessions } from './refused-session.ts'
import type { SessionIssuer } from './session-issuer.ts'

/** What the functions of one SM-DP+ port share. */
export type Smdp = Pick<
  Server,
  'db' | 'clock' | 'random' | 'log' | 'vault' | 'keys' | 'ports' | 'platforms' | 'tracer'
> & {
  /** The current credentials; they change when files are replaced. */
  readonly credentials: () => Credentials
  /** The certificate issuer of this port. */
  readonly set: CertificateIssuer
  /** This port's address in the default platform's activation codes, with the port unless it is 443. */
  readonly address: () => string
  /** The addresses of all ports. */
  readonly addresses: () => readonly string[]
  /** Counts a verified AuthenticateClient of an EID. @returns whether it is within the limit */
  readonly mayAuthenticate: (eid: string) => boolean
  readonly sessions: SessionIssuer
  /** The sessions in which unverified callers were refused. */
  readonly refused: RefusedSessions
  readonly deviceLog: DeviceLog
  readonly meter: Meter
  readonly ready: ReadyCache
  /** The try to which a call of a virtual phone belongs; a call of another device has none. */
  readonly trial?: Trial
}

/** A session continues on its port, and in its try. */
export const placeOf = ({ set, trial }: Pick<Smdp, 'set' | 'trial'>): SessionPlace => ({
  interface: 'ES9+',
  port: trial ? `${set} ${trial.id}` : set,
})

type Caused = { enterpriseId: EnterpriseId; at: Date; eid: string; address: string; messageId: string }

/** The cause of a transition that a device's message triggers. */
export const causeOf = ({ random }: Pick<Smdp, 'random'>, { eid, ...caused }: Caused): Cause => ({
  ...caused,
  actor: { kind: 'device' },
  deviceEid: eid,
  newId: () => random.uuid(),
})

/** The certificates of a session. @throws RspRefusal transaction_unknown when they were removed meanwhile */
export function credentialsOf(smdp: Smdp, serverCiKeyId: Uint8Array): SmdpCredentials {
  const wanted = keyIdText(serverCiKeyId)
  const found = smdp.credentials().all.find(({ ciKeyId }) => keyIdText(ciKeyId) === wanted)
  if (!found) throw new RspRefusal('transaction_unknown', { detail: "the session's certificates were removed" })
  return found
}

export function trustClassOf(smdp: Smdp, ciKeyId: Uint8Array): TrustClass {
  return smdp.credentials().classes.get(keyIdText(ciKeyId)) ?? 'test'
}

/** The portal's address for messages of Recycle applets: the SM-DP+ host with the BIP port. */
const partsOf = ({ address, ports }: Smdp): Pick<AppletParts, 'bip'> => ({
  bip: { host: address().replace(/:\d+$/, ''), port: ports.bip },
})

/**
 * The compiled configuration version of a profile, whose keys were read with it. A profile that has values of its own
 * has a configuration of its own.
 * @throws RspRefusal package_not_built
 */
export async function configurationOf(
  smdp: Smdp,
  db: TenantDb,
  { code }: { code: CodeRecord },
): Promise<ReadyConfiguration> {
  const { enterpriseId } = db
  const profile = { enterpriseId, profileId: code.profile_id }
  const own = code.sealed_keys ? openOwnValues(smdp.vault, profile, code.sealed_keys) : {}
  const ready = await versionOf(smdp, db, { code })
  if (Object.keys(own).length === 0) return ready
  const fields = withOwnValues(ready.fields, own)
  const { code: appletCode } = await appletCodeOf(smdp, db, { enterpriseId, fields })
  return build(smdp, () => readyConfiguration(fields, { ...partsOf(smdp), code: appletCode }))
}

/**
 * The compiled configuration of a profile, whose keys were read with it, if no query is needed for it: neither for values of
 * its own, nor for a supplied package, nor to compile the version first.
 */
export function cachedConfiguration(
  smdp: Smdp,
  enterpriseId: EnterpriseId,
  code: CodeRecord,
): ReadyConfiguration | undefined {
  const ready = smdp.ready.find(versionKey(enterpriseId, code), smdp)
  if (ready?.packages.kind !== 'built' || !code.sealed_keys) return undefined
  const own = openOwnValues(smdp.vault, { enterpriseId, profileId: code.profile_id }, code.sealed_keys)
  return Object.keys(own).length === 0 ? ready : undefined
}

const versionKey = (enterpriseId: EnterpriseId, code: CodeRecord) =>
  `${enterpriseId} ${code.configuration_id} ${code.configuration_version}`

/** The compiled configuration version, cached. @throws RspRefusal package_not_built */
async function versionOf(smdp: Smdp, db: TenantDb, { code }: { code: CodeRecord }): Promise<ReadyConfiguration> {
  const { enterpriseId } = db
  const key = versionKey(enterpriseId, code)
  const known = smdp.ready.find(key, smdp)
  if (known) return known
  const stored = await selectVersionFields(db, {
    configurationId: code.configuration_id,
    version: code.configuration_version,
  })
  const fields = parseStored(stored)
  const { code: appletCode, files } = await appletCodeOf(smdp, db, { enterpriseId, fields })
  const ready = build(smdp, () => readyConfiguration(fields, { ...partsOf(smdp), code: appletCode }))
  smdp.ready.add(key, { ready, files })
  return ready
}
