import { commitWith } from '../../../db/commit-with.ts'
import type { LastStatements } from '../../../db/dialect.ts'
import type { Fragment } from '../../../db/fragment.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import { commitGuarded, type Guard, GuardFailed, type Write } from '../../../db/write-together.ts'
import { applyUnlocked, type Cause, type Transition } from '../../profiles/lifecycle/service.ts'
import type { UnlockedCode } from './code-record.ts'
import type { Smdp } from './smdp.ts'

/*
 * A step of a download that nothing unusual hinders takes no locks: it reads in one round trip, decides and signs outside of
 * transactions, and writes and commits in one round trip. Guards refuse the write if what was read has changed since.
 */

const TRIES = 3

/**
 * Tries a step without locks, again if a guard refuses its write.
 * @returns undefined if the step has to be done with locks: it returned undefined itself, or the guards keep on refusing
 */
export async function withoutLocks<T>(step: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let tries = 1; tries <= TRIES; tries += 1)
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof GuardFailed) && !isNoLongerNew(error)) throw error
    }
  return undefined
}

/** Another transaction has inserted since what was read as new. */
const isNoLongerNew = (error: unknown) => NEW_ROWS.some((key) => isUniqueViolation(error, key))

const NEW_ROWS = ['device_pkey', 'order_attempt_pkey', 'pool_device_pkey']

/** Reads what `read` executes at once in one round trip. */
export const readUnlocked = <T>(
  { db }: Pick<Smdp, 'db'>,
  enterpriseId: EnterpriseId,
  read: (last: LastStatements) => Promise<T>,
): Promise<T> => db.tenantRead(enterpriseId, (tenant) => commitWith(tenant, read))

type UnlockedRecording = {
  cause: Cause
  code: UnlockedCode
  transition: Transition
  also: readonly Write[]
  /** The guards that lock what must be locked before the code: the device in a campaign, and the membership. */
  campaign?: readonly Guard[]
  /** The guard of the plan, which charges it or only asks. */
  plan?: Guard
  chargedTo?: Fragment
  /** Further guards, such as the session's state change, which only one call can make. */
  guards?: readonly Guard[]
}

/** The guards that do not apply near a limit, where the locks decide. */
const LIMITS: readonly string[] = ['plan', 'room']

/**
 * As `record`, of a profile that was read without a lock, and commits.
 * @returns false if a guard of `LIMITS` does not apply; then nothing was written, and the locks find the reason
 * @throws GuardFailed if the profile has changed since, or another guard does not apply
 */
export async function recordUnlocked(
  { db }: Pick<Smdp, 'db'>,
  { cause, code, transition, also, campaign = [], plan, chargedTo, guards = [] }: UnlockedRecording,
): Promise<boolean> {
  const applied = applyUnlocked(cause, { row: code, transition, chargedTo })
  const all = [...campaign, ...(plan ? [plan] : []), ...applied.guards, ...guards]
  const write = { guards: all, writes: [...also, ...applied.writes] }
  try {
    await db.tenantTx(cause.enterpriseId, (tenant) => commitGuarded(tenant, write))
    return true
  } catch (error) {
    if (error instanceof GuardFailed && LIMITS.includes(error.guard)) return false
    throw error
  }
}
