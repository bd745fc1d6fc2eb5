import { Problem } from '@simwright/contract'
import type { Es2plusFunction, Es2plusInput, Es2plusOutput } from '@simwright/contract/programs/es2plus-call'
import type { TenantDb } from '../../../db/database.ts'
import { hasRequester } from './operator-queries.ts'
import { type Caller, type Needs, perform } from './order.ts'
import { Es2plusRefusal } from './refusal.ts'

type SignedCaller = Omit<Caller, 'requester'>
type Asked<F extends Es2plusFunction> = { name: F; caller: SignedCaller; input: Es2plusInput<F> }

/**
 * A call of ES2+ with the signed headers of the open API, in the transaction of the call. Without
 * functionRequesterIdentifier it is for the enterprise account itself: such an order has no callback.
 * @throws Problem `order_refused` with the codes of SGP.22
 */
export async function performSigned<F extends Es2plusFunction>(
  server: Needs,
  db: TenantDb,
  { name, caller, input }: Asked<F>,
): Promise<Es2plusOutput<F>> {
  try {
    const requester = input.header?.functionRequesterIdentifier ?? null
    if (requester !== null && !(await hasRequester(db, requester)))
      throw new Es2plusRefusal(
        'requester',
        'No certificate whose key is proven is registered for this functionRequesterIdentifier.',
      )
    return await perform(server, db, { name, caller: { ...caller, requester }, input })
  } catch (error) {
    if (!(error instanceof Es2plusRefusal)) throw error
    const { subjectCode, reasonCode, message } = error
    const detail = { subjectCode, reasonCode, message }
    throw new Problem('order_refused', { subject: subjectCode, reason: reasonCode, message }, { detail, cause: error })
  }
}
