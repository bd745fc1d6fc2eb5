import type { ApiKey, KeySecret } from '@simwright/contract/programs/keys'

/** Whether the secret has not ended. */
export const isLive = ({ endsAt }: KeySecret): boolean => Date.parse(endsAt) > Date.now()

/** The last use of any secret of the key. */
export function lastUseOf({ secrets }: ApiKey): { at: string; address: string } | undefined {
  const uses = secrets.flatMap(({ lastUsedAt: at, lastUsedAddress: address }) =>
    at === null ? [] : [{ at, address: address ?? '' }],
  )
  return uses.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]
}
