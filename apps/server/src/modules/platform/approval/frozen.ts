import { createHash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import type { ProfileId } from '../../../db/row-id.ts'
import { type Approved, type FrozenObject, insertObjects, selectObjects, updateObjects } from './request-record.ts'

/*
 * The list of the profiles of a request. It is fixed: its SHA-256 is stored with the request and computed again before the
 * work starts, and a profile that is not as it was stops the work.
 */

const ROWS_AT_ONCE = 5_000
const CHANGED_SHOWN = 100

export type Marked = Omit<FrozenObject, 'line'>

const lineOf = ({ profileId, mark }: Marked) => `${profileId} ${mark}\n`

/** The SHA-256 of a list, page by page in the order of its ids: as that of the list of a request. */
export function hashList(): { add: (page: readonly Marked[]) => void; digest: () => Buffer } {
  const hash = createHash('sha256')
  return {
    add: (page) => {
      for (const one of page) hash.update(lineOf(one))
    },
    digest: () => hash.digest(),
  }
}

/** Stores the list of a request. */
export async function freezeObjects(db: TenantDb, requestId: string, pages: AsyncIterable<readonly Marked[]>) {
  const hash = createHash('sha256')
  let objects = 0
  for await (const page of pages) {
    if (page.length === 0) continue
    await insertObjects(
      db,
      requestId,
      page.map((one, index) => ({ ...one, line: objects + index + 1 })),
    )
    for (const one of page) hash.update(lineOf(one))
    objects += page.length
  }
  if (objects > 0) await updateObjects(db, requestId, { objects, sha256: hash.digest() })
}

/** The list in pages, in its order. */
export async function* readFrozen(db: TenantDb, requestId: string): AsyncGenerator<FrozenObject[]> {
  for (let afterLine = 0; ; ) {
    const page = await selectObjects(db, requestId, { afterLine, limit: ROWS_AT_ONCE })
    if (page.length > 0) yield page
    if (page.length < ROWS_AT_ONCE) return
    afterLine = page.at(-1)!.line
  }
}

type ReadMarks = (ids: readonly ProfileId[]) => Promise<ReadonlyMap<string, string>>

/**
 * Compares the list with the profiles as they are.
 * @throws Problem `approval_objects_changed`, with up to 100 of them
 */
export async function requireUnchanged(db: TenantDb, approved: Approved, readMarks: ReadMarks): Promise<void> {
  const hash = createHash('sha256')
  const changed: { iccid: string; before: string; now: string }[] = []
  let count = 0
  for await (const page of readFrozen(db, approved.id)) {
    const marks = await readMarks(page.map(({ profileId }) => profileId))
    for (const one of page) {
      hash.update(lineOf(one))
      const now = marks.get(one.profileId)
      if (now === one.mark) continue
      count += 1
      if (changed.length < CHANGED_SHOWN)
        changed.push({
          iccid: one.iccid,
          before: shownMark(one.mark),
          now: now === undefined ? 'gone' : shownMark(now),
        })
    }
  }
  if (count > 0) throw new Problem('approval_objects_changed', { count }, { detail: { changed } })
  if (!approved.sha256?.equals(hash.digest())) throw new TypeError('the list of an approved request was altered')
}

/** A mark is a text for people, a tab, and what only tells one state from another. */
export const shownMark = (mark: string): string => mark.split('\t', 1)[0]!
