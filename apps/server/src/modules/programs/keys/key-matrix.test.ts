import {
  type Endpoint,
  openToPrograms,
  type PermissionId,
  problems,
  scopeIds,
  scopesFor,
  withMenus,
} from '@simwright/contract'
import * as apiKey from '@simwright/contract/programs/keys'
import { expect, test } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import {
  codeOf,
  createOwnedObjects,
  endpointOf,
  entries,
  type OwnedObjects,
  sendAny,
} from '../../../testing/contract-entry.ts'
import { injectInto, testServer } from '../../../testing/server.ts'

const t = await testServer()

type Outcome = 'admitted' | 'closed' | 'no scope' | 'other refusal'

const outcomeOfCode = new Map<string | undefined, Outcome>([
  [problems.key_closed.code, 'closed'],
  [problems.key_scope.code, 'no scope'],
  [problems.groups_limited.code, 'other refusal'],
  [problems.forbidden.code, 'other refusal'],
  [problems.session_missing.code, 'other refusal'],
  [problems.step_up_needed.code, 'other refusal'],
  [problems.plan_refused.code, 'other refusal'],
])

/** Of an endpoint for any of several permissions, the input can need one of them: then its handler refuses the others. */
function outcomeOf({ access }: Endpoint, text: string): Outcome {
  const code = codeOf(text)
  if (typeof access !== 'string' && code === problems.forbidden.code) return 'admitted'
  return outcomeOfCode.get(code) ?? 'admitted'
}

/** All endpoints but the public ones, which read no credentials. */
const guarded = Object.entries(entries).flatMap(([name, entry]) =>
  typeof entry === 'string' ? [] : [{ name, entry, endpoint: endpointOf(name) }],
)

type Guarded = (typeof guarded)[number]

/**
 * What the permission tree says about a key with these scopes. An action has its menu as a scope too, as in a role.
 */
function expected({ endpoint }: Guarded, scopes: ReadonlySet<PermissionId>): Outcome {
  if (!openToPrograms(endpoint)) return 'closed'
  const wanted = scopesFor(endpoint)
  return wanted.length === 0 || wanted.some((id) => scopes.has(id)) ? 'admitted' : 'no scope'
}

const enterprise = await t.enterprise('Matrix')
const things = nobodysObjects(await createOwnedObjects(enterprise))

/** Names objects that do not exist, so that an admitted call changes nothing that later calls need. */
function nobodysObjects(owned: OwnedObjects): OwnedObjects {
  const ids = Object.entries(owned).map(([name, value]) => [name, /Id$/.test(name) ? crypto.randomUUID() : value])
  return { ...Object.fromEntries(ids), fields: owned.fields, scheduleFields: owned.scheduleFields } as OwnedObjects
}

async function programOf(scopes: readonly PermissionId[], kind: apiKey.KeyKind) {
  const fields = { name: `${kind} ${scopes.join('+').slice(0, 40)}`, scopes: [...scopes] }
  const { key } = await enterprise.owner.ask(apiKey.add, { kind, days: 1, fields })
  return { held: new Set(withMenus(scopes)), program: t.stranger().withKey(key, injectInto(t.app)) }
}

/** Calls are in flight together, because most of the time of a refused call is waiting for the database. */
const AT_ONCE = 12

async function wrongCells(calls: readonly Guarded[], key: { held: ReadonlySet<PermissionId>; program: Client }) {
  const wrong: string[] = []
  const left = [...calls]
  const work = async () => {
    for (let call = left.shift(); call; call = left.shift()) {
      const { text } = await sendAny(key.program, call.endpoint, call.entry.input(things))
      const [outcome, wanted] = [outcomeOf(call.endpoint, text), expected(call, key.held)]
      if (outcome !== wanted) wrong.push(`${call.name}: ${outcome}, not ${wanted}: ${text.slice(0, 120)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return wrong
}

const open = guarded.filter(({ endpoint }) => openToPrograms(endpoint))
const closed = guarded.filter(({ endpoint }) => !openToPrograms(endpoint))

test.each(apiKey.keyKinds)(
  'calls that are closed to programs are refused to a %s key with all scopes',
  async (kind) => {
    expect(await wrongCells(closed, await programOf(scopeIds, kind))).toEqual([])
  },
)

/** Of the calls that a scope is not enough for, each is tried with one scope of so many; the proof tries it with all. */
const REFUSED_SHARE = process.env.PROOF === 'on' ? 1 : 8

test('every open endpoint with a key of every scope is admitted exactly where the scope is enough', async () => {
  const wrong: string[] = []
  let [cells, admitted] = [0, 0]
  for (const [index, scope] of scopeIds.entries()) {
    const key = await programOf([scope], index % 2 === 0 ? 'PERSONAL' : 'SERVICE')
    const isAdmitted = (call: Guarded) => expected(call, key.held) === 'admitted'
    const calls = open.filter((call, row) => isAdmitted(call) || (row + index) % REFUSED_SHARE === 0)
    cells += calls.length
    admitted += open.filter(isAdmitted).length
    wrong.push(...(await wrongCells(calls, key)).map((cell) => `${scope}: ${cell}`))
  }
  process.stdout.write(`key matrix: ${cells} cells, ${admitted} admitted, ${wrong.length} wrong\n`)
  expect(wrong).toEqual([])
})

test('every scope admits to an endpoint, and no other permission of an enterprise account does', () => {
  const used = new Set(open.flatMap(({ endpoint }) => scopesFor(endpoint)))
  expect(scopeIds.filter((id) => !used.has(id))).toEqual([])
})

test('no call about money, keys, sessions or an account is open to programs', () => {
  const areas = /^\/(order|plan|user|session|security|oauth|developer|account|role)\//
  const found = open.filter(({ endpoint }) => areas.test(endpoint.path)).map(({ name }) => name)
  expect(found.toSorted()).toEqual([
    'plan.queryOrder',
    'team.deactivate',
    'team.exportCsv',
    'team.list',
    'team.reactivate',
    'team.remove',
    'team.removeRole',
    'team.resendInvitation',
    'team.roles',
  ])
})
