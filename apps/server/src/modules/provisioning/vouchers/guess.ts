import { Problem } from '@simwright/contract'
import { networkOf } from '../../../http/network.ts'
import type { VouchersServer as Server } from '../../../port/module.ts'

const WINDOW_MS = 10 * 60_000

/** Networks that are counted at once; beyond, counting starts over. */
const NETWORKS_MAX = 50_000

/**
 * Counts wrong codes in this process, by address and from all. An attempt counts before its code is looked up, so that
 * concurrent ones cannot exceed the limit, and is given back if its code exists.
 */
export type Guesses = {
  /** @returns what gives the attempt back. @throws Problem `too_many` beyond a limit */
  count(address: string): () => void
}

export function openGuesses(
  { limits }: Pick<Server, 'limits'>,
  nowMs: () => number = () => performance.now(),
): Guesses {
  let counts = new Map<string, number>()
  let all = 0
  let startedAt = nowMs()
  return {
    count(address) {
      const passed = nowMs() - startedAt
      if (passed >= WINDOW_MS || counts.size > NETWORKS_MAX) {
        counts = new Map()
        all = 0
        startedAt = nowMs()
      }
      const network = networkOf(address)
      const mine = counts.get(network) ?? 0
      const { address: ofAddress, all: ofAll } = limits.voucherGuesses
      if (mine >= ofAddress || all >= ofAll)
        throw new Problem('too_many', { seconds: Math.max(1, Math.ceil((WINDOW_MS - passed) / 1_000)) })
      const counted = counts
      counts.set(network, mine + 1)
      all += 1
      return () => {
        if (counted !== counts) return
        counts.set(network, (counts.get(network) ?? 1) - 1)
        all -= 1
      }
    },
  }
}
