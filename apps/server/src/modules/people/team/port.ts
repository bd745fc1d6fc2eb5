import type { Needs } from '../../../port/needs.ts'

/** The services of the server that this module uses. */
export type Server = Needs<'config' | 'keys' | 'mail' | 'passwordCost' | 'platforms' | 'sealer' | 'smdp'>
