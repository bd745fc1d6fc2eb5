import { originOf, type PlatformRecord, smdpAddressOf } from '../../platform/brand/service.ts'
import { activationCode } from '../../profiles/fleet/service.ts'
import type { FileCode } from './code-file.ts'
import type { CodeRecord } from './file-queries.ts'
import type { Server } from './port.ts'

export type Codes = { platform: PlatformRecord; isLinked: boolean }

/** A code as files and mails hold it. */
export function fileCodeOf(
  server: Pick<Server, 'config' | 'smdp'>,
  { platform, isLinked }: Codes,
  row: CodeRecord,
): FileCode {
  const smdpAddress = smdpAddressOf(server, platform, row.issuer)
  return {
    iccid: row.iccid,
    title: row.spn || 'eSIM',
    code: activationCode(smdpAddress, row.matching_id, row.confirmation_needed),
    smdpAddress,
    matchingId: row.matching_id,
    confirmationCodeRequired: row.confirmation_needed,
    link: isLinked && !row.sample ? `${originOf(server, platform)}/ac/${row.slug}` : null,
  }
}
