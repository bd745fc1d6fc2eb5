import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from '@simwright/contract'
import type { generate } from '@simwright/contract/programs/open-api'
import type { TenantDb } from '../../../db/database.ts'
import { OutcomeUnknown } from '../../../db/outcome-unknown.ts'
import type { ConfigurationId } from '../../../db/row-id.ts'
import { type Recorded, recordedTogether } from '../../../http/once.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { gather } from '../../../runtime/gather.ts'
import { originOf, platformOf } from '../../platform/brand/service.ts'
import { hasFeature } from '../../platform/plans/service.ts'
import { selectIdByName } from '../../profiles/configurations/service.ts'
import { type GeneratedCode, generateOne, generateTogether, NotTogether } from '../../provisioning/generate/service.ts'
import type { Caller } from './authenticate.ts'
import { singleOf, withOpenNames } from './metadata.ts'
import { insertRequests } from './queries.ts'
import type { Signed } from './serve-signed.ts'

export type GeneratedAnswer = { iccid: string; activationCode: string; acLink?: string | undefined }

type Call = Signed<typeof generate>
type Waiting = {
  signed: Call
  /** Runs `work` in the context of the call: its actor, and its span. */
  inContext: ReturnType<typeof AsyncLocalStorage.snapshot>
}

/** Two transactions keep this process and PostgreSQL busy at the same time. */
const TRANSACTIONS_AT_ONCE = 2
const CALLS_IN_ONE = 16

/**
 * Returns the handler of single generate. Calls of a credential that wait at the same time share a transaction; those
 * that could be refused get one of their own. Each is answered after its commit.
 */
export function codeGenerator(server: Server): (signed: Call) => Promise<Recorded<GeneratedAnswer>> {
  const generate = gather<Waiting, Recorded<GeneratedAnswer>>((calls) => generateCodes(server, calls), {
    atOnce: TRANSACTIONS_AT_ONCE,
    max: CALLS_IN_ONE,
  })
  return (signed) => generate(keyOf(signed), { signed, inContext: AsyncLocalStorage.snapshot() })
}

/** Calls with the same key differ only in the metadata of their profiles and their RequestIDs. */
const keyOf = ({ who, scope, input: { configName, needAcLink } }: Call) =>
  JSON.stringify([who.userId, scope, needAcLink, configName])

type Outcome = PromiseSettledResult<Recorded<GeneratedAnswer>>

async function generateCodes(server: Server, calls: readonly Waiting[]): Promise<Outcome[]> {
  const alone = (each: readonly Waiting[]) =>
    Promise.allSettled(each.map(({ signed, inContext }) => inContext(() => generateAlone(server, signed))))
  if (calls.length === 1) return await alone(calls)
  try {
    const answers = await calls[0]!.inContext(() => generateAll(server, calls))
    return answers.map((value) => ({ status: 'fulfilled', value }))
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error
    // nothing was written
    if (!(error instanceof NotTogether)) return await alone(calls)
    const [others, separate] = [
      calls.filter((_, at) => !error.separate.has(at)),
      calls.filter((_, at) => error.separate.has(at)),
    ]
    const outcomes = [...(others.length > 0 ? await generateCodes(server, others) : []), ...(await alone(separate))]
    const byCall = new Map([...others, ...separate].map((call, at) => [call, outcomes[at]!]))
    return calls.map((call) => byCall.get(call)!)
  }
}

/** @throws NotTogether naming calls whose RequestID was used, or as `generateTogether` */
async function generateAll(server: Server, calls: readonly Waiting[]): Promise<Recorded<GeneratedAnswer>[]> {
  const [{ signed }] = calls as [Waiting]
  const { configName, needAcLink } = signed.input
  const requestKeys = calls.map((call) => call.signed.requestKey)
  return await recordedTogether(server.db, signed.who.enterpriseId, {
    first: async (db) => {
      const credentialId = signed.who.userId
      const added = await insertRequests(db, { credentialId, requestKeys, at: server.clock.now() })
      const used = requestKeys.flatMap((key, at) => (added.has(key) && requestKeys.indexOf(key) === at ? [] : [at]))
      if (used.length > 0) throw new NotTogether(used)
    },
    work: async (db) => {
      const configurationId = await configurationNamed(db, signed, configName)
      const codes = await generateTogether(server, db, signed.who, {
        configurationId,
        acFormat: acFormatOf(needAcLink),
        requests: calls.map((call) => ({
          input: { ...singleOf(metadataOf(call.signed)), configurationId },
          asActor: call.inContext,
        })),
      })
      return codes.map((code, at) => answerOf(server, calls[at]!.signed, { code, needAcLink }))
    },
  })
}

async function generateAlone(server: Server, { once, ...signed }: Call): Promise<Recorded<GeneratedAnswer>> {
  const { configName, needAcLink } = signed.input
  return await once.tenantTx(signed.who.enterpriseId, async (db) => {
    const configurationId = await configurationNamed(db, signed, configName)
    const single = { ...singleOf(metadataOf(signed)), configurationId }
    const code = await withOpenNames(
      generateOne(server, db, signed.who, { input: single, generateAgain: 'no', acFormat: acFormatOf(needAcLink) }),
    )
    return answerOf(server, signed, { code, needAcLink })
  })
}

function metadataOf({ input }: Pick<Call, 'input'>) {
  const { configName: _, needAcLink: __, encryptionMode: ___, ...metadata } = input
  return metadata
}

/** Without a link the code is given out as text only: its public page is closed. */
export const acFormatOf = (needAcLink: boolean) => (needAcLink ? 'AC_LINK' : 'STRING')

/** @throws Problem `configuration_unknown` */
export async function configurationNamed(
  db: TenantDb,
  { scope }: Pick<Caller, 'who' | 'scope'>,
  name: string,
): Promise<ConfigurationId> {
  const id = await selectIdByName(db, { name, only: scope })
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
