import type { DeliveryServer as Server } from '../../../port/module.ts'
import { originOf, type PlatformRecord, smdpAddressOf } from '../../platform/brand/service.ts'
import { activationCode } from '../../profiles/fleet/service.ts'
import type { FileCode } from './code-file.ts'
import type { CodeRecord } from './file-queries.ts'

export type CodeContext = { platform: PlatformRecord; isLinked: boolean }

/** Converts a row to the fields that files and mails show. */
export function fileCodeOf(
  server: Pick<Server, 'config' | 'smdp'>,
  { platform, isLinked }: CodeContext,
  row: CodeRecord,
  presetId: string | null,
): FileCode {
  const smdpAddress = smdpAddressOf(server, platform, row.issuer)
  return {
    iccid: row.iccid,
    title: row.spn || 'eSIM',
    code: activationCode(smdpAddress, row.matching_id, row.confirmation_needed),
    smdpAddress,
    matchingId: row.matching_id,
    confirmationCodeRequired: row.confirmation_needed,
    presetId,
    link: isLinked && row.ac_format === 'AC_LINK' ? `${originOf(server, platform)}/ac/${row.slug}` : null,
  }
}
