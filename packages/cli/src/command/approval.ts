import type { ItemOf, SimwrightClient } from '@simwright/client'
import type { Command } from '../command.ts'
import { CommandError } from '../exit-code.ts'
import { factsText } from '../table.ts'

type Request = ItemOf<'/approval/list'>

const ID = 'ID'

/** A request by its id, or by the beginning of it that no other has. @throws CommandError */
async function findRequest(client: SimwrightClient, wanted: string): Promise<Request> {
  const found: Request[] = []
  for await (const row of client.items('/approval/list', {})) if (row.id.startsWith(wanted)) found.push(row)
  const [first, ...others] = found
  if (wanted === '' || !first) throw new CommandError(`No request for approval has the id "${wanted}".`, 1)
  if (others.length > 0) throw new CommandError(`Several requests have an id that begins with "${wanted}".`, 1)
  return first
}

const listRequests: Command = {
  name: 'approval list',
  takes: '',
  summary: 'Requests for approval by a second person, newest first',
  options: { waiting: { help: 'only those that you can approve' }, mine: { help: 'only your own' } },
  run: async (call) => {
    const which = call.isOn('waiting') ? 'waiting' : 'mine'
    const filter = call.isOn('waiting') || call.isOn('mine') ? ({ which } as const) : {}
    const { items } = await call.client().call('/approval/list', { filter, limit: 200 })
    const lines = items.map(({ id, state, requestedAt, requestedBy, sentence }) =>
      [id, state, requestedAt, requestedBy, sentence].join('  '),
    )
    await call.print(items, lines.length === 0 ? 'No requests.' : lines.join('\n'))
    return undefined
  },
}

const OBJECTS_SHOWN = 50

const showRequest: Command = {
  name: 'approval show',
  takes: ID,
  summary: `A request: what would be done, who asks, and its first ${OBJECTS_SHOWN} profiles`,
  options: {},
  run: async (call) => {
    const client = call.client()
    const request = await findRequest(client, call.words[0] ?? '')
    const { items } = await client.call('/approval/objects', { id: request.id, limit: OBJECTS_SHOWN })
    const { requestedBy, requestedByKey, rule, decidedBy, decisionComment } = request
    const facts = {
      Id: request.id,
      State: request.state,
      Request: request.sentence,
      By: [requestedBy, requestedByKey && `key ${requestedByKey}`, rule && `rule ${rule}`].filter(Boolean).join(', '),
      Why: request.comment,
      Expires: request.expiresAt,
      'Decided by': decidedBy,
      Comment: decisionComment,
      Starts: request.startsAt,
      Reason: request.reason,
      Profiles: request.objects,
      'SHA-256': request.sha256,
    }
    const shown = Object.entries(facts).filter(([, value]) => value !== null && value !== '')
    const lines = items.map(({ iccid, state }) => `${iccid}  ${state}`)
    await call.print({ ...request, items }, [factsText(shown), ...lines].join('\n'))
    return undefined
  },
}

const deciding = (word: 'approve' | 'refuse'): Command => ({
  name: `approval ${word}`,
  takes: ID,
  summary: word === 'approve' ? 'Approve a request of another person' : 'Refuse a request of another person',
  options: { comment: { value: 'TEXT', help: 'what the requester reads' } },
  run: async (call) => {
    const client = call.client()
    const { id, version, sentence } = await findRequest(client, call.words[0] ?? '')
    const decision = { id, version, comment: call.text('comment') ?? '' }
    const answer =
      word === 'approve'
        ? await client.call('/approval/approve', decision)
        : await client.call('/approval/refuse', decision)
    const end = 'startsAt' in answer ? `approved. It starts at ${answer.startsAt}.` : 'refused.'
    await call.print(answer, `${sentence}: ${end}`)
    return undefined
  },
})

const cancelRequest: Command = {
  name: 'approval cancel',
  takes: ID,
  summary: 'Withdraw your own request, or what you approved, before the work starts',
  options: {},
  run: async (call) => {
    const client = call.client()
    const { id, sentence } = await findRequest(client, call.words[0] ?? '')
    const answer = await client.call('/approval/cancel', { id })
    await call.print(answer, `${sentence}: withdrawn.`)
    return undefined
  },
}

const policyOf: Command = {
  name: 'approval policy',
  takes: '',
  summary: 'Which operations need the approval of a second person',
  options: {},
  run: async (call) => {
    const policy = await call.client().call('/approval/policy', {})
    const { rules, approvers, possible, expiryHours, windowMinutes } = policy
    const nameOf = (id: string) => possible.find(({ userId }) => userId === id)?.name ?? id
    const facts: [string, string | number][] = [
      ...rules.map(({ operation, over }): [string, string] => [
        operation,
        over === 0 ? 'each time' : `for more than ${over} a day`,
      ]),
      ['Approvers', approvers.length === 0 ? 'all with the permission' : approvers.map(nameOf).join(', ')],
      ['Expires after', `${expiryHours} hours`],
      ['Starts after', `${windowMinutes} minutes`],
    ]
    await call.print(policy, rules.length === 0 ? 'Nothing needs approval.' : `${factsText(facts)}${rolesNote(rules)}`)
    return undefined
  },
}

/** Who can invite a second account can approve with it. */
const rolesNote = (rules: readonly { operation: string }[]) =>
  rules.length === 0 || rules.some(({ operation }) => operation === 'ROLE')
    ? ''
    : '\nRoles need no approval: one person can invite a second account and let it approve. Run: approval require ROLE'

/** @throws CommandError */
function overOf(text: string | undefined): number | null {
  if (text === 'off') return null
  const over = Number(text ?? 0)
  if (!Number.isInteger(over) || over < 0) throw new CommandError('LIMIT is a whole number from 0, or off.')
  return over
}

const requireApproval: Command = {
  name: 'approval require',
  takes: 'OPERATION [LIMIT]',
  summary: 'Require approval for an operation, above so many a day (0: each time), or not any more (off)',
  options: {},
  run: async (call) => {
    const [wanted = '', limit] = call.words
    const over = overOf(limit)
    const client = call.client()
    const { version, rules, approvers, expiryHours, windowMinutes } = await client.call('/approval/policy', {})
    const others = rules.filter(({ operation }) => operation !== wanted.toUpperCase())
    type Operation = (typeof rules)[number]['operation']
    const fields = {
      rules: over === null ? others : [...others, { operation: wanted.toUpperCase() as Operation, over }],
      approvers,
      expiryHours,
      windowMinutes,
    }
    const saved = await client.call('/approval/setPolicy', { version, fields })
    await call.print(saved, `Saved.${rolesNote(fields.rules)}`)
    return undefined
  },
}

export const approvalCommands: readonly Command[] = [
  listRequests,
  showRequest,
  deciding('approve'),
  deciding('refuse'),
  cancelRequest,
  policyOf,
  requireApproval,
]
