import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as groupDefault from '@simwright/contract/profiles/group-default'
import type { TenantDb } from '../../../db/database.ts'
import type { GroupId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { GroupsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readConfiguration } from '../configurations/service.ts'
import { selectDefaults, writeDefaults } from './default-queries.ts'
import { lockGroup, selectExists } from './queries.ts'

export { selectConfigurationOf } from './default-queries.ts'

const NONE: groupDefault.GroupDefaults = { configurationId: null, recycleDays: null, mailMessage: '', qrPresetId: null }

export async function readDefaults(
  server: Server,
  { enterpriseId }: Who,
  { id }: ParsedInputOf<typeof groupDefault.get>,
): Promise<OutputOf<typeof groupDefault.get>> {
  return await server.db.tenantRead(enterpriseId, async (db) => {
    if (!(await selectExists(db, id))) throw new Problem('not_found')
    return await stored(db, id)
  })
}

async function stored(db: TenantDb, id: string): Promise<OutputOf<typeof groupDefault.get>> {
  const [row] = await selectDefaults(db, [id])
  return row ? { defaults: defaultsOf(row), version: row.version } : { defaults: NONE, version: 0 }
}

type Row = Awaited<ReturnType<typeof selectDefaults>>[number]

const defaultsOf = (row: Row): groupDefault.GroupDefaults => ({
  configurationId: row.configuration_id,
  recycleDays: row.recycle_days,
  mailMessage: row.mail_message ?? '',
  qrPresetId: row.qr_preset_id,
})

/** @throws Problem `not_found`, `changed_meanwhile` */
export async function setDefaults(
  server: Server,
  who: Who,
  { id, version, defaults }: ParsedInputOf<typeof groupDefault.set>,
): Promise<OutputOf<typeof groupDefault.set>> {
  const { enterpriseId } = who
  const { configurationId, recycleDays, mailMessage, qrPresetId } = defaults
  if (configurationId !== null) await readConfiguration(server, who, configurationId)
  await server.db.tenantTx(enterpriseId, async (db) => {
    const group = await lockGroup(db, id)
    if (!group) throw new Problem('not_found')
    const before = await stored(db, id)
    const isWritten = await writeDefaults(db, {
      ...{ id, version, at: server.clock.now() },
      values: {
        configuration_id: configurationId,
        recycle_days: recycleDays,
        mail_message: mailMessage || null,
        qr_preset_id: qrPresetId,
      },
    })
    if (!isWritten) throw new Problem('changed_meanwhile')
    const object = { id, name: group.name }
    await recordAudit(server, db, {
      ...{ action: 'group.defaultsSet', enterpriseId, object },
      before: before.defaults,
      after: defaults,
    })
  })
  return { version: version + 1 }
}

/** The defaults of groups by group id, without groups that have none. */
export async function defaultsOfGroups(
  db: TenantDb,
  ids: readonly (GroupId | null)[],
): Promise<ReadonlyMap<string, groupDefault.GroupDefaults>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))]
  if (wanted.length === 0) return new Map()
  return new Map((await selectDefaults(db, wanted)).map((row) => [row.group_id, defaultsOf(row)]))
}
