import type { Credentials } from '../smdp/service.ts'
import type { Server } from './port.ts'

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
