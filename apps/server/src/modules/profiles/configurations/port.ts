import type { Needs } from '../../../port/needs.ts'

/** The services of the server that this module uses. */
export type Server = Needs<'vault' | 'workers'>

/** For what reads no file from outside: also other modules call it. */
export type Reading = Omit<Server, 'workers'>
