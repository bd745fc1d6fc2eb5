import { resolveTxt } from 'node:dns/promises'
import { type CallOut, openCallOut } from './call-out.ts'

export { type CallOut, CallOutError } from './call-out.ts'

/** The world beyond the server, as far as the server asks it by itself. */
export type Outside = {
  /** To addresses that users gave: the public internet only. */
  readonly callPublic: CallOut
  /** To addresses that whoever runs the platform gave. */
  readonly callAnywhere: CallOut
  /** The TXT records of a name, each as one text; none when there is no such name. */
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
