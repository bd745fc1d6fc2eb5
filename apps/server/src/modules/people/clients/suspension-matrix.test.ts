import { type Endpoint, endpoints, menuIds, problems } from '@simwright/contract'
import * as client from '@simwright/contract/people/client'
import { expect, test } from 'vitest'
import {
  codeOf,
  createOwnedObjects,
  type Entry,
  endpointOf,
  entries,
  sendAny,
} from '../../../testing/contract-entry.ts'
import { fingerprint, settleBackground } from '../../../testing/fingerprint.ts'
import { injectInto, testServer } from '../../../testing/server.ts'

const t = await testServer()

type Answer = 'served' | 'suspended' | 'forbidden'

/** The rest of what a suspended enterprise account's owner can do: leave, stop a deletion, and write to the staff. */
const OPEN = [
  'enterprise.leave',
  'enterprise.cancelDeletion',
  'feedback.send',
  'source.pgpKey',
  'approval.explain',
  'approval.cancel',
]

/** These only read, but only to prepare a change, a mail or a file of activation codes. */
const PREPARATIONS = [
  'attribute.previewRetype',
  'erasure.preview',
  'push.profiles',
  'campaign.preview',
  'campaign.previewNew',
  'delivery.previewFile',
  'delivery.excludedFile',
  'delivery.files',
  'delivery.fileProgress',
  'delivery.fileLeft',
  'delivery.planMails',
  'plannedDelivery.preview',
  'source.get',
  'source.rows',
  'source.faults',
  'batch.previewRange',
  'batch.leftOut',
  'operation.preview',
  'operation.excluded',
]

/** These only read, but need a permission to edit, which a suspended client does not hold. */
const EDITORS_READ = [
  'callLog.read',
  'webhook.delivery',
  'webhook.arrivals',
  'webhook.listen',
  'configurationYaml.planYaml',
]

const isAbout = (area: string, { access }: Endpoint) => [access].flat().every((id) => id.startsWith(area))
const isView = ({ access }: Endpoint) => [access].flat().every((id) => (menuIds as readonly string[]).includes(id))
const isPaying = ({ path }: Endpoint) => /^\/(order|plan)\//.test(path)

function expected(name: string, endpoint: Endpoint): Answer {
  if (isAbout('Admin_', endpoint)) return 'forbidden'
  if (PREPARATIONS.includes(name) || EDITORS_READ.includes(name) || name === 'plan.startTrial') return 'suspended'
  const isOwnAccount = endpoint.withoutEnterprise === true
  const isViewFile = endpoint.answer === 'file' && isView(endpoint)
  const isServed = endpoint.reads || isOwnAccount || isViewFile || isPaying(endpoint) || OPEN.includes(name)
  return isServed ? 'served' : 'suspended'
}

const answerOfCode = new Map<string | undefined, Answer>([
  [problems.enterprise_suspended.code, 'suspended'],
  [problems.forbidden.code, 'forbidden'],
])

/** The one call with an error of its own: a suspended owner cannot open another enterprise account. */
const OWNER_GETS: Record<string, string> = { 'enterprise.add': problems.owner_suspended.code }

const guarded = Object.entries(entries).flatMap(([name, entry]) =>
  typeof entry === 'string'
    ? []
    : [{ name, entry, endpoint: endpointOf(name), wanted: expected(name, endpointOf(name)) }],
)

test('a suspended client can look and pay; every other change has the same refusal, and changes nothing', async () => {
  const enterprise = await t.enterprise('Late Mobile')
  const theirs = await createOwnedObjects(enterprise)
  const staff = await t.staff()
  await staff.ask(client.suspend, { id: enterprise.id, fields: { reason: 'The invoice of March is not paid.' } })
  await settleBackground(t.server)
  const owner = enterprise.owner.by(injectInto(t.app))
  const wrong: string[] = []
  const check = async (wanted: Answer) => {
    const calls = guarded.filter((call) => call.wanted === wanted)
    for (const { name, entry, endpoint } of calls) {
      const { status, text } = await sendAny(owner, endpoint, entry.input(theirs))
      const answer =
        answerOfCode.get(codeOf(text)) ?? servedOr(`${status} ${codeOf(text)}`, { name, entry, status, text })
      if (answer !== wanted) wrong.push(`${name}: ${answer}, not ${wanted}`)
    }
    return calls.length
  }
  const before = await fingerprint(t.server.db)
  const refused = (await check('suspended')) + (await check('forbidden'))
  expect(await fingerprint(t.server.db)).toEqual(before)
  const served = await check('served')
  process.stdout.write(`suspension matrix: ${served} calls served, ${refused} refused\n`)
  expect(wrong).toEqual([])
  for (const name of ['order.query', 'order.quote', 'order.create', 'stripe.pay', 'invoice.download'])
    expect(guarded.find((call) => call.name === name)?.wanted).toBe('served')
  expect(guarded).toHaveLength(endpoints.filter(({ endpoint }) => endpoint.access !== 'public').length)
})

type Outcome = { name: string; entry: Entry; status: number; text: string }

function servedOr(other: string, { name, entry, status, text }: Outcome): string {
  const code = OWNER_GETS[name] ?? entry.ownerGets
  const isServed = code === undefined ? status === 200 : codeOf(text) === code
  return isServed ? 'served' : other
}
