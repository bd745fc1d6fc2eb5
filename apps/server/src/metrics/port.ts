import type { Needs } from '../port/needs.ts'

/** The ports of the server that this folder uses. */
export type Server = Needs<'config' | 'metrics' | 'ports' | 'smdp' | 'workers'>
