import { type Endpoint, type Envelope, SUCCESS_CODE } from '@simwright/contract'
import type { FastifyReply } from 'fastify'

/** The envelope of every JSON answer is put on here and in `refusal.ts`, and nowhere else. */
export function answerJson(reply: FastifyReply, obj: unknown): FastifyReply {
  const envelope: Envelope<unknown> = { success: true, code: SUCCESS_CODE, msg: '', obj }
  return reply.header('cache-control', 'no-store').send(envelope)
}

/**
 * What the contract promises, and nothing beyond it.
 * @throws Error when the handler broke the promise; the message names the fields, without their values.
 */
export function checkOutput(endpoint: Endpoint, output: unknown): unknown {
  const checked = endpoint.output.safeParse(output)
  if (checked.success) return checked.data
  const places = checked.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', ')
  throw new Error(`the answer of ${endpoint.path} does not fit the contract: ${places}`)
}
