import { type ParsedInputOf, Problem } from '@simwright/contract'
import * as contract from '@simwright/contract/provisioning/batch'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { openCardKeys } from '../../platform/vault/service.ts'
import { type ConfigurationVersion, readVersion } from '../../profiles/configurations/service.ts'
import { type CoreSetting, type CoreSubscriber, coreFormats } from './core-format.ts'
import { type BatchKey, type KeyedRow, selectBatch, selectKeyedRows, updateCoreFile } from './queries.ts'

const ROWS_AT_ONCE = 500

/** How long the core-network file can be downloaded after its range is complete. */
export const LIFE_MS = contract.CORE_FILE_HOURS * 60 * 60 * 1000

/**
 * The subscribers of a range with their keys. This is the only export of keys, and it works once: the file is marked
 * as taken before the first byte is sent, so an aborted download cannot be repeated.
 * @throws Problem `core_format_unfit` if the format does not have the algorithm; `core_file_gone` if it was taken or expired, or the batch is not a range; `not_found`
 */
export async function writeCoreFile(
  server: Server,
  who: Who,
  { id, format, dnn }: ParsedInputOf<typeof contract.coreFile>,
): Promise<FileAnswer> {
  const { enterpriseId, userId } = who
  const key = { enterpriseId, id }
  const at = server.clock.now()
  const { code, configuration, firstImsi } = await server.db.tenantTx(enterpriseId, async (db) => {
    const taken = await updateCoreFile(db, key, { userId, at, endedAfter: new Date(at.getTime() - LIFE_MS) })
    if (!taken) throw new Problem((await selectBatch(db, key)) ? 'core_file_gone' : 'not_found')
    await demandApproval(server, db, {
      operation: 'EXPORT',
      userId,
      facts: { coreFile: id, format },
      sentence: `Download the keys of the batch ${taken.code} for a core network`,
      amount: taken.succeeded,
      mode: 'REPEAT',
    })
    const object = { id, name: taken.code }
    await recordAudit(server, db, { enterpriseId, action: 'batch.keysHandedOut', object, after: { format } })
    const version = { enterpriseId, id: taken.configuration_id, version: taken.configuration_version }
    const configuration = await readVersion(server, db, version)
    const { only } = coreFormats[format]
    if (only !== undefined && only !== configuration.fields.algorithm)
      throw new Problem('core_format_unfit', { algorithm: only })
    return {
      code: taken.code,
      configuration,
      firstImsi: taken.first_imsi ?? '',
    }
  })
  const { contentType, fileEnding } = coreFormats[format]
  return {
    fileName: `${code} ${format.toLowerCase()}${fileEnding}`,
    contentType,
    body: coreLines(server, key, {
      format,
      setting: { plmn: homePlmn(configuration, firstImsi), dnn, algorithm: configuration.fields.algorithm },
    }),
  }
}

/** The home network that the IMSIs belong to. */
function homePlmn({ fields }: ConfigurationVersion, imsi: string): string {
  const plmns = fields.hplmn.map(({ plmn }) => plmn)
  return plmns.find((plmn) => imsi.startsWith(plmn)) ?? plmns[0] ?? imsi.slice(0, 5)
}

type FileContent = { format: contract.CoreFormat; setting: CoreSetting }

async function* coreLines(server: Server, key: BatchKey, { format, setting }: FileContent): AsyncGenerator<string> {
  const { head, between, tail, write } = coreFormats[format]
  yield head(setting)
  for (let afterLine = 0; ; ) {
    const rows = await server.db.tenantRead(key.enterpriseId, (db) =>
      selectKeyedRows(db, key, { afterLine, limit: ROWS_AT_ONCE }),
    )
    const last = rows.at(-1)
    if (!last) break
    const lines = rows.map((row) => write(subscriberOf(server, key, row), setting)).join(between)
    yield afterLine === 0 ? lines : `${between}${lines}`
    afterLine = last.line
  }
  yield tail
}

function subscriberOf({ vault }: Pick<Server, 'vault'>, { enterpriseId }: BatchKey, row: KeyedRow): CoreSubscriber {
  const { ki, opc } = openCardKeys(vault, { enterpriseId, profileId: row.profile_id }, row.sealed)
  return { iccid: row.iccid, imsi: row.imsi, msisdn: row.msisdn, ki: hex(ki), opc: hex(opc) }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
