import { API_PREFIX, type Endpoint, endpoints, problems } from '@simwright/contract'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  canaries,
  codeOf,
  createOwnedObjects,
  endpointOf,
  entries,
  type OwnedObjects,
  sendAny,
  single,
} from '../testing/contract-entry.ts'
import { type Client, injectInto, type TestEnterprise, testServer } from '../testing/server.ts'

const t = await testServer()

const named = (wanted: (endpoint: Endpoint) => boolean) =>
  endpoints.filter(({ endpoint }) => wanted(endpoint)).map(({ name, endpoint }) => [name, endpoint] as const)

describe('every endpoint of the contract', () => {
  test.each(endpoints.map(({ name, endpoint }) => [name, endpoint] as const))('%s is served', (_name, endpoint) => {
    expect(t.app.hasRoute({ method: endpoint.method, url: `${API_PREFIX}${endpoint.path}` })).toBe(true)
  })

  test('only these endpoints are public', () => {
    expect(
      named((endpoint) => endpoint.access === 'public')
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      'account.login',
      'account.loginCode',
      'account.loginPasskey',
      'account.logout',
      'account.passkeyChallenge',
      'account.register',
      'account.resendActivation',
      'account.resetPassword',
      'account.sendForget',
      'account.verify',
      'campaign.publicCampaign',
      'delivery.publicCode',
      'delivery.publicCourse',
      'device.poll',
      'device.start',
      'invitation.check',
      'legal.current',
      'legal.read',
      'oauth.accept',
      'oauth.findSso',
      'oauth.finish',
      'oauth.linkByPassword',
      'oauth.prove',
      'oauth.register',
      'oauth.sendCode',
      'plan.prices',
      'platform.query',
      'team.acceptInvitation',
      'team.invitation',
      'voucher.publicVouchers',
      'voucher.redeem',
    ])
  })
})

describe('another enterprise has no access', () => {
  let a: TestEnterprise
  let b: TestEnterprise
  let things: OwnedObjects
  let askers: { a: Client; b: Client }

  beforeAll(async () => {
    a = await t.enterprise('Enterprise A of Canary Street')
    b = await t.enterprise('Enterprise B')
    things = await createOwnedObjects(a)
    const way = injectInto(t.app)
    askers = { a: a.owner.by(way), b: b.owner.by(way) }
  })

  test('each endpoint has an entry here', () => {
    expect(Object.keys(entries).sort()).toEqual(endpoints.map(({ name }) => name).sort())
  })

  const guarded = Object.entries(entries).flatMap(([name, entry]) =>
    typeof entry === 'string' ? [] : [[name, entry] as const],
  )

  test.each(guarded)('%s', async (name, { input, seen }) => {
    const endpoint = endpointOf(name)
    const { status, text } = await sendAny(askers.b, endpoint, input(things))
    if (seen === 'not found') expect([status, codeOf(text)]).toEqual([404, problems.not_found.code])
    else if (typeof seen === 'object') expect(codeOf(text)).toBe(seen.refusedWith)
    else expect([status, text]).toEqual([200, expect.anything()])
    for (const canary of canaries(things)) expect(text).not.toContain(canary)
  })

  test('the attempts changed nothing', async () => {
    const profile = await a.owner.ask(fleet.detail, { id: things.profileId })
    expect(profile).toMatchObject({ iccid: things.iccid, status: 'AVAILABLE', matchingId: things.matchingId })
    expect((await a.owner.ask(configuration.get, { id: things.configurationId })).version).toBe(1)
    expect((await a.owner.ask(source.get, { id: things.sourceId })).total).toBe(1)
  })

  test('another enterprise cannot take its ICCID, and does not learn who owns it', async () => {
    const { id } = await b.owner.ask(configuration.add, { fields: { ...things.fields, name: 'Mine' } })
    const refused = await b.owner.refusal(batch.single, {
      ...single(things, things.iccid),
      configurationId: id,
    })
    expect(refused.code).toBe(problems.iccid_taken.code)
    expect(refused.message).toBe(`The ICCID ${things.iccid} is not available.`)
  })

  test.each(guarded)('%s answers its owner', async (name, { input, ownerGets }) => {
    const { status, text } = await sendAny(askers.a, endpointOf(name), input(things))
    if (ownerGets === undefined) expect([status, status === 200 || text]).toEqual([200, true])
    else expect(codeOf(text)).toBe(ownerGets)
  })
})
