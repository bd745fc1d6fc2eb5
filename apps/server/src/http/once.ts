import { createHmac } from 'node:crypto'
import { type Endpoint, Problem } from '@simwright/contract'
import { sql } from 'kysely'
import { Secret } from '../secret/secret.ts'
import type { Server } from '../server.ts'
import type { Call } from './call.ts'

/** A repeated X-Request-Id is answered by its first outcome for this long. */
export const ONCE_LIFE_MS = 24 * 60 * 60 * 1000

type Once = { endpoint: Endpoint; call: Call<Endpoint>; run: () => Promise<unknown> }

/**
 * Runs a call that must not happen twice. A repetition with the same content gets the first answer again; one that comes
 * while the first runs, or with other content, is refused. A call that failed has changed nothing and may be repeated.
 */
export async function answerOnce(server: Server, { endpoint, call, run }: Once): Promise<unknown> {
  const key = { caller: call.who?.userId ?? 'public', request_id: call.requestId }
  const place = {
    enterpriseId: null,
    table: 'once_request',
    row: `${key.caller} ${key.request_id}`,
    field: 'sealed_answer',
  }
  const hash = inputHash(server.keys.once, endpoint, call.input)
  if (!(await claim(server, { key, hash, path: endpoint.path }))) {
    const first = await server.db.global
      .selectFrom('once_request')
      .select(['input_hash', 'sealed_answer'])
      .where('caller', '=', key.caller)
      .where('request_id', '=', key.request_id)
      .executeTakeFirst()
    if (!first?.sealed_answer || !first.input_hash.equals(hash)) throw new Problem('conflict')
    return JSON.parse(server.sealer.openText(place, first.sealed_answer).reveal())
  }
  try {
    const answer = await run()
    const sealed = server.sealer.seal(place, new Secret(JSON.stringify(answer)))
    await updateClaim(server, key).set({ sealed_answer: sealed }).execute()
    return answer
  } catch (error) {
    await server.db.global
      .deleteFrom('once_request')
      .where('caller', '=', key.caller)
      .where('request_id', '=', key.request_id)
      .where('sealed_answer', 'is', null)
      .execute()
    throw error
  }
}

type Key = { caller: string; request_id: string }

/** True for the first that comes with this request id, or the first after it has lapsed. */
async function claim(server: Server, { key, hash, path }: { key: Key; hash: Buffer; path: string }): Promise<boolean> {
  const now = server.clock.now()
  const lapsed = new Date(now.getTime() - ONCE_LIFE_MS)
  const claimed = await server.db.global
    .insertInto('once_request')
    .values({ ...key, endpoint: path, input_hash: hash, sealed_answer: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'request_id'])
        .doUpdateSet({ endpoint: path, input_hash: hash, sealed_answer: null, created_at: now })
        .where('once_request.created_at', '<', lapsed),
    )
    .returning(sql<number>`1`.as('claimed'))
    .executeTakeFirst()
  return claimed !== undefined
}

function updateClaim(server: Server, key: Key) {
  return server.db.global
    .updateTable('once_request')
    .where('caller', '=', key.caller)
    .where('request_id', '=', key.request_id)
}

/** Keyed, because what was sent may be a password. */
function inputHash(key: Secret, endpoint: Endpoint, input: unknown): Buffer {
  return createHmac('sha256', key.reveal()).update(endpoint.path).update('\0').update(JSON.stringify(input)).digest()
}
