import { type Fault, Problem } from '@simwright/contract'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import { ownColumns } from '@simwright/contract/profiles/source-file'
import { algorithmKeys } from '@simwright/contract/profiles/subscriber-key'
import { type CardIccid, countryOfImsi, type Imsi } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readEntitlement } from '../../platform/plans/service.ts'
import { type CardKeys, openCardKeys, ownValuesOf, sealCardKeys, sealPackage } from '../../platform/vault/service.ts'
import { readVersion } from '../../profiles/configurations/service.ts'
import { isAllowed, type LockedProfile, lockProfiles, move } from '../../profiles/lifecycle/service.ts'
import { needsOf, readSingleRow, type ValidRow } from '../../profiles/source/service.ts'
import { replacePackages, updateKeys } from './insert.ts'
import { type OwnProfile, selectOwnProfiles } from './queries.ts'
import { cellsOf, formFault, type SingleInput } from './single-row.ts'
import { readSuppliedPackage } from './supplied.ts'

/*
 * Changes of profiles that were not downloaded. The activation code remains, because a package is built when a device
 * downloads it.
 */

export type CardChange = Partial<Omit<SingleInput, 'configurationId' | 'iccid' | 'upp'>>

type Found = { row: LockedProfile; own: OwnProfile; packages: 'built' | 'supplied' } & Pick<
  Awaited<ReturnType<typeof readVersion>>,
  'fields'
>

type ProfileRef = { enterpriseId: EnterpriseId; profileId: ProfileId }

/** @throws Problem `profile_unfit` if it was downloaded */
async function lockChangeable(server: Server, db: TenantDb, { profileId }: ProfileRef): Promise<Found> {
  const { enterpriseId } = db
  const [row] = await lockProfiles(db, enterpriseId, [profileId])
  const [own] = await selectOwnProfiles(db, [profileId])
  if (!row || !own || row.sample) throw new Problem('not_found')
  if (!isAllowed('cardChanged', row))
    throw new Problem('profile_unfit', { iccid: own.iccid, reason: `it is ${row.status}, not AVAILABLE to a device.` })
  const key = { enterpriseId, id: own.configuration_id, version: own.configuration_version }
  const { fields } = await readVersion(server, db, key)
  return { row, own, fields, packages: typeFacts[fields.type].packages }
}

/**
 * Changes subscriber data; what is absent remains.
 * @throws Problem `not_found`, `profile_unfit`, or `invalid` naming the fields
 */
export async function changeCard(
  server: Server,
  db: TenantDb,
  who: Who,
  { profileId, change }: { profileId: ProfileId; change: CardChange },
): Promise<void> {
  const { enterpriseId } = who
  const { row, own, fields, packages } = await lockChangeable(server, db, { enterpriseId, profileId })
  const { iccid } = own
  if (packages === 'supplied')
    throw new Problem('profile_unfit', { iccid, reason: 'its package was supplied. Replace the package.' })
  const entitlement = await readEntitlement(server, db, { enterpriseId, at: server.clock.now() })
  const needs = needsOf({ fields, entitlement })
  const before = openCardKeys(server.vault, { enterpriseId, profileId }, own.sealed)
  const operatorKey = algorithmKeys[needs.algorithm].operatorKeys[0]
  const read = readSingleRow(
    {
      ...keyCells(before, operatorKey),
      ...changedCells({ ...change, iccid, imsi: change.imsi ?? own.imsi }, operatorKey),
    },
    { needs, now: server.clock.now() },
  )
  if (read.faults.length > 0) throw new Problem('invalid', {}, { faults: read.faults.map(formFault) })
  const { values } = read.row
  const keys = keysAfter(before, values, operatorKey)
  await updateKeys(db, [{ profileId, sealedKeys: sealCardKeys(server.vault, { enterpriseId, profileId }, keys) }])
  const msisdn = values.MSISDN ?? row.msisdn
  const spn = ownValuesOf(keys).SPN ?? fields.serviceProviderName
  await finish(server, db, { who, row, iccid, imsi: values.IMSI!, msisdn, spn, changed: namesOf(change) })
}

type OperatorKey = 'OPC' | 'TOPC' | (string & {}) | undefined

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()

/** The keys that the profile has, which the rules of a row require. */
function keyCells({ ki, opc }: CardKeys, operatorKey: OperatorKey): ValidRow['values'] {
  return { KI: hex(ki), ...(operatorKey && opc.length > 0 ? { [operatorKey]: hex(opc) } : {}) }
}

function changedCells(
  change: CardChange & { iccid: string; imsi: string },
  operatorKey: OperatorKey,
): ValidRow['values'] {
  const { ki, opc } = change
  return {
    ...cellsOf({ ...change, configurationId: '', makeKeys: false }),
    ...(ki ? { KI: ki } : {}),
    ...(opc ? { [operatorKey ?? 'OPC']: opc } : {}),
  }
}

/** A field of the keys that is a text, and its column. */
const textColumns = {
  PIN1: 'pin1',
  PIN2: 'pin2',
  PUK1: 'puk1',
  PUK2: 'puk2',
  ADM1: 'adm1',
  IMPI: 'impi',
  IMPU: 'impu',
} as const

function keysAfter(before: CardKeys, values: ValidRow['values'], operatorKey: OperatorKey): CardKeys {
  const texts = Object.entries(textColumns).flatMap(([column, field]) => {
    const value = values[column as keyof typeof textColumns]
    return value === undefined ? [] : [[field, value]]
  })
  const opc = operatorKey && values[operatorKey as 'OPC']
  const own = { ...ownValuesOf(before) }
  for (const column of ownColumns) if (values[column] !== undefined) own[column] = values[column]
  return {
    ...before,
    ki: Buffer.from(values.KI!, 'hex'),
    ...(opc ? { opc: Buffer.from(opc, 'hex') } : {}),
    ...(values.C9 === undefined ? {} : { c9: Buffer.from(values.C9, 'hex') }),
    ...Object.fromEntries(texts),
    own: Object.keys(own).length === 0 ? '' : JSON.stringify(own),
  }
}

type UppChange = { profileId: ProfileId; upp: string; imsi: string | undefined }

/**
 * Replaces a supplied package.
 * @throws Problem `not_found`, `profile_unfit`, or `invalid` naming the fields
 */
export async function replaceUpp(server: Server, db: TenantDb, who: Who, change: UppChange): Promise<void> {
  const { enterpriseId } = who
  const { profileId, upp } = change
  const { row, own, packages } = await lockChangeable(server, db, { enterpriseId, profileId })
  const { iccid } = own
  if (packages === 'built') throw new Problem('profile_unfit', { iccid, reason: 'its package is built, not supplied.' })
  const imsi = change.imsi ?? own.imsi
  const trust = server.smdp.testIssuerOnly ? 'test' : 'live'
  const supplied = readSuppliedPackage(upp, { iccid, imsi, trust })
  if ('faults' in supplied) throw new Problem('invalid', {}, { faults: supplied.faults as Fault[] })
  const sealedPackage = sealPackage(server.vault, { enterpriseId, profileId }, supplied.upp)
  await replacePackages(db, [{ profileId, sealedPackage }])
  const { spn } = await db
    .selectFrom('profile')
    .select('spn')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  await finish(server, db, { who, row, iccid: supplied.iccid, imsi, msisdn: row.msisdn, spn, changed: ['upp'] })
}

type Finish = {
  who: Who
  row: LockedProfile
  iccid: CardIccid
  imsi: string
  msisdn: string | null
  spn: string
  changed: readonly string[]
}

async function finish(server: Server, db: TenantDb, { who, row, changed, ...subscriber }: Finish): Promise<void> {
  const { enterpriseId, userId } = who
  const cause = {
    enterpriseId,
    at: server.clock.now(),
    actor: { kind: 'user', userId },
    newId: () => server.random.uuid(),
  } as const
  const region = countryOfImsi(subscriber.imsi as Imsi) ?? null
  await move(db, cause, [{ row, transition: { kind: 'cardChanged', ...subscriber, region } }])
  const object = { id: row.profile_id, name: subscriber.iccid }
  await recordAudit(server, db, { action: 'profile.changed', enterpriseId, object, after: { fields: [...changed] } })
}

/** The names of the changed fields; never their values. */
const namesOf = (change: CardChange) =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined || name === 'makeKeys' ? [] : [name]))
