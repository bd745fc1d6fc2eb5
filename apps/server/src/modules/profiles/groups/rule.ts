import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as groupRule from '@simwright/contract/profiles/group-rule'
import { findIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId, EnterpriseId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { GroupsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readConfiguration } from '../configurations/service.ts'
import { lockGroup } from './queries.ts'
import { countRules, deleteRule, insertRule, lockRules, selectRule, selectRules } from './rule-queries.ts'

export async function listRules(server: Server, who: Who): Promise<OutputOf<typeof groupRule.list>> {
  const rows = await server.db.tenantRead(who.enterpriseId, (db) => selectRules(db))
  const items = rows.map(({ id, mark, value, ...row }) => ({
    id,
    mark,
    value,
    configurationName: row.configuration_name,
    groupId: row.group_id,
    groupName: row.group_name,
    groupColor: row.group_color,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
  }))
  return { items }
}

export async function addRule(
  server: Server,
  who: Who,
  { fields }: ParsedInputOf<typeof groupRule.add>,
): Promise<OutputOf<typeof groupRule.add>> {
  const { enterpriseId, userId } = who
  if (fields.mark === 'CONFIGURATION') await readConfiguration(server, who, fields.value)
  const id = server.random.uuid()
  await server.db.tenantTx(enterpriseId, async (db) => {
    const group = await lockGroup(db, fields.groupId)
    if (!group) throw new Problem('not_found')
    if ((await countRules(db)) >= groupRule.GROUP_RULES_MAX)
      throw new Problem('group_rules_too_many', { max: groupRule.GROUP_RULES_MAX })
    const isInserted = await insertRule(db, { ...fields, id, userId, at: server.clock.now() })
    if (!isInserted) {
      const other = await selectRule(db, fields)
      throw new Problem('group_rule_used', { group: other?.group_name ?? group.name })
    }
    const object = { id: group.id, name: group.name }
    const { mark, value } = fields
    await recordAudit(server, db, { action: 'group.ruleAdded', enterpriseId, object, after: { mark, value } })
  })
  return { id }
}

export async function removeRule(
  server: Server,
  { enterpriseId }: Who,
  { id }: ParsedInputOf<typeof groupRule.remove>,
): Promise<OutputOf<typeof groupRule.remove>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const deleted = await deleteRule(db, id)
    if (!deleted) throw new Problem('not_found')
    const { group_id: groupId, mark, value } = deleted
    const group = await lockGroup(db, groupId)
    const object = { id: groupId, name: group?.name ?? '' }
    await recordAudit(server, db, { action: 'group.ruleRemoved', enterpriseId, object, before: { mark, value } })
  })
  return {}
}

/** The identifiers of a profile that rules compare. */
export type ProfileNumbers = { iccid: string; imsi: string; msisdn: string | null }

/**
 * A function that returns the group into which the rules put a new profile of a configuration. Locks the groups against
 * deletion until the end of the transaction.
 */
export async function groupByRule(
  db: TenantDb,
  { configurationId }: { enterpriseId: EnterpriseId; configurationId: ConfigurationId },
): Promise<(profile: ProfileNumbers) => string | null> {
  const rules = await lockRules(db)
  return ({ iccid, imsi, msisdn }) => {
    const numbers = { ICCID: findIccid(iccid) ?? iccid, IMSI: imsi, MSISDN: msisdn ?? '' }
    const first = rules.find(({ mark, value }) =>
      mark === 'CONFIGURATION' ? value === configurationId : numbers[mark].startsWith(value),
    )
    return first?.group_id ?? null
  }
}
