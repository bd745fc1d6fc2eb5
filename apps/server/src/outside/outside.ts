import { resolveTxt } from 'node:dns/promises'
import { type CallOut, openCallOut } from './call-out.ts'

export { type CallOut, CallOutError } from './call-out.ts'

/** The outgoing calls and DNS lookups of the server. */
export type Outside = {
  /** For addresses from users: only the public internet. */
  readonly callPublic: CallOut
  /** For addresses from the operator's settings. */
  readonly callAnywhere: CallOut
  /** The TXT records of a name, each joined to one string; empty when the name does not exist. */
  readonly txtRecords: (name: string) => Promise<string[]>
}

export function openOutside({ loopback }: { loopback: boolean }): Outside {
  return {
    callPublic: openCallOut('public', { loopback }),
    callAnywhere: openCallOut('anywhere', { loopback }),
    txtRecords: async (name) => {
      try {
        return (await resolveTxt(name)).map((parts) => parts.join(''))
      } catch (error) {
        if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
        throw error
      }
    },
  }
}
