import { Problem } from '@simwright/contract'
import * as credential from '@simwright/contract/programs/credential'
import { type Es2plusFunction, es2plusCalls, es2plusFunctions } from '@simwright/contract/programs/es2plus-call'
import * as openApi from '@simwright/contract/programs/open-api'
import type { SignedCall, SignedOutput } from '@simwright/contract/programs/signed-call'
import type { Recorded } from '../../../http/once.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { selectNames } from '../../profiles/configurations/service.ts'
import { addResources } from '../../provisioning/campaigns/service.ts'
import { generateAll, generateOne, replaceUpp } from '../../provisioning/generate/service.ts'
import { performSigned } from '../es2plus/service.ts'
import { generateByBatch, readBatchInfo } from './batch.ts'
import { createCredential, endPreviousSecret, listCredentials, revokeCredential, rotateSecret } from './credentials.ts'
import { acFormatOf, answerOf, codeGenerator, configurationNamed, type GeneratedAnswer } from './generate.ts'
import { singleOf, withOpenName } from './metadata.ts'
import { changeRecycleTime, deleteProfile, profileNamed, readDetail, readLog, updateParameters } from './profile.ts'
import { type Signed, signedRoutes } from './serve-signed.ts'
import { changeTraits } from './trait.ts'

export function routes(app: App, server: Server): void {
  serve(app, credential.list, ({ who }) => listCredentials(server, who))
  serve(app, credential.create, ({ who, input }) => createCredential(server, who, input))
  serve(app, credential.rotate, ({ who, input }) => rotateSecret(server, who, input.id))
  serve(app, credential.endPrevious, ({ who, input }) => endPreviousSecret(server, who, input.id))
  serve(app, credential.revoke, ({ who, input }) => revokeCredential(server, who, input.id))

  signedRoutes(app, server, (serve) => {
    serve(openApi.generate, codeGenerator(server))
    serve(openApi.generateByBatch, (signed) => generateByBatch(server, signed))
    serve(openApi.batchInfo, (signed) => readBatchInfo(server, signed))
    serve(openApi.generateByUpp, (signed) => generateByUpp(server, signed))
    serve(openApi.updateByUpp, (signed) => updateByUpp(server, signed))
    serve(openApi.updateParam, (signed) => updateParameters(server, signed))
    serve(openApi.listConfigurations, (signed) => listNames(server, signed))
    serve(openApi.profileDetail, (signed) => readDetail(server, signed))
    serve(openApi.profileLog, (signed) => readLog(server, signed))
    serve(openApi.deleteProfile, (signed) => deleteProfile(server, signed))
    serve(openApi.changeRecycleTime, (signed) => changeRecycleTime(server, signed))
    serve(openApi.changeTraits, (signed) => changeTraits(server, signed))
    serve(openApi.addResources, (signed) => addToCampaign(server, signed))
    for (const name of es2plusFunctions)
      serve(es2plusCalls[name] as SignedCall, (signed) => callEs2plus(server, name, signed))
  })
}

async function listNames(
  server: Server,
  { input, who, scope }: Signed<typeof openApi.listConfigurations>,
): Promise<SignedOutput<typeof openApi.listConfigurations>> {
  const { configName: prefix = '', pageParam } = input
  const { pageNum, pageSize } = pageParam
  const page = { prefix, only: scope, offset: (pageNum - 1) * pageSize, limit: pageSize }
  const { names, total } = await server.db.tenantRead(who.enterpriseId, (db) => selectNames(db, page))
  return { configs: names, pageParam: { pageNum, pageSize, total } }
}

/** Passes a signed call to ES2+, as the enterprise account or as one of its operators. */
async function callEs2plus(
  server: Server,
  name: Es2plusFunction,
  { who, entitlement, scope, input, once, address }: Signed<SignedCall>,
): Promise<Recorded<unknown>> {
  const { enterpriseId, userId: callerId, platformId } = who
  const caller = { enterpriseId, callerId, platformId, entitlement, scope, address }
  return await once.tenantTx(enterpriseId, (db) => performSigned(server, db, { name, caller, input: input as never }))
}

async function generateByUpp(
  server: Server,
  { input, once, ...caller }: Signed<typeof openApi.generateByUpp>,
): Promise<Recorded<GeneratedAnswer>> {
  const { configName, needAcLink, reGenerate, tk: _, customAcAddress: __, ...fields } = input
  return await once.tenantTx(caller.who.enterpriseId, async (db) => {
    const configurationId = await configurationNamed(db, caller, configName)
    const code = await generateOne(server, db, caller.who, {
      input: { ...fields, configurationId, makeKeys: false },
      generateAgain: reGenerate ? 'yes' : 'no',
      acFormat: acFormatOf(needAcLink),
    })
    return answerOf(server, caller, { code, needAcLink })
  })
}

async function updateByUpp(
  server: Server,
  { input, once, ...caller }: Signed<typeof openApi.updateByUpp>,
): Promise<Recorded<{ iccid: string }>> {
  const { upp, imsi } = input
  return await once.tenantTx(caller.who.enterpriseId, async (db) => {
    const { id: profileId, iccid } = await profileNamed(db, caller, input.iccid)
    await replaceUpp(server, db, caller.who, { profileId, upp, imsi })
    return { iccid }
  })
}

type Answer = { campaignName: string; batchCode: string; total: number }

async function addToCampaign(
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
