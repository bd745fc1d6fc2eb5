import { API_PREFIX, type Endpoint, endpoints, openToPrograms, problems, scopeIds } from '@simwright/contract'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as apiKey from '@simwright/contract/programs/keys'
import { signedCalls } from '@simwright/contract/programs/open-api'
import * as block from '@simwright/contract/provisioning/block'
import * as campaignCall from '@simwright/contract/provisioning/campaign'
import * as operation from '@simwright/contract/provisioning/operation'
import * as plannedDelivery from '@simwright/contract/provisioning/planned-delivery'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSamples } from '../modules/provisioning/samples/service.ts'
import { createOwnedObjects, endpointOf, type OwnedObjects } from '../testing/contract-entry.ts'
import { fingerprint, settleBackground } from '../testing/fingerprint.ts'
import { testServer } from '../testing/server.ts'

const t = await testServer()
const enterprise = await t.enterprise('Dry')
let things: OwnedObjects
let key = ''

beforeAll(async () => {
  things = await createOwnedObjects(enterprise)
  const fields = { name: 'Dry', scopes: [...scopeIds] }
  key = (await enterprise.owner.ask(apiKey.add, { kind: 'SERVICE', days: 1, fields })).key
  // its first use is stored
  await send(fleet.count, {}, {})
})

const dry = { 'x-dry-run': 'true' }

/** Sends a call with a key; `file` is the content of the file of a form. */
async function send(endpoint: Endpoint, input: unknown, headers: Record<string, string>, file = '') {
  const init: RequestInit = { method: 'POST', headers: { authorization: `Bearer ${key}`, ...headers } }
  if (endpoint.body === 'form-data') {
    const form = new FormData()
    for (const [name, value] of Object.entries((input ?? {}) as Record<string, string>)) form.append(name, value)
    form.append('file', new Blob([file]), 'list.csv')
    init.body = form
  } else {
    init.body = JSON.stringify(input ?? {})
    init.headers = { ...init.headers, 'content-type': 'application/json' }
  }
  const answer = await fetch(`${t.url}${API_PREFIX}${endpoint.path}`, init)
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any endpoint
  return { headers: answer.headers, status: answer.status, ...((await answer.json()) as any) }
}

const EID = '89049032000000000000000000000163'
const REMOVED_EID = '89049032000000000000000000000260'

/** One call with its input, the file of its form, and what its dry run says. */
type Kind = { input: (a: OwnedObjects) => unknown; file?: (a: OwnedObjects) => string; says: object }

const one = (a: OwnedObjects) => ({ ids: [a.profileId] })
const tomorrow = () => ({
  at: new Date(t.clock.now().getTime() + 86_400_000).toISOString().slice(0, 16),
  timeZone: 'UTC',
})
const campaign = (a: OwnedObjects) => ({ id: a.campaignId })

/** Each call that offers a dry run, in an order in which the objects are in the state that it needs. */
const kinds: Readonly<Record<string, Kind>> = {
  'batch.start': { input: (a) => ({ sourceId: a.sourceId }), says: { total: 1, faulty: 0, existing: 0 } },
  'batch.startRange': {
    input: ({ configurationId }) => ({
      configurationId,
      firstIccid: '89440123456789044441',
      firstImsi: '001010000003333',
      count: 2,
    }),
    says: { total: 2, existing: 0, taken: 0 },
  },
  'block.add': { input: () => ({ kind: 'EID', values: [EID] }), says: { added: 1, existing: 0 } },
  'block.upload': { input: () => ({}), file: () => `VALUE\n${EID}\n1\n`, says: { added: 1, faulty: 1 } },
  'delivery.sendMails': {
    input: (a) => ({ selection: one(a), recipients: [{ email: 'mary@example.com' }] }),
    says: { pairs: [{ email: 'mary@example.com', reason: null }] },
  },
  'delivery.startFile': {
    input: (a) => ({ given: { form: 'QR_ZIP' }, selection: one(a) }),
    says: { total: 1, fits: 1 },
  },
  'plannedDelivery.add': {
    input: (a) => ({ selection: one(a), rows: [{ email: 'mary@example.com' }], ...tomorrow() }),
    says: { fits: 1 },
  },
  'plannedDelivery.move': {
    input: () => ({ chosen: { planId: prepared.planId }, at: tomorrow().at }),
    says: { moved: 1 },
  },
  'plannedDelivery.cancel': { input: () => ({ chosen: { planId: prepared.planId } }), says: { canceled: 1 } },
  'operation.moveListed': {
    input: ({ groupId }) => ({ groupId }),
    file: ({ iccid }) => `ICCID\n${iccid}\n`,
    says: { total: 1 },
  },
  'operation.change': {
    input: ({ profileId }) => ({ profileId, operation: { kind: 'NOTES', notes: 'Tried' }, previous: null }),
    says: {},
  },
  'operation.start': {
    input: (a) => ({ operation: { kind: 'GROUP', groupId: a.groupId }, selection: one(a) }),
    says: { total: 1, fits: 1, excluded: [] },
  },
  'operation.undo': { input: ({ operationId }) => ({ id: operationId }), says: { id: expect.any(String) } },
  'campaign.fill': { input: (a) => ({ ...campaign(a), filter: {} }), says: { fit: 1, unfit: [] } },
  'campaign.takeOut': { input: campaign, says: { removed: 1 } },
  'campaign.end': { input: (a) => ({ ...campaign(a), version: prepared.version }), says: { leftOver: 1 } },
  'campaign.recycle': { input: campaign, says: { profiles: 0 } },
  'voucher.revokeBatch': { input: (a) => ({ id: a.voucherBatchId }), says: { revoked: 2 } },
  'block.remove': { input: () => ({ ids: prepared.blockIds }), says: { removed: 1 } },
  'group.remove': { input: (a) => ({ id: a.groupId, version: 1 }), says: { profiles: 1 } },
  'sample.remove': { input: () => ({}), says: { profiles: 8, configurations: 3 } },
}

/** What the dry run of a call needs of what was done before. */
const prepared = { version: 0, blockIds: [''], planId: '' }

/** What is done for real before the dry run of a call. */
const before: Readonly<Record<string, () => Promise<void>>> = {
  'plannedDelivery.move': async () => {
    const rows = [{ email: 'mary@example.com' }]
    const added = await enterprise.owner.ask(plannedDelivery.add, { selection: one(things), rows, ...tomorrow() })
    prepared.planId = added.planId!
  },
  'operation.undo': async () => {
    const { owner } = enterprise
    const grouping = { operation: { kind: 'GROUP', groupId: things.groupId } as const, selection: one(things) }
    const { id } = await owner.ask(operation.start, grouping)
    for await (const { process } of owner.events(operation.progress, { id })) if (process === 'COMPLETE') break
    things = { ...things, operationId: id }
  },
  'campaign.takeOut': async () => {
    await enterprise.owner.ask(campaignCall.fill, { id: things.campaignId, filter: {} })
  },
  'campaign.end': async () => {
    const { owner } = enterprise
    const { version } = await owner.ask(campaignCall.get, campaign(things))
    prepared.version = (await owner.ask(campaignCall.start, { ...campaign(things), version })).version
  },
  'campaign.recycle': async () => {
    await enterprise.owner.ask(campaignCall.end, { ...campaign(things), version: prepared.version })
  },
  'block.remove': async () => {
    const { owner } = enterprise
    await owner.ask(block.add, { kind: 'EID', values: [REMOVED_EID] })
    const { items } = await owner.ask(block.list, { filter: { search: REMOVED_EID } })
    prepared.blockIds = items.map(({ id }) => id)
  },
  'sample.remove': async () => {
    const { id: enterpriseId } = enterprise
    const created = { enterpriseId, at: t.clock.now() }
    await t.server.db.tenantTx(enterpriseId, (db) => createSamples(t.server, db, created))
  },
}

test('each call that offers a dry run is tested', () => {
  const offered = endpoints.filter(({ endpoint }) => endpoint.dryRun !== undefined)
  expect(Object.keys(kinds).toSorted()).toEqual(offered.map(({ name }) => name).toSorted())
  expect(offered.every(({ endpoint }) => openToPrograms(endpoint))).toBe(true)
})

test.each(Object.entries(kinds))(
  'a dry run of %s says what the call would do, and changes nothing',
  async (name, kind) => {
    await before[name]?.()
    const endpoint = endpointOf(name)
    await settleBackground(t.server)
    const untouched = await fingerprint(t.server.db)
    const answer = await send(endpoint, kind.input(things), dry, kind.file?.(things))
    expect(answer).toMatchObject({ status: 200, success: true, obj: kind.says })
    expect(answer.headers.get('x-dry-run')).toBe('true')
    await settleBackground(t.server)
    expect(await fingerprint(t.server.db)).toEqual(untouched)
  },
)

test('the call itself then answers what its dry run said', async () => {
  const input = { kind: 'EID', values: [EID] } as const
  expect((await send(block.add, input, dry)).obj).toEqual((await send(block.add, input, {})).obj)
  expect((await send(block.add, input, dry)).obj).toEqual({ added: 0, existing: 1 })
})

describe('the header X-Dry-Run', () => {
  test('refuses a call without a dry run, which is not made', async () => {
    await settleBackground(t.server)
    const untouched = await fingerprint(t.server.db)
    const answer = await send(group.add, { name: 'Dry', color: 'blue', notes: '' }, dry)
    expect(answer).toMatchObject({ status: 400, code: problems.dry_run_none.code })
    expect(await fingerprint(t.server.db)).toEqual(untouched)
  })

  test.each(['false', '1', 'TRUE', ''])('with the value "%s" is refused', async (value) => {
    const answer = await send(block.add, { kind: 'EID', values: [EID] }, { 'x-dry-run': value })
    expect(answer).toMatchObject({ status: 400, code: problems.invalid.code })
  })

  test('does not hide the faults of the call', async () => {
    const answer = await send(block.add, { kind: 'EID', values: ['1'] }, dry)
    expect(answer).toMatchObject({ status: 400, obj: { faults: [{ path: 'values.0' }] } })
  })

  test('needs the same scope as the call', async () => {
    const fields = { name: 'Reader', scopes: ['Block_View' as const] }
    const reader = await enterprise.owner.ask(apiKey.add, { kind: 'SERVICE', days: 1, fields })
    const answer = await send(
      block.add,
      { kind: 'EID', values: [EID] },
      { ...dry, authorization: `Bearer ${reader.key}` },
    )
    expect(answer).toMatchObject({ status: 403, code: problems.key_scope.code })
  })

  test('changes nothing of a call that only reads', async () => {
    expect(await send(fleet.count, {}, dry)).toMatchObject({ status: 200, obj: { total: 1 } })
  })

  test('refuses a signed call', async () => {
    const url = `${t.url}${API_PREFIX}${signedCalls.generateByBatch.path}`
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...dry, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await answer.json()).toMatchObject({ code: problems.dry_run_none.code })
  })
})
