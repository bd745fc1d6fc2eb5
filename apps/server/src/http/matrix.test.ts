import {
  type BuiltInRole,
  builtInRoles,
  type Endpoint,
  endpoints,
  type PermissionId,
  permissionsWhileClosing,
  permissionsWhileSuspended,
  problems,
  rolePermissions,
} from '@simwright/contract'
import * as enterprise from '@simwright/contract/people/enterprise'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import { expect, test } from 'vitest'
import {
  canaries,
  codeOf,
  createOwnedObjects,
  type Entry,
  entries,
  type OwnedObjects,
  sendAny,
} from '../testing/contract-entry.ts'
import { type Client, injectInto, type TestEnterprise, testServer } from '../testing/server.ts'

const t = await testServer()

/** The outcome of a call, as far as it depends on the caller. */
type Answer =
  | 'admitted'
  | 'not found'
  | 'forbidden'
  | 'suspended'
  | 'no_enterprise'
  | 'session_missing'
  | 'session_ended'
  | 'a leak'
  | 'broken'

type Caller = {
  name: string
  client: Client
  /** The permissions; or the problem with which every call that needs a session is refused. */
  holds: ReadonlySet<PermissionId> | 'session_missing' | 'session_ended' | 'no_enterprise'
  /** The role that the enterprise account's suspension reduces to `holds`. */
  suspended?: BuiltInRole
}

const holding = (role: BuiltInRole) => new Set(rolePermissions[role])

const suspendedCaller = (name: string, client: Client, suspended: BuiltInRole): Caller => ({
  name,
  client,
  holds: permissionsWhileSuspended(holding(suspended)),
  suspended,
})

/** One caller for each kind of access that the portal distinguishes. */
async function makeCallers({ id, owner, member }: TestEnterprise): Promise<Caller[]> {
  const other = await t.enterprise('Elsewhere')
  const roles = builtInRoles.map(async (role): Promise<Caller> => {
    return { name: role, client: role === 'Owner' ? owner : await member(role), holds: holding(role) }
  })
  const invited = await t.signUpAndIn()
  await owner.ask(team.invite, { emails: [invited.person.email], roleId: 'Viewer' })
  const inactive = await member('Admin')
  const roleless = await member('Operator')
  const suspended = await t.enterprise('Suspended')
  const suspendedOperator = await suspended.member('Operator')
  await t.server.db.tenantTx(id, async (db) => {
    const of = (client: Client) => subjectOf(client).userId
    await db.updateTable('member').set({ state: 'INACTIVE' }).where('user_id', '=', of(inactive)).execute()
    await db.updateTable('member').set({ built_in_role: null }).where('user_id', '=', of(roleless)).execute()
  })
  await t.server.db.tenantTx(suspended.id, (db) => db.updateTable('enterprise').set({ state: 'SUSPENDED' }).execute())
  const closing = await t.enterprise('Closing')
  await closing.owner.ask(enterprise.requestDeletion, { name: 'Closing' })
  const foreign = await t.sessionIn(await other.member('Admin'), id)
  return [
    ...(await Promise.all(roles)),
    { name: 'signed out', client: t.stranger(), holds: 'session_missing' },
    { name: 'invited only', client: await t.sessionIn(invited, id), holds: 'session_ended' },
    {
      name: 'in no enterprise account',
      client: await t.sessionIn(await other.member('Viewer'), NO_ENTERPRISE_ID),
      holds: 'no_enterprise',
    },
    { name: 'inactive', client: inactive, holds: 'session_ended' },
    { name: 'without a role', client: roleless, holds: new Set() },
    { name: 'with a role of another enterprise account', client: foreign, holds: 'session_ended' },
    suspendedCaller('owner, suspended', suspended.owner, 'Owner'),
    { name: 'owner, closing', client: closing.owner, holds: permissionsWhileClosing(holding('Owner')) },
    suspendedCaller('operator, suspended', suspendedOperator, 'Operator'),
  ]
}

function subjectOf(client: Client): { userId: string } {
  return JSON.parse(Buffer.from(client.token?.split('.')[1] ?? '', 'base64url').toString()) as { userId: string }
}

/**
 * The answers allowed for a call. Calls about own objects may be `not found`, because not every kind of object exists.
 */
function expected(
  caller: Caller,
  { name, endpoint }: { name: string; endpoint: Endpoint },
  foreign: 'not found' | 'own' | undefined,
): Answer[] {
  if (endpoint.access !== 'public') {
    const { holds } = caller
    if (holds === 'no_enterprise' && endpoint.withoutEnterprise) return ['admitted', 'not found']
    if (typeof holds === 'string') return [holds]
    const needed = endpoint.access === 'signed-in' ? [] : ([endpoint.access].flat() as PermissionId[])
    const isRemoved = caller.suspended !== undefined && needed.some((id) => holding(caller.suspended!).has(id))
    if (needed.length > 0 && !needed.some((id) => holds.has(id))) return [isRemoved ? 'suspended' : 'forbidden']
    if (endpoint.ownerOnly && !/^owner/i.test(caller.name)) return ['forbidden']
    if (caller.suspended && REFUSED_IN_SUSPENSION.includes(name)) return ['suspended']
  }
  return foreign === 'not found' ? ['not found'] : ['admitted', 'not found']
}

const answerOfCode = new Map<string | undefined, Answer>([
  [problems.session_missing.code, 'session_missing'],
  [problems.session_ended.code, 'session_ended'],
  [problems.no_enterprise.code, 'no_enterprise'],
  [problems.forbidden.code, 'forbidden'],
  [problems.enterprise_suspended.code, 'suspended'],
  [problems.not_found.code, 'not found'],
  [problems.internal.code, 'broken'],
])

async function answerTo(
  caller: Caller,
  endpoint: Endpoint,
  ask: { input: unknown; secrets: string[] },
): Promise<Answer> {
  const { text } = await sendAny(caller.client, endpoint, ask.input)
  if (ask.secrets.some((secret) => text.includes(secret))) return 'a leak'
  return answerOfCode.get(codeOf(text)) ?? 'admitted'
}

/** These change permissions or end the session, so they are called last, or without a session. */
const LAST = ['enterprise.cancelDeletion', 'enterprise.leave']
const SIGN_OUT = 'account.logout'

/** Refused while the enterprise account is suspended, although the permission remains. */
const REFUSED_IN_SUSPENSION = ['plan.startTrial', 'enterprise.requestDeletion', 'notice.setThreshold']

/** Public endpoints do not authenticate, so two callers are enough. */
const CALLERS_OF_PUBLIC = ['signed out', 'Owner']
/** These are admitted nearly everywhere, so their calls are also made with empty input. */
const WITH_EMPTY_INPUT = ['Owner', 'Platform admin']

/** One of so many callers with the same allowed answers, but at least one, tries an endpoint; the proof tries all. */
const SHARE = process.env.PROOF === 'on' ? 1 : 4

/** The owner tries every endpoint. */
const EVERYWHERE = 'Owner'

/** Which callers try which endpoints, as keys of `cellOf`. */
function chooseCells(callers: readonly Caller[]): ReadonlySet<string> {
  const chosen = new Set<string>()
  for (const [row, { name, endpoint }] of endpoints.entries()) {
    const alike = Map.groupBy(callers, (caller) =>
      caller.name === EVERYWHERE ? EVERYWHERE : expected(caller, { name, endpoint }, 'not found').join(),
    )
    for (const group of alike.values())
      for (const [index, caller] of group.entries())
        if ((index + row) % Math.min(SHARE, group.length) === 0) chosen.add(cellOf(caller, name))
  }
  return chosen
}

const cellOf = (caller: Caller, name: string) => `${caller.name} ${name}`

type Round = 'first' | 'next' | 'last'

/** The audit log is read first: later calls write into it the foreign ids that they name. */
function roundOf(name: string): Round {
  if (LAST.includes(name)) return 'last'
  return name.startsWith('audit.') ? 'first' : 'next'
}

/**
 * Checks the chosen endpoints of a round for one caller, in order. If an endpoint can name objects, the call names objects
 * of another enterprise: a refused caller is then refused for an object that exists, and an admitted one gets `not found`.
 */
async function wrongCells(
  caller: Caller,
  { theirs, chosen, round }: { theirs: OwnedObjects; chosen: ReadonlySet<string>; round: Round },
): Promise<{ cells: number; wrong: string[] }> {
  const wrong: string[] = []
  let cells = 0
  type Foreign = Pick<Entry, 'names'> & { input: unknown; seen: 'not found' | 'own' }
  const check = async (name: string, endpoint: Endpoint, foreign?: Foreign) => {
    const asking = name === SIGN_OUT ? { ...caller, client: t.stranger() } : caller
    const ask = foreign ? { input: foreign.input, secrets: canaries(theirs, foreign) } : { input: {}, secrets: [] }
    const answer = await answerTo(asking, endpoint, ask)
    const wanted = expected(caller, { name, endpoint }, foreign?.seen)
    cells += 1
    if (!wanted.includes(answer))
      wrong.push(`${caller.name}, ${foreign ? 'foreign' : 'own'} ${name}: ${answer}, not ${wanted.join(' or ')}`)
  }
  for (const { name, endpoint } of endpoints.filter((one) => roundOf(one.name) === round)) {
    const entry = entries[name]
    if (entry === undefined) wrong.push(`${name} has no entry`)
    const isPublic = endpoint.access === 'public'
    if (isPublic ? !CALLERS_OF_PUBLIC.includes(caller.name) : !chosen.has(cellOf(caller, name))) continue
    const canName = entry !== undefined && typeof entry !== 'string' && !LAST.includes(name)
    if (canName) {
      const seen = entry.seen === 'not found' ? 'not found' : 'own'
      await check(name, endpoint, { input: entry.input(theirs), names: entry.names, seen })
    }
    if (!canName || WITH_EMPTY_INPUT.includes(caller.name)) await check(name, endpoint)
  }
  return { cells, wrong }
}

test('every endpoint gives every kind of caller an allowed answer, for own objects and those of another enterprise', async () => {
  const way = injectInto(t.app)
  const created = await makeCallers(await t.enterprise('Own'))
  const callers = created.map((caller) => ({ ...caller, client: caller.client.by(way) }))
  const theirs = await createOwnedObjects(await t.enterprise('Canary Street'))
  const chosen = chooseCells(callers)
  const results: Awaited<ReturnType<typeof wrongCells>>[] = []
  for (const round of ['first', 'next', 'last'] as const)
    results.push(...(await Promise.all(callers.map((caller) => wrongCells(caller, { theirs, chosen, round })))))
  const cells = results.reduce((sum, result) => sum + result.cells, 0)
  const wrong = results.flatMap((result) => result.wrong)
  process.stdout.write(`matrix: ${cells} cells, ${wrong.length} wrong\n`)
  expect(wrong).toEqual([])
})
