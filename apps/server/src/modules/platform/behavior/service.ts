import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as behavior from '@simwright/contract/platform/behavior'
import { type BehaviorModule, behaviorModuleNames, behaviorModules } from '@simwright/contract/platform/behavior'
import { z } from 'zod'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import { parseInput } from '../../../http/input.ts'
import type { Server } from './port.ts'
import { selectConfigs, upsertConfig } from './queries.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>

/** Reads settings. One that is no longer valid, because another release stored it, has its default values. */
export async function readBehavior(
  server: Pick<Server, 'db'>,
  { userId, enterpriseId }: Pick<Who, 'userId' | 'enterpriseId'>,
  { moduleNames = behaviorModuleNames }: In<typeof behavior.query>,
): Promise<Out<typeof behavior.query>> {
  const rows = await selectConfigs(server.db.global, { userId, enterpriseId, modules: moduleNames })
  const configs = rows.flatMap(({ module_name, config, version, enterprise_id }) => {
    const module = module_name as BehaviorModule
    if (enterprise_id !== scopeOf(module, enterpriseId)) return []
    const { data = {} } = behaviorModules[module].config.safeParse(parseJson(config))
    return [{ moduleName: module, moduleConfig: JSON.stringify(data), version }]
  })
  return { configs }
}

/** Saves settings. @throws Problem invalid, changed_meanwhile */
export async function saveBehavior(
  server: Server,
  { userId, enterpriseId }: Who,
  { moduleName: module, moduleConfig, version }: In<typeof behavior.save>,
): Promise<Out<typeof behavior.save>> {
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
