import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as behavior from '@simwright/contract/people/behavior'
import { type BehaviorModule, behaviorModuleNames, behaviorModules } from '@simwright/contract/people/behavior'
import { z } from 'zod'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import { parseInput } from '../../../http/input.ts'
import type { BehaviorServer as Server } from '../../../port/module.ts'
import { selectConfigs, selectVisible, upsertConfig } from './queries.ts'

/** Reads settings. One that is no longer valid, because another release stored it, has its default values. */
export async function readBehavior(
  server: Pick<Server, 'db'>,
  { userId, enterpriseId }: Pick<Who, 'userId' | 'enterpriseId'>,
  { moduleNames = behaviorModuleNames }: ParsedInputOf<typeof behavior.query>,
): Promise<OutputOf<typeof behavior.query>> {
  const rows = await selectConfigs(server.db.global, { userId, enterpriseId, modules: moduleNames })
  const configs: OutputOf<typeof behavior.query>['configs'] = []
  for (const { module_name, config, version, enterprise_id } of rows) {
    const module = module_name as BehaviorModule
    if (enterprise_id !== scopeOf(module, enterpriseId)) continue
    const { data = {} } = behaviorModules[module].config.safeParse(parseJson(config))
    const shown = module === 'palette' ? await visibleItems(server, enterpriseId, data as Palette) : data
    configs.push({ moduleName: module, moduleConfig: JSON.stringify(shown), version })
  }
  return { configs }
}

type Palette = behavior.BehaviorConfig<'palette'>
type PaletteItem = Palette['recent'][number]

/** The recent and pinned items of a member whose view is limited to groups, without the objects outside of them. */
async function visibleItems(
  server: Pick<Server, 'db'>,
  enterpriseId: EnterpriseId,
  { recent = [], pinned = [] }: Partial<Palette>,
): Promise<Palette> {
  const isLimitedKind = ({ kind }: PaletteItem) => kind === 'profile' || kind === 'batch'
  const limited = [...recent, ...pinned].filter(isLimitedKind)
  const ids = limited.flatMap(({ id }) => (z.uuid().safeParse(id).success ? [id] : []))
  const limit = groupLimitIn(enterpriseId)
  if (!limit) return { recent, pinned }
  const stored = await server.db.tenantRead(enterpriseId, (db) => selectVisible(db, ids))
  const groups: readonly string[] = limit.groups
  const isVisible = (one: PaletteItem) =>
    one.kind === 'group' ? groups.includes(one.id) : !isLimitedKind(one) || stored.has(one.id)
  return { recent: recent.filter(isVisible), pinned: pinned.filter(isVisible) }
}

/** Saves settings. @throws Problem invalid, changed_meanwhile */
export async function saveBehavior(
  server: Server,
  { userId, enterpriseId }: Who,
  { moduleName: module, moduleConfig, version }: ParsedInputOf<typeof behavior.save>,
): Promise<OutputOf<typeof behavior.save>> {
  const saved = await upsertConfig(server.db.global, {
    userId,
    enterpriseId: scopeOf(module, enterpriseId),
    module,
    config: JSON.stringify(configIn(module, moduleConfig)),
    version,
    at: server.clock.now(),
  })
  if (saved === undefined) throw new Problem('changed_meanwhile')
  return { version: saved }
}

const scopeOf = (module: BehaviorModule, enterpriseId: EnterpriseId): string | null =>
  behaviorModules[module].scope === 'person' ? null : enterpriseId

function configIn(module: BehaviorModule, text: string): unknown {
  const schema = z.object({ moduleConfig: behaviorModules[module].config })
  return parseInput(schema, { moduleConfig: parseJson(text) }).moduleConfig
}

/** @returns undefined for invalid JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
