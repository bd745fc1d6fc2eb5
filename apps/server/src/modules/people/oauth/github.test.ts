import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { problems } from '@simwright/contract'
import * as oauth from '@simwright/contract/people/oauth'
import { renderPath } from '@simwright/contract/platform/provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '../../../secret/secret.ts'
import { testServer } from '../../../testing/server.ts'
import { setProvider } from '../../platform/providers/service.ts'

/** The endpoints that the sign-in uses, as GitHub documents them (with the paths of GitHub Enterprise Server). */
const answers = {
  token: { access_token: 'gho_x', token_type: 'bearer', scope: 'read:user,user:email' } as object,
  user: { id: 4711, login: 'grace', name: 'Grace Brewster Hopper' } as object,
  emails: [{ email: 'Grace@Example.com', primary: true, verified: true }] as object,
}
let challenge = ''
const github = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const sent = new URLSearchParams(Buffer.concat(chunks).toString())
  const proof = createHash('sha256')
    .update(sent.get('code_verifier') ?? '')
    .digest('base64url')
  const tokenGiven = request.headers.authorization === 'Bearer gho_x'
  const right = proof === challenge && sent.get('client_secret') === 'hub secret' && sent.get('code') === 'good'
  const answer = {
    '/login/oauth/access_token': right ? answers.token : { error: 'bad_verification_code' },
    '/api/v3/user': tokenGiven ? answers.user : undefined,
    '/api/v3/user/emails': tokenGiven ? answers.emails : undefined,
  }[request.url ?? '']
  response.writeHead(answer ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
})

const t = await testServer({ settings: { CALL_LOOPBACK: 'on' } })
beforeAll(async () => {
  await new Promise<void>((done) => github.listen(0, '127.0.0.1', done))
  await setProvider(t.server, {
    sys: undefined,
    slug: 'github',
    preset: 'GITHUB',
    name: 'GitHub',
    issuer: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
    clientId: 'hub client',
    clientSecret: new Secret('hub secret'),
    enabled: true,
  })
})
afterAll(() => void github.close())

async function visitGithub(query: Record<string, string>) {
  const client = t.stranger()
  const redirect = await client.open(renderPath('login', 'github', 'simwright'))
  const sent = new URL(redirect.headers.get('location') ?? '').searchParams
  challenge = sent.get('code_challenge') ?? ''
  return { client, query: new URLSearchParams({ state: sent.get('state') ?? '', ...query }).toString() }
}

describe('sign-in by GitHub', () => {
  test('its account number identifies the user, and its verified primary address is used', async () => {
    const { client, query } = await visitGithub({ code: 'good' })
    const { next } = await client.ask(oauth.finish, { provider: 'github', query })
    expect(next).toMatchObject({
      kind: 'REGISTER',
      email: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'Brewster Hopper',
    })
  })

  test('an address that GitHub has not verified needs a code', async () => {
    answers.emails = [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'new@example.com', primary: true, verified: false },
    ]
    const { client, query } = await visitGithub({ code: 'good' })
    const { next } = await client.ask(oauth.finish, { provider: 'github', query })
    expect(next).toMatchObject({ kind: 'PROVE', email: 'new@example.com' })
  })

  test.each([
    ['a wrong code', { code: 'bad' }, problems.oauth_refused.code],
    ['a canceled sign-in', { error: 'access_denied' }, problems.oauth_denied.code],
    ['another state', { code: 'good', state: 'x'.repeat(43) }, problems.oauth_gone.code],
  ])('%s is refused', async (_what, given, code) => {
    const { client, query } = await visitGithub(given)
    expect((await client.refusal(oauth.finish, { provider: 'github', query })).code).toBe(code)
  })

  test('a user without an account number is refused', async () => {
    answers.user = { login: 'grace' }
    const { client, query } = await visitGithub({ code: 'good' })
    const refused = await client.refusal(oauth.finish, { provider: 'github', query })
    expect(refused.code).toBe(problems.oauth_refused.code)
  })
})
