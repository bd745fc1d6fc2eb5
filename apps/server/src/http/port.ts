import type { Needs } from '../port/needs.ts'

/** What this folder is handed of the server. */
export type Server = Needs<
  'config' | 'keys' | 'limits' | 'onceRunning' | 'platforms' | 'retiring' | 'sealer' | 'smdp' | 'stopping'
>
