import type { Needs } from '../../../port/needs.ts'

/** What this module is handed of the server. */
export type Server = Needs<'config' | 'platforms' | 'smdp'>
