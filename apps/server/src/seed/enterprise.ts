import * as configuration from '@simwright/contract/profiles/configuration'
import type { Who } from '../http/call.ts'
import { notRepeatable } from '../http/once.ts'
import { createEnterprise } from '../modules/people/accounts/seed.ts'
import {
  addConfiguration,
  type ConfigurationVersion,
  readForGenerating,
} from '../modules/profiles/configurations/service.ts'
import type { Server } from '../server.ts'
import type { SeededEnterprise } from './fleet.ts'

const NAMES = [
  'Consumer',
  'Consumer plus',
  'Telemetry',
  'Voice',
  'Roaming',
  'Field test',
  'Private',
  'Early trial',
] as const
const PROVIDERS = ['Alba', 'Alba', 'Northwind', 'Skerry', 'Alba', 'Northwind', 'Skerry', 'Tern'] as const
const GROUPS = [
  'Vans',
  'Meters',
  'Cameras',
  'Trackers',
  'Lifts',
  'Kiosks',
  'Routers',
  'Buses',
  'Testers',
  'lab',
] as const
const COLORS = ['blue', 'green', 'orange', 'violet', 'teal', 'pink', 'yellow', 'red', 'gray', 'blue'] as const

type Wanted = { number: number; name: string; email: string; password?: string; size: 'large' | 'small' }

/** Creates an enterprise account of plan LAB with the configurations and groups for its profiles. */
export async function makeSeededEnterprise(server: Server, wanted: Wanted): Promise<SeededEnterprise> {
  const { name, email, password, size } = wanted
  const owner = await createEnterprise(server, { name, plan: 'LAB', email, ...(password ? { password } : {}) })
  const who = { ...owner, sessionId: owner.userId } as unknown as Who
  const count = size === 'large' ? NAMES.length : 2
  const configurations: ConfigurationVersion[] = []
  for (let index = 0; index < count; index++) configurations.push(await addSeedConfiguration(server, who, index))
  const groupIds = await addGroups(server, who, size === 'large' ? GROUPS.length : 2)
  return {
    owner,
    enterpriseId: owner.enterpriseId,
    enterpriseNumber: wanted.number,
    userId: owner.userId,
    configurations,
    groupIds,
  }
}

async function addSeedConfiguration(server: Server, who: Who, index: number): Promise<ConfigurationVersion> {
  const input = configuration.add.input.parse({
    fields: {
      name: NAMES[index],
      type: 'Regular',
      profileName: `${PROVIDERS[index]} plan`,
      serviceProviderName: PROVIDERS[index],
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'none' },
    },
  })
  const { answer } = await addConfiguration(server, who, { input, once: notRepeatable(server.db) })
  return await server.db.tenantTx(who.enterpriseId, (db) => readForGenerating(server, db, { id: answer.id }))
}

async function addGroups(server: Server, { enterpriseId, userId }: Who, count: number): Promise<string[]> {
  const at = server.clock.now()
  const groups = GROUPS.slice(-count).map((name, index) => ({
    enterprise_id: enterpriseId,
    id: server.random.uuid(),
    name,
    color: COLORS[index]!,
    created_by: userId,
    created_at: at,
    updated_at: at,
  }))
  await server.db.tenantTx(enterpriseId, (db) => db.insertInto('profile_group').values(groups).execute())
  return groups.map(({ id }) => id)
}
