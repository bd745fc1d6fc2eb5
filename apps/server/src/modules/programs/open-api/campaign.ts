import { Problem } from '@simwright/contract'
import type * as openApi from '@simwright/contract/programs/open-api'
import type { Recorded } from '../../../http/once.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { addResources } from '../../provisioning/campaigns/service.ts'
import { generateAll } from '../../provisioning/generate/service.ts'
import { singleOf, withOpenName } from './metadata.ts'
import type { Signed } from './serve-signed.ts'

type Answer = { campaignName: string; batchCode: string; total: number }

export async function addToCampaign(
  server: Server,
  { input, once, who, scope }: Signed<typeof openApi.addResources>,
): Promise<Recorded<Answer>> {
  // a campaign hands out profiles, which samples are not
  if (scope === 'samples') throw new Problem('not_found')
  const inputs = input.metaDatas.map(singleOf)
  return await once.tenantTx(who.enterpriseId, async (db) => {
    let batchCode = ''
    const { name } = await addResources(server, db, who, {
      name: input.campaignName,
      count: inputs.length,
      profilesOf: async (configurationId) => {
        const made = await generateAll(server, db, who, { configurationId, inputs }).catch(nameRecords)
        batchCode = made.code
        return made.profileIds
      },
    })
    return { campaignName: name, batchCode, total: inputs.length }
  })
}

/** Faults begin with the index of a record: `metaDatas.3.imsi`. */
function nameRecords(error: unknown): never {
  if (!(error instanceof Problem) || !error.faults) throw error
  const faults = error.faults.map((fault) => {
    const [, index = '', field = ''] = /^(\d+)\.(.*)$/.exec(fault.path) ?? []
    return { ...fault, path: `metaDatas.${index}.${withOpenName({ ...fault, path: field }).path}` }
  })
  throw new Problem(error.kind, {}, { faults, cause: error })
}
