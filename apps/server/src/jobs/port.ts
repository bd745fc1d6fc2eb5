import type { Needs } from '../port/needs.ts'

/** What this folder is handed of the server. */
export type Server = Needs<
  'config' | 'jobs' | 'keys' | 'mail' | 'platforms' | 'sealer' | 'smdp' | 'smds' | 'stopping' | 'vault'
>
