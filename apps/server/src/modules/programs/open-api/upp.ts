import type * as openApi from '@simwright/contract/programs/open-api'
import type { Recorded } from '../../../http/once.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { generateOne, replaceUpp } from '../../provisioning/generate/service.ts'
import { acFormatOf, answerOf, configurationNamed, type GeneratedAnswer } from './generate.ts'
import { profileNamed } from './profile.ts'
import type { Signed } from './serve-signed.ts'

export async function generateByUpp(
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

export async function updateByUpp(
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
