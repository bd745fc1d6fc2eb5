import { type Endpoint, Problem } from '@simwright/contract'
import type { FastifyRequest } from 'fastify'
import { fault } from './input.ts'

/** The header with which a call asks for a dry run; its answer has it too. */
export const DRY_RUN = 'x-dry-run'

/**
 * The dry run that the call asks for; undefined if it asks for none.
 * @throws Problem invalid for another value than `true`; dry_run_none, so that a call without a dry run is not made
 */
export function dryRunOf(endpoint: Endpoint, { headers }: FastifyRequest): Endpoint['dryRun'] {
  const asked = headers[DRY_RUN]
  if (asked === undefined || endpoint.reads) return undefined
  if (asked !== 'true') throw fault(DRY_RUN, 'choice', 'X-Dry-Run can only be "true".')
  if (!endpoint.dryRun) throw new Problem('dry_run_none')
  return endpoint.dryRun
}
