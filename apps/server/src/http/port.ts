import type { Needs } from '../port/needs.ts'

/** The ports of the server that this folder uses. */
export type Server = Needs<
  | 'callLog'
  | 'config'
  | 'keys'
  | 'limits'
  | 'metrics'
  | 'onceRunning'
  | 'platforms'
  | 'retiring'
  | 'sealer'
  | 'smdp'
  | 'stopping'
  | 'tracer'
>
