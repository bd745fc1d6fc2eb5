import type { SmdsServer as Server } from '../../../port/module.ts'
import type { Credentials, RefusedSessions, SessionIssuer } from '../smdp/service.ts'

/** What the functions of this process's SM-DS share. */
export type Smds = Pick<Server, 'db' | 'clock' | 'random' | 'log'> & {
  readonly credentials: () => Credentials
  readonly sessions: SessionIssuer
  /** The sessions in which unverified callers were refused. */
  readonly refused: RefusedSessions
  /** Host as devices know it, with the port when it is not 443. */
  readonly address: () => string
}

type Trust = 'test' | 'live'

/** The trust class of a certificate issuer. `test`: anyone can create certificates under it. */
export function trustOf({ credentials }: Smds, ciKeyId: Uint8Array): Trust {
  return credentials().classes.get(Buffer.from(ciKeyId).toString('hex')) ?? 'test'
}
