import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/client'
import type { Browser, Who } from '../../../http/call.ts'
import type { ClientsServer as Server } from '../../../port/module.ts'
import { openVisit } from '../sessions/service.ts'
import { clientOf } from './record.ts'

type VisitCall = { input: ParsedInputOf<typeof contract.visit>; address: string; browser: Browser }

/** Signs a staff member in to an enterprise account, read-only. @throws Problem not_found, second_factor_needed */
export async function visitClient(
  server: Server,
  who: Who,
  { input, address, browser }: VisitCall,
): Promise<OutputOf<typeof contract.visit>> {
  const { name } = await server.db.tenantRead(input.id, (db) => clientOf(db, input.id))
  const client = { id: input.id, name, reason: input.fields.reason }
  const visit = await openVisit(server, who, { client, from: { address, userAgent: browser.userAgent } })
  browser.keepVisit(visit.binding)
  return { token: visit.token, endsAt: visit.endsAt.toISOString() }
}
