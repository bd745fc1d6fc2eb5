import type { WebhooksServer as Server } from '../../../port/module.ts'
import { insertArrival } from './arrival-queries.ts'
import type { Answer } from './delivery-queries.ts'
import type { EndpointRow } from './endpoint-queries.ts'
import { openSecrets } from './secret.ts'
import { verifyHeaders } from './signature.ts'

type Received = { headers: Record<string, string>; body: string }

/**
 * The receiver in the portal: stores what arrived and whether both signatures verify, and answers the chosen status. It is
 * called in process, by the id of its endpoint.
 */
export async function receive(server: Server, endpoint: EndpointRow, { headers, body }: Received): Promise<Answer> {
  const at = server.clock.now()
  const valid = verifyHeaders(openSecrets(server, endpoint, at), headers, body)
  const { bench_status: status, enterprise_id: enterpriseId } = endpoint
  const arrival = { id: server.random.uuid(), endpointId: endpoint.id, at, headers, body, valid, answered: status }
  await server.db.tenantTx(enterpriseId, (db) => insertArrival(db, arrival))
  const isTaken = status >= 200 && status < 300
  return { status, fault: isTaken ? null : `It answered ${status}.`, answer: isTaken ? 'Received.' : '' }
}
