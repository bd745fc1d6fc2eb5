import { type ParsedInputOf, Problem } from '@simwright/contract'
import type * as voucher from '@simwright/contract/provisioning/voucher'
import { VOUCHER_FILE_HOURS } from '@simwright/contract/provisioning/voucher'
import { formatVoucherCode, parseVoucherCode } from '@simwright/ids'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { VouchersServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { originOf, platformOf } from '../../platform/brand/service.ts'
import { writeSheet } from '../delivery/service.ts'
import { type BatchRecord, selectBatch, selectCodes, selectVouchers } from './queries.ts'
import { codesLocation } from './service.ts'

const CODE_LENGTH = 12
const ROWS_AT_ONCE = 2_000

type OpenedCodes = { batch: BatchRecord; codes: string[]; page: string }
type Opening = { id: string; facts: object; action: 'voucher.codesExported' | 'voucher.labelsExported' }

/**
 * The codes of a batch, in the order of their numbers, and the link of its page.
 * @throws Problem `not_found`; `voucher_codes_gone` once they were deleted
 */
async function openCodes(server: Server, who: Who, { id, facts, action }: Opening): Promise<OpenedCodes> {
  const { enterpriseId } = who
  const { batch, sealed } = await server.db.tenantTx(enterpriseId, async (db) => {
    const batch = await selectBatch(db, id)
    if (!batch) throw new Problem('not_found')
    const sealed = await selectCodes(db, { id, at: server.clock.now() })
    if (!sealed) throw new Problem('voucher_codes_gone', { hours: VOUCHER_FILE_HOURS })
    await demandApproval(server, db, {
      operation: 'EXPORT',
      userId: who.userId,
      facts: { vouchers: id, ...facts },
      sentence: `Download ${batch.count.toLocaleString('en')} voucher codes of ${batch.name}`,
      amount: batch.count,
      mode: 'REPEAT',
    })
    const entry = { enterpriseId, object: { id, name: batch.name }, after: { count: batch.count, ...facts } }
    await recordAudit(server, db, { action, ...entry })
    return { batch, sealed: server.sealer.openText(codesLocation(db, id), sealed).reveal() }
  })
  const codes = Array.from({ length: batch.count }, (_, index) =>
    formatVoucherCode(parseVoucherCode(sealed.substr(index * CODE_LENGTH, CODE_LENGTH))),
  )
  return { batch, codes, page: `${originOf(server, platformOf(server, who.platformId))}/v/${batch.slug}` }
}

/**
 * The codes of a batch as CSV, each with the link that a QR code can contain: its fragment has the code, which is not sent to
 * the server when the link is opened.
 * @throws Problem `not_found`; `voucher_codes_gone` once they were deleted
 */
export async function writeCodes(server: Server, who: Who, id: string): Promise<FileAnswer> {
  const { batch, codes, page } = await openCodes(server, who, { id, facts: {}, action: 'voucher.codesExported' })
  async function* rows(): AsyncGenerator<CsvRows> {
    yield [['NUMBER', 'CODE', 'LINK']]
    for (let from = 0; from < codes.length; from += ROWS_AT_ONCE)
      yield codes
        .slice(from, from + ROWS_AT_ONCE)
        .map((code, index) => [String(from + index + 1), code, `${page}#${code}`])
  }
  return csvFile(`vouchers ${batch.name}.csv`, rows())
}

/**
 * The vouchers of a batch on label sheets: a QR code with the link and code, and both as text.
 * @throws Problem `not_found`; `voucher_codes_gone` once they were deleted
 */
export async function writeLabels(
  server: Server,
  who: Who,
  { id, sheet }: ParsedInputOf<typeof voucher.labels>,
): Promise<FileAnswer> {
  const { batch, codes, page } = await openCodes(server, who, {
    id,
    facts: { sheet },
    action: 'voucher.labelsExported',
  })
  const address = page.replace(/^https?:\/\//, '')
  const labels = codes.map((code, index) => ({
    code: `${page}#${code}`,
    title: batch.campaign_title || batch.campaign_name,
    rows: [
      ['Code', code],
      ['Redeem at', address],
      ['Number', String(index + 1)],
    ] as const,
  }))
  const named = { enterpriseId: who.enterpriseId, fileName: `vouchers ${batch.name}.pdf` }
  return await writeSheet(server, named, { sheet, labels })
}

const COLUMNS = ['NUMBER', 'STATE', 'REDEEMED', 'ICCID', 'ADDRESS', 'REVOKED']

/** Each voucher of a batch as CSV, without codes. @throws Problem `not_found` */
export async function writeReport(server: Server, { enterpriseId }: Who, id: string): Promise<FileAnswer> {
  const name = await server.db.tenantTx(enterpriseId, async (db) => {
    const batch = await selectBatch(db, id)
    if (!batch) throw new Problem('not_found')
    const entry = { enterpriseId, object: { id, name: batch.name } }
    await recordAudit(server, db, { action: 'voucher.reportExported', ...entry })
    return batch.name
  })
  async function* rows(): AsyncGenerator<CsvRows> {
    yield [COLUMNS]
    for (let after: number | undefined; ; ) {
      const page = { batchId: id, at: server.clock.now(), direction: 'asc', after, limit: ROWS_AT_ONCE } as const
      const found = await server.db.tenantRead(enterpriseId, (db) => selectVouchers(db, page))
      if (found.length === 0) return
      yield found.map(({ number, state, redeemed_at: redeemedAt, iccid, address, revoked_at: revokedAt }) => [
        String(number),
        state,
        redeemedAt?.toISOString() ?? '',
        iccid ?? '',
        address ?? '',
        revokedAt?.toISOString() ?? '',
      ])
      after = found.at(-1)!.number
    }
  }
  return csvFile(`vouchers ${name} report.csv`, rows())
}
