import type { Es2plusFunction } from '@simwright/contract/programs/es2plus-call'
import type { SignedCall } from '@simwright/contract/programs/signed-call'
import type { Recorded } from '../../../http/once.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { performSigned } from '../es2plus/service.ts'
import type { Signed } from './serve-signed.ts'

/** Passes a signed call to ES2+, as the enterprise account or as one of its operators. */
export async function callEs2plus(
  server: Server,
  name: Es2plusFunction,
  { who, entitlement, scope, input, once, address }: Signed<SignedCall>,
): Promise<Recorded<unknown>> {
  const { enterpriseId, userId: callerId, platformId } = who
  const caller = { enterpriseId, callerId, platformId, entitlement, scope, address }
  return await once.tenantTx(enterpriseId, (db) => performSigned(server, db, { name, caller, input: input as never }))
}
