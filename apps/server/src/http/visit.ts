import { type Endpoint, hideCodes, Problem } from '@simwright/contract'
import type { Logger } from '../runtime/log.ts'
import type { Who } from './call.ts'

/** Refuses a call that a visit of platform staff may not make. @throws Problem visit_read_only, visit_hidden */
export function requireViewOnly(endpoint: Endpoint): void {
  if (!endpoint.reads) throw new Problem('visit_read_only')
  if (endpoint.answer === 'file' || endpoint.revealsCodes) throw new Problem('visit_hidden')
}

/** Whether the transactions of the call are read-only: by the endpoint for every caller, in a visit for every endpoint. */
export const onlyReads = (endpoint: Endpoint, who: Who | undefined): boolean =>
  endpoint.reads === true || who?.visit !== undefined

/** An answer as the caller may see it: without activation codes in a visit. */
export const shownTo = (who: Who | undefined, { output }: Endpoint, answer: unknown): unknown =>
  who?.visit ? hideCodes(output, answer) : answer

const READ_ONLY_TRANSACTION = '25006'

/**
 * The error of a visit's call whose handler tried to write although its endpoint declares that it only reads. PostgreSQL
 * refused the write.
 */
export function refusedWrite(log: Logger, { path }: Endpoint, error: unknown): unknown {
  if ((error as { code?: unknown }).code !== READ_ONLY_TRANSACTION) return error
  log.error({ err: error, path }, 'a call that only reads tried to write')
  return new Problem('visit_read_only', {}, { cause: error })
}
