import { takeLease, type WorkLease } from '../../../jobs/work-lease.ts'
import { platformOf } from '../../platform/brand/service.ts'
import { notifyUser } from '../../platform/notices/service.ts'
import { conditionOf, hasPages, whyNoCode } from '../../profiles/fleet/service.ts'
import { fileCodeOf } from './file-code.ts'
import { type CodesGiven, isList, type ListGiven, listPieces } from './file-list.ts'
import { Parts } from './file-part.ts'
import {
  deleteParts,
  endFile,
  type FilePlace,
  fileWork,
  insertLeft,
  type LeasedFile,
  selectCodes,
  selectSender,
  uncountTry,
  updateWritten,
} from './file-queries.ts'
import { FileThread } from './file-thread.ts'
import type { Server } from './port.ts'
import { chosenLook } from './preset.ts'

/** Profiles that are looked at, and codes that are handed to the writing thread, at once. */
const AT_ONCE = 250
const ATTEMPTS_LIMIT = 3

/**
 * Writes a file from its beginning: whoever was stopped before left parts that nobody needs. A profile that has changed
 * meanwhile is left out and named, like those that had no code from the beginning.
 */
export async function writeFile(server: Server, place: FilePlace): Promise<void> {
  const lease = await takeLease<LeasedFile>(server, fileWork, place)
  if (!lease) return
  try {
    await writeToEnd(server, place, lease)
  } finally {
    await lease.end()
  }
}

async function writeToEnd(server: Server, place: FilePlace, lease: WorkLease<LeasedFile>): Promise<void> {
  const { enterpriseId } = place
  const { holder, row: file } = lease
  const mayTry = file.attempts <= ATTEMPTS_LIMIT
  await server.db.tenantTx(enterpriseId, (db) => deleteParts(db, place))
  const end = mayTry ? await writeAll(server, place, lease) : { written: 0, left: 0 }
  if (end === 'lost') return
  if (end === 'stopped') return await server.db.tenantTx(enterpriseId, (db) => uncountTry(db, place, holder))
  await server.db.tenantTx(enterpriseId, async (db) => {
    const at = server.clock.now()
    await endFile(db, place, { process: mayTry ? 'COMPLETE' : 'FAILED', at })
    const { written: codes, left } = end
    const facts = { fileId: place.id, form: file.given.form, codes, left }
    const kind = mayTry ? 'FILE_DONE' : 'FILE_FAILED'
    const told = { userId: file.created_by, enterpriseId, once: `file ${place.id}`, news: { kind, facts } as const }
    await notifyUser(server, db, told)
  })
}

type Counts = { written: number; left: number }

/** How it ended; `lost` when another process writes it, `stopped` when this one is about to end. */
type Course = Counts | 'lost' | 'stopped'

function writeAll(server: Server, place: FilePlace, lease: WorkLease<LeasedFile>): Promise<Course> {
  const { given } = lease.row
  return isList(given) ? writeList(server, place, { lease, given }) : writeCodes(server, place, { lease, given })
}

/** So many more rows are told at once. */
const TOLD_ROWS = 5_000

type Writing<Given> = { lease: WorkLease<LeasedFile>; given: Given }

async function writeList(server: Server, place: FilePlace, { lease, given }: Writing<ListGiven>): Promise<Course> {
  const { enterpriseId } = place
  const { holder, lost } = lease
  const { selection: selected } = lease.row
  const { platform_id: platformId } = await server.db.tenantRead(enterpriseId, (db) => selectSender(db, enterpriseId))
  const parts = new Parts(server, place, given)
  const counts = { written: 0, left: 0 }
  let told = 0
  const isOurs = () => {
    told = counts.written
    const progress = { holder, ...counts, bytes: parts.bytes }
    return server.db.tenantTx(enterpriseId, (db) => updateWritten(db, place, progress))
  }
  const onRows = (count: number) => {
    counts.written += count
  }
  for await (const piece of listPieces(server, { enterpriseId, platformId, given, selected, onRows })) {
    if (server.stopping.aborted) return 'stopped'
    if (lost.aborted) return 'lost'
    await parts.add(piece)
    if (counts.written - told >= TOLD_ROWS && !(await isOurs())) return 'lost'
  }
  await parts.end()
  return (await isOurs()) ? counts : 'lost'
}

async function writeCodes(server: Server, place: FilePlace, { lease, given }: Writing<CodesGiven>): Promise<Course> {
  const { enterpriseId } = place
  const { holder, lost } = lease
  const { selection: selected } = lease.row
  const prepared = await server.db.tenantTx(enterpriseId, async (db) => ({
    look: await chosenLook(db, enterpriseId, selected.look),
    codes: {
      platform: platformOf(server, (await selectSender(db, enterpriseId)).platform_id),
      isLinked: await hasPages(server, db, enterpriseId),
    },
  }))
  const { style, logo } = prepared.look
  const thread = new FileThread({ given, style, logo, at: server.clock.now() })
  const parts = new Parts(server, place, given)
  const counts = { written: 0, left: 0 }
  const isOurs = () => {
    const progress = { holder, ...counts, bytes: parts.bytes }
    return server.db.tenantTx(enterpriseId, (db) => updateWritten(db, place, progress))
  }
  try {
    for await (const { fit, left } of profilesOf(server, enterpriseId, selected)) {
      if (server.stopping.aborted) return 'stopped'
      if (lost.aborted) return 'lost'
      if (fit.length > 0) await parts.add(await thread.add(fit.map((row) => fileCodeOf(server, prepared.codes, row))))
      const rows = left.map((row, index) => ({ ...row, line: counts.left + index + 1 }))
      if (rows.length > 0) await server.db.tenantTx(enterpriseId, (db) => insertLeft(db, place, rows))
      counts.written += fit.length
      counts.left += left.length
      if (!(await isOurs())) return 'lost'
    }
    await parts.add(await thread.end())
    await parts.end()
    return (await isOurs()) ? counts : 'lost'
  } finally {
    await thread.close()
  }
}

/** The selection as it is, page by page: codes for the file, and who is left out. */
async function* profilesOf(server: Server, enterpriseId: string, selected: LeasedFile['selection']) {
  const asked = { ...selected, enterpriseId, asOf: new Date(selected.asOf) }
  for (let afterId: string | undefined; ; ) {
    const rows = await server.db.tenantRead(enterpriseId, async (db) =>
      selectCodes(db, await conditionOf(db, asked), { afterId, limit: AT_ONCE }),
    )
    if (rows.length === 0) return
    yield {
      fit: rows.filter((row) => whyNoCode(row) === undefined),
      left: rows.flatMap((row) => {
        const reason = whyNoCode(row)
        return reason === undefined ? [] : [{ iccid: row.iccid, status: row.status, reason }]
      }),
    }
    afterId = rows.at(-1)!.id
  }
}
