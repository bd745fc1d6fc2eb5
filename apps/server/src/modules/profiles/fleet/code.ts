import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import { formatActivationCode, parseMatchingId } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import type { FleetServer as Server } from '../../../port/module.ts'
import { platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { hasFeature, readEntitlement } from '../../platform/plans/service.ts'

/** Whether the plan includes public pages of activation codes. Without them no page opens. */
export async function hasPages(server: Server, db: TenantDb): Promise<boolean> {
  return hasFeature(
    await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at: server.clock.now() }),
    'AC_LINK',
  )
}

type OfIssuer = { issuer: CertificateIssuer | null }

export const codeHost = (server: Server, { platformId }: Pick<Who, 'platformId'>, { issuer }: OfIssuer) =>
  smdpAddressOf(server, platformOf(server, platformId), issuer)

export function activationCode(host: string, matchingId: string, confirmationCodeRequired: boolean): string {
  return formatActivationCode({
    host,
    matchingId: parseMatchingId(matchingId),
    confirmationCodeRequired,
  })
}
