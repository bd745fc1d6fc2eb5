import { type OutputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/enterprise'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { UploadedFile, Who } from '../../../http/call.ts'
import { readImage } from '../../../http/read-image.ts'
import type { EnterprisesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { logoPath } from '../../platform/brand/service.ts'
import { updateLogo } from '../../platform/tenancy/service.ts'
import { deleteLogos, insertLogo, lockEnterprise, selectLogo } from './queries.ts'

/** Replaces the logo. @throws Problem invalid, which says what is wrong with the file */
export async function saveLogo(
  server: Server,
  who: Who,
  { stream }: UploadedFile,
): Promise<OutputOf<typeof contract.saveLogo>> {
  const { type, content } = await readImage({ workers: server.workers, tenant: who.enterpriseId }, stream, [
    'PNG',
    'JPEG',
    'WebP',
  ])
  const id = server.random.uuid()
  await changeLogo(server, who, { id, content_type: type, content, created_at: server.clock.now() })
  return { logoUrl: logoPath(who.enterpriseId, id) }
}

export async function removeLogo(server: Server, who: Who): Promise<OutputOf<typeof contract.removeLogo>> {
  await changeLogo(server, who, undefined)
  return {}
}

async function changeLogo(
  server: Server,
  { enterpriseId }: Who,
  logo: Parameters<typeof insertLogo>[1] | undefined,
): Promise<void> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const enterprise = await lockEnterprise(db)
    if (!enterprise) throw new Problem('not_found')
    await deleteLogos(db)
    if (logo) await insertLogo(db, logo)
    await updateLogo(db, logo?.id ?? null)
    const object = { id: enterpriseId, name: enterprise.name }
    const logos = { before: { logo: enterprise.logo_id }, after: { logo: logo?.id } }
    await recordAudit(server, db, { enterpriseId, action: 'enterprise.logoChanged', object, ...logos })
  })
}

/** The logo, for anyone who has its address: mails and public pages contain it. */
export async function findLogo(
  server: Server,
  { enterpriseId, id }: { enterpriseId: EnterpriseId; id: string },
): ReturnType<typeof selectLogo> {
  return await server.db.tenantRead(enterpriseId, (db) => selectLogo(db, id))
}
