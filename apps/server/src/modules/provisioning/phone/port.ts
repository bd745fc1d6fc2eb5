import type { Needs } from '../../../port/needs.ts'

/** The ports of the server that this module uses. */
export type Server = Needs<'phones' | 'platforms' | 'smdp' | 'stopping' | 'vault'>
