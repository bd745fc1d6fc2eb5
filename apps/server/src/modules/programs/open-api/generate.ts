import { Problem } from '@simwright/contract'
import type { generate } from '@simwright/contract/programs/open-api'
import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId } from '../../../db/row-id.ts'
import type { Recorded } from '../../../http/once.ts'
import { originOf, platformOf } from '../../platform/brand/service.ts'
import { hasFeature } from '../../platform/plans/service.ts'
import { selectIdByName } from '../../profiles/configurations/service.ts'
import { type GeneratedCode, generateOne } from '../../provisioning/generate/service.ts'
import type { Caller } from './authenticate.ts'
import { singleOf, withOpenNames } from './metadata.ts'
import type { Server } from './port.ts'
import type { Signed } from './serve-signed.ts'

export type GeneratedAnswer = { iccid: string; activationCode: string; acLink?: string | undefined }

export async function generateCode(
  server: Server,
  { input, once, ...caller }: Signed<typeof generate>,
): Promise<Recorded<GeneratedAnswer>> {
  const { configName, needAcLink, encryptionMode: _, ...metadata } = input
  return await once.tenantTx(caller.who.enterpriseId, async (db) => {
    const configurationId = await configurationNamed(db, caller, configName)
    const single = { ...singleOf(metadata), configurationId }
    const code = await withOpenNames(
      generateOne(server, db, caller.who, { input: single, generateAgain: 'no', acFormat: acFormatOf(needAcLink) }),
    )
    return answerOf(server, caller, { code, needAcLink })
  })
}

/** Without a link the code is given out as text only: its public page is closed. */
export const acFormatOf = (needAcLink: boolean) => (needAcLink ? 'AC_LINK' : 'STRING')

/** @throws Problem `configuration_unknown` */
export async function configurationNamed(
  db: TenantDb,
  { who, scope }: Pick<Caller, 'who' | 'scope'>,
  name: string,
): Promise<ConfigurationId> {
  const id = await selectIdByName(db, who.enterpriseId, { name, only: scope })
  if (id === undefined) throw new Problem('configuration_unknown', { name })
  return id
}

export function answerOf(
  server: Server,
  caller: Caller,
  { code, needAcLink }: { code: GeneratedCode; needAcLink: boolean },
): GeneratedAnswer {
  const answer = { iccid: code.iccid, activationCode: withoutScheme(code.activationCode) }
  const acLink = needAcLink ? linkOf(server, caller, code.slug) : undefined
  return acLink === undefined ? answer : { ...answer, acLink }
}

/** The open API writes activation codes without `LPA:`. */
export const withoutScheme = (activationCode: string): string => activationCode.replace(/^LPA:/, '')

/** The public page of a code; undefined if the plan has none. */
export function linkOf(server: Server, { who, entitlement }: Caller, slug: string): string | undefined {
  if (!hasFeature(entitlement, 'AC_LINK')) return undefined
  return `${originOf(server, platformOf(server, who.platformId))}/ac/${slug}`
}
