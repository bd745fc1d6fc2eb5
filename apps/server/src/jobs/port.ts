import type { Needs } from '../port/needs.ts'

/** The ports of the server that this folder uses. */
export type Server = Needs<
  | 'config'
  | 'jobs'
  | 'keys'
  | 'mail'
  | 'metrics'
  | 'platforms'
  | 'sealer'
  | 'smdp'
  | 'smds'
  | 'stopping'
  | 'stripe'
  | 'tracer'
  | 'vault'
  | 'workers'
>
