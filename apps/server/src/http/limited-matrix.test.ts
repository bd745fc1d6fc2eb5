import {
  type Endpoint,
  endpoints,
  openToPrograms,
  permissionsWithinGroups,
  problems,
  SUCCESS_CODE,
  scopeIds,
} from '@simwright/contract'
import * as apiKey from '@simwright/contract/programs/keys'
import { expect, test } from 'vitest'
import {
  codeOf,
  createOwnedObjects,
  type Entry,
  endpointOf,
  entries,
  type OwnedObjects,
  sendAny,
} from '../testing/contract-entry.ts'
import { addTestGroup, limitedMember, moveIntoGroup } from '../testing/limited-member.ts'
import { type LimitedView, limitedViews } from '../testing/limited-view.ts'
import { type Client, injectInto, type TestServer, testServer } from '../testing/server.ts'

/** On which side of the limit the objects are that the calls name. Two servers, because ICCIDs are unique. */
const servers = { outside: await testServer(), inside: await testServer() }
type Side = keyof typeof servers

const isStaffOnly = ({ seen }: Entry) => typeof seen === 'object' && seen.refusedWith === problems.forbidden.code

/** The endpoints that a member of an enterprise account calls, in an order in which each still finds its object. */
const called = Object.entries(entries).flatMap(([name, entry]) =>
  typeof entry === 'string' || isStaffOnly(entry) ? [] : [{ name, entry, endpoint: endpointOf(name) }],
)
type Called = (typeof called)[number]

/** Ends the membership, so it is called last. */
const LAST = ['enterprise.leave']

const isListed = ({ endpoint: { allGroups, ownerOnly } }: Called) => !allGroups && !ownerOnly

test('each endpoint that admits a limited member has a decision on what it answers', () => {
  const admitting = called.filter(isListed).map(({ name }) => name)
  expect(Object.keys(limitedViews).toSorted()).toEqual(admitting.toSorted())
  expect(endpoints.length).toBeGreaterThan(called.length)
})

function expectedCode({ name, endpoint, entry }: Called, side: Side): string {
  if (endpoint.allGroups) return problems.groups_limited.code
  if (endpoint.ownerOnly) return problems.forbidden.code
  const view: LimitedView | undefined = limitedViews[name]
  if (view === undefined) return 'a decision'
  if (typeof view === 'object') return view[side]
  if (/^\d+$/.test(view)) return view
  const names = entry.seen === 'not found'
  if (names && (view === 'its own work' || view === 'its campaigns')) return problems.not_found.code
  if (names && view === 'profiles of its groups' && side === 'outside') return problems.not_found.code
  // an owner who is the last one cannot leave; others can
  return LAST.includes(name) ? SUCCESS_CODE : (entry.ownerGets ?? SUCCESS_CODE)
}

/** Strings that a limited member must not read: ids and names of profiles, groups and work outside the limit. */
function secretsOf(side: Side, things: OwnedObjects): string[] {
  const { sourceId, operationId, fileId, campaignId, viewId } = things
  const work = [sourceId, operationId, fileId, campaignId, viewId, 'Canary campaign', 'Canary view']
  const { profileId, iccid, matchingId, slug, groupId, groupRuleId } = things
  return side === 'inside' ? work : [...work, profileId, iccid, matchingId, slug, groupId, groupRuleId, 'Canary group']
}

function answered(endpoint: Endpoint, { status, text }: { status: number; text: string }): string {
  const isContent = endpoint.answer !== undefined && status === 200
  return codeOf(text) ?? (isContent ? SUCCESS_CODE : `status ${status}`)
}

/** A program with a personal key of the member, with all scopes that the member can give it. */
async function programOf(member: Client, t: TestServer): Promise<Client> {
  const scopes = [...permissionsWithinGroups(scopeIds)]
  const { key } = await member.ask(apiKey.add, { kind: 'PERSONAL', days: 1, fields: { name: 'Limited', scopes } })
  return t.stranger().withKey(key, injectInto(t.app))
}

/** What a key of the member answers otherwise than the member's session, or shows of others, by the calls that only read. */
async function wrongByKey(program: Client, things: OwnedObjects, side: Side): Promise<string[]> {
  const wrong: string[] = []
  const reading = called.filter(({ endpoint }) => endpoint.reads && openToPrograms(endpoint))
  for (const one of reading) {
    const response = await sendAny(program, one.endpoint, one.entry.input(things))
    const code = answered(one.endpoint, response)
    const wanted = expectedCode(one, side)
    if (code !== wanted) wrong.push(`${one.name} by key: ${code}, not ${wanted}`)
    const named = JSON.stringify(one.entry.input(things) ?? {})
    const leaked = secretsOf(side, things).filter((secret) => response.text.includes(secret) && !named.includes(secret))
    if (leaked.length > 0) wrong.push(`${one.name} by key leaks ${leaked.join(', ')}`)
  }
  process.stdout.write(`key of a limited member, ${side}: ${reading.length} cells, ${wrong.length} wrong\n`)
  return wrong
}

test.concurrent.each(['outside', 'inside'] as const)('every endpoint, with objects %s the limit', async (side) => {
  const t = servers[side]
  const enterprise = await t.enterprise('Own')
  const things = await createOwnedObjects(enterprise)
  const other = await addTestGroup(enterprise, 'Nest')
  if (side === 'inside') await moveIntoGroup(enterprise, { ids: [things.profileId], groupId: things.groupId })
  const member = await limitedMember(enterprise, [side === 'inside' ? things.groupId : other])
  const client = member.by(injectInto(t.app))
  const program = await programOf(member, t)
  const wrong: string[] = []
  const byKey = await wrongByKey(program, things, side)
  const ordered = called.toSorted((a, b) => Number(LAST.includes(a.name)) - Number(LAST.includes(b.name)))
  for (const one of ordered) {
    const response = await sendAny(client, one.endpoint, one.entry.input(things))
    const code = answered(one.endpoint, response)
    const wanted = expectedCode(one, side)
    if (code !== wanted) wrong.push(`${one.name}: ${code}, not ${wanted}`)
    // the answer to a call may repeat what the call named
    const named = JSON.stringify(one.entry.input(things) ?? {})
    const leaked = secretsOf(side, things).filter((secret) => response.text.includes(secret) && !named.includes(secret))
    if (leaked.length > 0) wrong.push(`${one.name} leaks ${leaked.join(', ')}`)
  }
  process.stdout.write(`limited member, ${side}: ${ordered.length} cells, ${wrong.length} wrong\n`)
  expect([...wrong, ...byKey]).toEqual([])
})
