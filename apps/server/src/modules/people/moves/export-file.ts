import { open, rename, rm } from 'node:fs/promises'
import { migrationNames } from '../../../db/migrate.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { MovesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { findEnterprise } from '../../platform/tenancy/service.ts'
import { MoveFault } from './archive-format.ts'
import { readRecipient } from './pgp.ts'
import { fingerprintOf, openSigner } from './signer.ts'
import { writeArchive } from './write-archive.ts'

type ExportedFile = { rows: number; bytes: number; signer: string; recipient: string }

type Exporting = {
  enterpriseId: EnterpriseId
  key: string
  path: string
  onProgress?: (written: number, total: number) => void
}

/**
 * Exports an enterprise account to a file, for those who run commands on the machine. The file gets its name when it is
 * complete.
 * @throws MoveFault
 */
export async function exportToFile(
  server: Server,
  { enterpriseId, key, path, onProgress = () => {} }: Exporting,
): Promise<ExportedFile> {
  const enterprise = await server.db.tenantRead(enterpriseId, (db) => findEnterprise(db))
  if (!enterprise) throw new MoveFault('There is no enterprise account with this ID.')
  const recipient = await readRecipient(key, server.clock.now())
  const signer = openSigner(server)
  const partial = `${path}.partial`
  const file = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new MoveFault(`${partial} cannot be created (${error.code}).`)
  })
  let rows = 0
  let total = 0
  let bytes = 0
  try {
    const schema = (await migrationNames()).toSorted().at(-1)!
    const onTotal = async (count: number) => {
      total = count
    }
    const onRows = (count: number) => {
      rows += count
      onProgress(rows, total)
    }
    for await (const piece of writeArchive(server, { enterpriseId, recipient, signer, schema, onTotal, onRows })) {
      await file.writeFile(piece)
      bytes += piece.length
    }
    await file.sync()
    await rename(partial, path)
  } finally {
    await file.close()
    await rm(partial, { force: true })
  }
  const object = { id: enterpriseId, name: enterprise.name }
  const entry = { enterpriseId, object, after: { recipient: recipient.fingerprint } }
  await server.db.tenantTx(enterpriseId, (db) =>
    recordAudit(server, db, { action: 'enterprise.exportDownloaded', ...entry }),
  )
  return { rows, bytes, signer: fingerprintOf(signer), recipient: recipient.fingerprint }
}
