import type { FileForm } from '@simwright/contract/delivery'
import type { Server } from '../../server.ts'
import { conditionOf, hasPages } from '../fleet/service.ts'
import { tellUser } from '../notices/service.ts'
import { platformOf } from '../platform/service.ts'
import { fileCodeOf } from './file-code.ts'
import { Parts } from './file-part.ts'
import {
  deleteParts,
  endFile,
  type FilePlace,
  type LeasedFile,
  selectCodes,
  selectSender,
  takeFile,
  updateWritten,
} from './file-queries.ts'
import { FileThread } from './file-thread.ts'
import { chosenLook } from './preset.ts'

/** Codes that are handed to the writing thread at once. */
const AT_ONCE = 250
const ATTEMPTS_LIMIT = 3

/** Writes a file from its beginning: whoever was stopped before left parts that nobody needs. */
export async function writeFile(server: Server, place: FilePlace): Promise<void> {
  const { enterpriseId } = place
  const holder = server.random.uuid()
  const file = await server.db.tenantTx(enterpriseId, async (db) => {
    const taken = await takeFile(db, place, holder)
    if (taken) await deleteParts(db, place)
    return taken
  })
  if (!file) return
  const isWritten = file.attempts <= ATTEMPTS_LIMIT && (await writeAll(server, place, { holder, file }))
  if (!isWritten && file.attempts <= ATTEMPTS_LIMIT) return
  await server.db.tenantTx(enterpriseId, async (db) => {
    const at = server.clock.now()
    await endFile(db, place, { process: isWritten ? 'COMPLETE' : 'FAILED', at })
    const facts = { fileId: place.id, form: file.given.form as FileForm, codes: file.total }
    const kind = isWritten ? 'FILE_DONE' : 'FILE_FAILED'
    const told = { userId: file.created_by, enterpriseId, once: `file ${place.id}`, news: { kind, facts } as const }
    await tellUser(server, db, told)
  })
}

type Work = { holder: string; file: LeasedFile }

/** @returns false when another process writes it */
async function writeAll(server: Server, place: FilePlace, { holder, file }: Work): Promise<boolean> {
  const { enterpriseId } = place
  const { selection: selected, given } = file
  const prepared = await server.db.tenantTx(enterpriseId, async (db) => ({
    look: await chosenLook(db, enterpriseId, selected.look),
    codes: {
      platform: platformOf(server, (await selectSender(db, enterpriseId)).platform_id),
      isLinked: await hasPages(server, db, enterpriseId),
    },
  }))
  const { style, logo } = prepared.look
  const thread = new FileThread({ given, style, logo, at: server.clock.now() })
  const parts = new Parts(server, place)
  let written = 0
  try {
    for (let afterId: string | undefined; ; ) {
      const rows = await server.db.tenantTx(enterpriseId, async (db) => {
        const asked = { ...selected, enterpriseId, asOf: new Date(selected.asOf) }
        return await selectCodes(db, await conditionOf(db, asked), { afterId, limit: AT_ONCE })
      })
      const codes = rows.map((row) => fileCodeOf(server, prepared.codes, row))
      await parts.add(rows.length === 0 ? await thread.end() : await thread.add(codes))
      if (rows.length === 0) break
      written += rows.length
      afterId = rows.at(-1)!.id
      const progress = { holder, written, bytes: parts.bytes }
      const isOurs = await server.db.tenantTx(enterpriseId, (db) => updateWritten(db, place, progress))
      if (!isOurs) return false
    }
    await parts.end()
    const progress = { holder, written, bytes: parts.bytes }
    return await server.db.tenantTx(enterpriseId, (db) => updateWritten(db, place, progress))
  } finally {
    await thread.close()
  }
}
