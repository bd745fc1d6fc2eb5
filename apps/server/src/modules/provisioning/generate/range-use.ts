import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as batch from '@simwright/contract/provisioning/batch'
import {
  type CardIccid,
  endsInCheckDigit,
  IdError,
  type Imsi,
  iccidAt,
  imsiAt,
  readIccid,
  readImsi,
} from '@simwright/ids'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { type Island, selectIccidIslands, selectImsiIslands } from './range-queries.ts'

type Use = OutputOf<typeof batch.rangeUse>
type Run = Use['runs'][number]

/** Maximum number of runs in use that are returned; a range with more is cut after the last of them. */
const ISLANDS_LIMIT = 200

/** How numbers of each kind are read and counted. `digits`: the leading digits that count, without a check digit. */
const kinds = {
  ICCID: {
    parse: (text: string): string => readIccid(text, { nineteenDigits: 'complete' }).value.card,
    at: (first: string, index: number) => iccidAt(first as CardIccid, index),
    digits: (first: string) => (endsInCheckDigit(first) ? first.length - 1 : first.length),
  },
  IMSI: {
    parse: (text: string): string => readImsi(text).value,
    at: (first: string, index: number) => imsiAt(first as Imsi, index),
    digits: () => 15,
  },
} as const

/** Divides a range of ICCIDs or IMSIs into runs of numbers that are used, taken, doubled or free. */
export async function readRangeUse(
  server: Server,
  { enterpriseId }: Who,
  { kind, first: sent, count }: ParsedInputOf<typeof batch.rangeUse>,
): Promise<Use> {
  const { at } = kinds[kind]
  const first = checkedFirst(kind, sent)
  const last = lastOf(kind, first, count)
  const select = kind === 'ICCID' ? selectIccidIslands : selectImsiIslands
  const all = await server.db.tenantTx(enterpriseId, (db) =>
    select(db, { first, last, digits: kinds[kind].digits(first), limit: ISLANDS_LIMIT + 1 }),
  )
  const islands = all.slice(0, ISLANDS_LIMIT)
  const isCut = all.length > ISLANDS_LIMIT
  const total = isCut ? indexOf(kind, first, islands.at(-1)!.last) + 1 : count
  const runs = withGaps(kind, { first, total, islands })
  const sum = (state: Run['state']) =>
    runs.filter((run) => run.state === state).reduce((all, run) => all + run.count, 0)
  return {
    first,
    last: at(first, total - 1),
    total,
    used: sum('used'),
    taken: sum('taken'),
    doubled: sum('doubled'),
    free: sum('free'),
    isCut,
    runs,
  }
}

type Kind = keyof typeof kinds

function checkedFirst(kind: Kind, sent: string): string {
  try {
    return kinds[kind].parse(sent)
  } catch (error) {
    if (error instanceof IdError) throw fault('first', error.code, `Invalid ${kind}. ${error.message}`)
    throw error
  }
}

function lastOf(kind: Kind, first: string, count: number): string {
  try {
    return kinds[kind].at(first, count - 1)
  } catch (error) {
    if (error instanceof IdError) throw fault('count', error.code, error.message)
    throw error
  }
}

function indexOf(kind: Kind, first: string, number: string): number {
  const digits = kinds[kind].digits(first)
  return Number(BigInt(number.slice(0, digits)) - BigInt(first.slice(0, digits)))
}

/** The runs in use, with the free runs between them. */
function withGaps(
  kind: Kind,
  { first, total, islands }: { first: string; total: number; islands: readonly Island[] },
): Run[] {
  const runs: Run[] = []
  const { at } = kinds[kind]
  let next = 0
  const freeUntil = (end: number) => {
    if (end > next) runs.push({ state: 'free', first: at(first, next), last: at(first, end - 1), count: end - next })
  }
  for (const island of islands) {
    const start = indexOf(kind, first, island.first)
    freeUntil(start)
    const end = start + island.count
    runs.push({ ...island, first: at(first, start), last: at(first, end - 1) })
    next = end
  }
  freeUntil(total)
  return runs
}
