import * as credential from '@simwright/contract/programs/credential'
import { es2plusCalls, es2plusFunctions } from '@simwright/contract/programs/es2plus-call'
import * as openApi from '@simwright/contract/programs/open-api'
import type { SignedCall } from '@simwright/contract/programs/signed-call'
import { type App, serve } from '../../../http/serve.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { generateByBatch, readBatchInfo } from './batch.ts'
import { addToCampaign } from './campaign.ts'
import { listNames } from './configuration.ts'
import { createCredential, endPreviousSecret, listCredentials, revokeCredential, rotateSecret } from './credentials.ts'
import { callEs2plus } from './es2plus.ts'
import { codeGenerator } from './generate.ts'
import { changeRecycleTime, deleteProfile, readDetail, readLog, updateParameters } from './profile.ts'
import { signedRoutes } from './serve-signed.ts'
import { generateByUpp, updateByUpp } from './upp.ts'

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
    serve(openApi.addResources, (signed) => addToCampaign(server, signed))
    for (const name of es2plusFunctions)
      serve(es2plusCalls[name] as SignedCall, (signed) => callEs2plus(server, name, signed))
  })
}
