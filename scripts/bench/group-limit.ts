import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import type { Db } from '../../apps/server/src/db/database.ts'
import { answerMs } from './answer.ts'
import type { Figure } from './figure.ts'
import { measure } from './host.ts'
import type { Portal } from './portal.ts'

const RATIO_LIMIT = 1.3
const ROUNDS = 60
const LIMIT = 50
const GROUPS = 2
/** After a first turn of each, which only warms up. */
const TURNS = 5

/** Fleet's first page for a member whose view is limited to two groups, compared with the same member without a limit. */
export async function groupLimitFigure({ client, enterpriseId }: Portal, db: Db): Promise<Figure> {
  const groups = (await client.ask(group.list, {})).items.slice(0, GROUPS).map(({ id }) => id)
  const setLimit = (limited: boolean) =>
    db.tenantTx(enterpriseId, (db) =>
      db
        .updateTable('member')
        .set({ built_in_role: limited ? 'Operator' : 'Owner', group_limit: limited ? groups : null })
        .where('state', '=', 'ACTIVE')
        .execute(),
    )
  const pageMs = async (limited: boolean) => {
    await setLimit(limited)
    const ask = () => answerMs(client, fleet.list, { limit: LIMIT })
    for (let round = 0; round < ROUNDS; round++) await ask()
    return median((await measure(ROUNDS, ask)).kept)
  }
  const all: number[] = []
  const some: number[] = []
  for (let turn = 0; turn <= TURNS; turn++) {
    const [ofAll, ofSome] = [await pageMs(false), await pageMs(true)]
    if (turn === 0) continue
    all.push(ofAll)
    some.push(ofSome)
  }
  await setLimit(false)
  console.error(`fleet.group-limit: all profiles ${said(all)} ms, ${groups.length} groups ${said(some)} ms`)
  const ratio = median(some) / median(all)
  return {
    name: 'fleet.group-limit',
    value: median(some),
    unit: 'ms',
    limit: median(all) * RATIO_LIMIT,
    ratio,
    ratioLimit: RATIO_LIMIT,
  }
}

const said = (times: readonly number[]) => times.map((ms) => ms.toFixed(1)).join(', ')

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
