import { type Endpoint, type Envelope, SUCCESS_CODE } from '@simwright/contract'
import type { FastifyReply } from 'fastify'

/** Sends a JSON answer in its envelope. Only this function and `refusal.ts` build envelopes. */
export function answerJson(reply: FastifyReply, obj: unknown): FastifyReply {
  const envelope: Envelope<unknown> = { success: true, code: SUCCESS_CODE, msg: '', obj }
  return reply.header('cache-control', 'no-store').send(envelope)
}

/**
 * The handler's output, without fields that are not in the contract.
 * @throws Error if the output does not fit the contract; the message names the fields, not their values
 */
export function checkOutput(endpoint: Pick<Endpoint, 'path' | 'output'>, output: unknown): unknown {
  const checked = endpoint.output.safeParse(output)
  if (checked.success) return checked.data
  const issues = checked.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', ')
  throw new Error(`the answer of ${endpoint.path} does not fit the contract: ${issues}`)
}
