import { type Fault, Problem } from '@simwright/contract'
import type * as openApi from '@simwright/contract/programs/open-api'
import { Metadata } from '@simwright/contract/programs/open-api-field'
import type { SignedOutput } from '@simwright/contract/programs/signed-call'
import { parseInput } from '../../../http/input.ts'
import type { Recorded } from '../../../http/once.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { originOf, platformOf } from '../../platform/brand/service.ts'
import { type OpenRecord, readOpenBatch, startRecords } from '../../provisioning/generate/service.ts'
import { configurationNamed, linkOf, withoutScheme } from './generate.ts'
import { codeReader } from './hidden-code.ts'
import { openName, singleOf, withOpenName } from './metadata.ts'
import type { Signed } from './serve-signed.ts'
import { timeText } from './time.ts'

export async function generateByBatch(
  server: Server,
  { input, once, ...caller }: Signed<typeof openApi.generateByBatch>,
): Promise<Recorded<{ batchCode: string }>> {
  const { enterpriseId } = caller.who
  const { configName, needAcLink: withLinks, metaDatas } = input
  const records = metaDatas.map(recordOf)
  let id = ''
  const answer = await once.tenantTx(enterpriseId, async (db) => {
    const configurationId = await configurationNamed(db, caller, configName)
    const started = await startRecords(server, db, caller.who, {
      configurationId,
      records,
      withLinks,
      nameOf: openName,
    })
    id = started.id
    return { batchCode: started.code }
  })
  await server.jobs.add('generate', { enterpriseId, id })
  return answer
}

/** The result file names at most this much of what was sent as ICCID. */
const SHOWN_ICCID = 32

function recordOf(sent: unknown): OpenRecord {
  try {
    return { input: singleOf(parseInput(Metadata, sent)) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const iccid = (sent as { iccid?: unknown } | null)?.iccid
    const faults: readonly Fault[] = (error.faults ?? []).map((one) => withOpenName(one))
    return { faults, iccid: typeof iccid === 'string' && iccid.isWellFormed() ? shown(iccid) : '' }
  }
}

const shown = (iccid: string) => iccid.replaceAll('\u0000', '').slice(0, SHOWN_ICCID)

export async function readBatchInfo(
  server: Server,
  { input, ...caller }: Signed<typeof openApi.batchInfo>,
): Promise<SignedOutput<typeof openApi.batchInfo>> {
  const { record, results } = await readOpenBatch(server, caller.who, { code: input.batchCode, only: caller.scope })
  // a program reads the codes that it has generated itself
  const isOwn = record.created_by === caller.who.userId
  const { hides, shown } = isOwn ? { hides: false, shown: (code: string) => code } : await codeReader(server, caller)
  const link = (slug: string | null) =>
    (!hides && slug !== null && record.with_links && linkOf(server, caller, slug)) || null
  return {
    batchTaskInfo: {
      batchCode: record.code,
      taskType: 'GENERATE AC',
      status: record.process,
      total: record.total,
      succeedNum: record.succeeded,
      failedNum: record.failed,
      resultUrl: `${originOf(server, platformOf(server, caller.who.platformId))}/logs?code=${record.code}`,
      createTime: timeText(record.created_at.toISOString()),
    },
    results: results.map(({ iccid, reason, eid, activationCode, slug }) => ({
      success: reason === null,
      errorReason: reason,
      iccid,
      eid,
      activationCode: activationCode === null ? null : shown(withoutScheme(activationCode)),
      acLink: link(slug),
    })),
  }
}
