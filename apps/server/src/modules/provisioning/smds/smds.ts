import type { Server } from '../../../server.ts'
import type { Credentials } from '../smdp/service.ts'

/** The SM-DS of this process: what its functions share. */
export type Smds = Pick<Server, 'db' | 'clock' | 'random' | 'log'> & {
  readonly credentials: () => Credentials
  /** Host as devices know it, with the port when it is not 443. */
  readonly address: () => string
}

type Trust = 'test' | 'live'

/** Whether a certificate issuer is one under which anyone can make certificates. */
export function trustOf({ credentials }: Smds, ciKeyId: Uint8Array): Trust {
  return credentials().classes.get(Buffer.from(ciKeyId).toString('hex')) ?? 'test'
}
