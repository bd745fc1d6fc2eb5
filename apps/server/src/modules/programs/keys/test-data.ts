import { createHash } from 'node:crypto'
import { testIccidPrefix } from '@simwright/contract/profiles/sample-iccid'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import type { KeysServer as Server } from '../../../port/module.ts'
import { type Entitlement, readEntitlement } from '../../platform/plans/service.ts'
import { insertTestEnterprise, selectTestNumber } from '../../platform/tenancy/service.ts'
import { createSamples } from '../../provisioning/samples/service.ts'

/*
 * Test keys never reach the rows of their enterprise account: their calls are those of another tenant, its test data. The
 * isolation of tenants therefore protects the real rows, in calls as well as in background work that a call starts.
 */

/** The test data of an enterprise account, as an enterprise account of its own. The ID is derived, so that it is the same in all processes. */
export function testDataOf(enterpriseId: EnterpriseId): EnterpriseId {
  const bytes = createHash('sha256').update(`test data of ${enterpriseId}`).digest().subarray(0, 16)
  // a UUID of version 8 (RFC 9562, 5.8)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

type Owner = { enterpriseId: EnterpriseId; platformId: PlatformId; at: Date }

/** Creates the test data with the samples of a new enterprise account, if there is none. */
export async function openTestData(server: Server, { enterpriseId: testOf, platformId, at }: Owner): Promise<void> {
  const enterpriseId = testDataOf(testOf)
  await server.db.tenantTx(enterpriseId, async (db) => {
    if (!(await insertTestEnterprise(db, { testOf, platformId, at }))) return
    await createSamples(server, db, { enterpriseId, at })
    await readEntitlement(server, db, { enterpriseId, at })
  })
}

/** How the ICCIDs of the test data begin; null if there is none. */
export async function readTestIccids(server: Pick<Server, 'db'>, testOf: EnterpriseId): Promise<string | null> {
  const enterpriseId = testDataOf(testOf)
  const number = await server.db.tenantRead(enterpriseId, (db) => selectTestNumber(db))
  return number === undefined ? null : testIccidPrefix(number)
}

/** What the plan of the test data allows: that of demo mode, whatever plan the enterprise account has. */
export async function readTestEntitlement(server: Server, enterpriseId: EnterpriseId, at: Date): Promise<Entitlement> {
  return await server.db.tenantRead(enterpriseId, (db) => readEntitlement(server, db, { enterpriseId, at }))
}
