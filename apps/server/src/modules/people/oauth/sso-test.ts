import { type OutputOf, type ParsedInputOf, Problem, type ProblemName } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/sso'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Browser, Who } from '../../../http/call.ts'
import type { OauthServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { authenticate } from '../sessions/service.ts'
import { beginFlow, verifyAnswer } from './flow.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { FlowRecord } from './queries.ts'
import {
  addressOfMember,
  firstIdOf,
  isOwnDomain,
  issuerFault,
  ownProvider,
  secretOf,
  testContext,
  testedCredentials,
} from './sso.ts'
import { selectConnection, selectTest, updateTestResult, upsertTest } from './sso-queries.ts'

type Result = NonNullable<contract.SsoTest['result']>

/** Starts a test sign-in with the entered settings. Only this user, in this browser, can finish it. */
export async function beginTest(
  server: Server,
  who: Who,
  { input, browser, origin }: { input: ParsedInputOf<typeof contract.beginTest>; browser: Browser; origin: string },
): Promise<OutputOf<typeof contract.beginTest>> {
  const { enterpriseId, userId, platformId } = who
  const known = await server.db.tenantRead(enterpriseId, (db) => selectConnection(db))
  const { issuer, clientId } = input
  const secret = secretOf(server, { who, input, known })
  const idp = ownProvider({ enterpriseId, id: known?.id ?? firstIdOf(enterpriseId) }, { issuer, clientId, secret })
  const id = server.random.uuid()
  const flow = { idp, platformId, userId, ssoTestId: id, origin }
  const url = await beginFlow(server, browser, flow).catch((error: unknown) => {
    throw issuerFault(issuer, error)
  })
  const sealed = server.sealer.seal(testContext(enterpriseId, id), secret)
  const test = { id, issuer, client_id: clientId, sealed_secret: sealed, created_at: server.clock.now() }
  await server.db.tenantTx(enterpriseId, (db) => upsertTest(db, { userId }, test))
  return { url }
}

type Answer = { flow: FlowRecord; testId: string; provider: string; query: URLSearchParams }

/** Stores the result of a test sign-in. Creates no session, user or identity. @throws Problem oauth_gone */
export async function finishTest(
  server: Server,
  { flow, testId: id, provider, query }: Answer,
  { browser, origin }: { browser: Browser; origin: string },
): Promise<void> {
  const { token, binding } = browser
  const who = await authenticate(server, { token, binding, background: true })
  const { enterpriseId, userId } = who
  // nobody else finds it, nor the user in another enterprise account
  const test = await server.db.tenantRead(enterpriseId, (db) => selectTest(db, userId))
  if (test?.id !== id || !who.permissions.has('Role_Edit')) throw new Problem('oauth_gone')
  const idp = ownProvider({ enterpriseId, id: flow.source_id }, testedCredentials(server, enterpriseId, test))
  if (idp.pathId !== provider) throw new Problem('oauth_gone')
  const result = await resultOf(server, { enterpriseId, idp }, { flow, query, origin })
  await server.db.tenantTx(enterpriseId, async (db) => {
    if (!(await updateTestResult(db, { id }, result))) throw new Problem('oauth_gone')
    const { issuer, client_id: clientId } = test
    const by = { id: userId, name: who.name, email: who.email }
    const object = { id: flow.source_id, name: issuer }
    const after = { issuer, clientId, outcome: result.failure ?? 'PASSED' }
    await recordAudit(server, db, { enterpriseId, action: 'sso.tested', object, by, after })
  })
}

async function resultOf(
  server: Server,
  { enterpriseId, idp }: { enterpriseId: EnterpriseId; idp: IdentityProvider },
  answer: { flow: FlowRecord; query: URLSearchParams; origin: string },
): Promise<Result> {
  try {
    const { firstName, lastName, claimNames, ...address } = await verifyAnswer(server, idp, answer)
    const email = await addressOfMember(server, enterpriseId, address)
    const facts = { name: `${firstName} ${lastName}`.trim(), claims: [...claimNames], error: '', tried: '' }
    if (email === undefined) return { ...facts, email: '', failure: 'NO_EMAIL' }
    return { ...facts, email, failure: (await isOwnDomain(server, enterpriseId, email)) ? null : 'FOREIGN_DOMAIN' }
  } catch (error) {
    const failure = error instanceof Problem ? failures[error.kind] : undefined
    if (!failure) throw error
    const { describeFailure } = await import('./openid.ts')
    const { error: text, tried } = describeFailure(error as Problem)
    return { failure, email: '', name: '', claims: [], error: text, tried: tried || idp.issuer }
  }
}

const failures: { readonly [Name in ProblemName]?: contract.SsoFailure } = {
  oauth_denied: 'DENIED',
  oauth_unreachable: 'UNREACHABLE',
  oauth_refused: 'REFUSED',
}
