import type { Needs } from '../../../port/needs.ts'

/** The ports of the server that this module uses: the default ones. */
export type Server = Needs
