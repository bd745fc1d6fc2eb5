import { readFileSync } from 'node:fs'
import type { InputOf, ItemOf, SimwrightClient } from '@simwright/client'
import { parse } from 'yaml'
import type { Command } from '../command.ts'
import { findConfiguration } from '../configuration.ts'
import { CommandError } from '../exit-code.ts'
import { factsText } from '../table.ts'

type Fields = InputOf<'/rule/add'>['fields']
type Rule = ItemOf<'/rule/list'>

const NAME = 'NAME'
const LOG_LINES = 50

/** @throws CommandError */
async function findRule(client: SimwrightClient, wanted: string): Promise<Rule> {
  for await (const row of client.items('/rule/list', { filter: { search: wanted } }))
    if (row.name.toLowerCase() === wanted.toLowerCase()) return row
  throw new CommandError(`No rule is called "${wanted}".`, 1)
}

/** A rule in a file: as the portal's API has it, with names in place of ids. */
type Written = {
  name: string
  hourlyLimit?: number
  when: Fields['when']
  conditions?: Conditions
  actions: readonly WrittenAction[]
}
type Conditions = {
  configurations?: readonly string[]
  groups?: readonly string[]
  tags?: readonly string[]
  withoutTags?: readonly string[]
  attributes?: readonly { attribute: string; test: 'is' | 'isNot' | 'set' | 'empty'; value?: string }[]
  devices?: string[]
  regions?: string[]
  codes?: string[]
  failedRows?: number
}
type WrittenAction = { kind: string; tag?: string; group?: string | null; attribute?: string }

/** @throws CommandError */
function readRule(file: string): Written {
  const text = readFileSync(file, 'utf8')
  let read: unknown
  try {
    read = parse(text)
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`)
  }
  const { name, when, actions } = (read ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || typeof when !== 'object' || !Array.isArray(actions))
    throw new CommandError(`${file} needs the fields name, when and actions.`)
  return read as Written
}

type Kind = 'tag' | 'group' | 'attribute'
const paths = { tag: '/tag/list', group: '/group/list', attribute: '/attribute/list' } as const

/** Finds ids by names; a list is read once. */
function finder(client: SimwrightClient): (kind: Kind, name: string) => Promise<string> {
  const lists = new Map<Kind, Promise<{ items: readonly { id: string; name: string }[] }>>()
  return async (kind, name) => {
    const list = lists.get(kind) ?? client.call(paths[kind], {})
    lists.set(kind, list)
    const found = (await list).items.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (!found) throw new CommandError(`No ${kind} is called "${name}".`, 1)
    return found.id
  }
}

const each = <T>(names: readonly T[] | undefined, idOf: (name: T) => Promise<string>) =>
  Promise.all((names ?? []).map((name) => idOf(name)))

async function fieldsOf(client: SimwrightClient, { conditions = {}, actions, ...rest }: Written): Promise<Fields> {
  const find = finder(client)
  const { configurations, groups, tags, withoutTags, attributes, ...words } = conditions
  return {
    ...rest,
    conditions: {
      ...words,
      configurationIds: await each(configurations, async (name) => (await findConfiguration(client, name)).id),
      groupIds: await each(groups, (name) => find('group', name)),
      tagIds: await each(tags, (name) => find('tag', name)),
      withoutTagIds: await each(withoutTags, (name) => find('tag', name)),
      attributes: await Promise.all(
        (attributes ?? []).map(async ({ attribute, ...test }) => ({
          ...test,
          attributeId: await find('attribute', attribute),
        })),
      ),
    },
    actions: await Promise.all(actions.map((action) => actionOf(find, action))),
  }
}

async function actionOf(
  find: ReturnType<typeof finder>,
  { tag, group, attribute, ...action }: WrittenAction,
): Promise<Fields['actions'][number]> {
  return {
    ...action,
    ...(tag === undefined ? {} : { tagId: await find('tag', tag) }),
    ...(group === undefined ? {} : { groupId: group === null ? null : await find('group', group) }),
    ...(attribute === undefined ? {} : { attributeId: await find('attribute', attribute) }),
  } as Fields['actions'][number]
}

const addRule: Command = {
  name: 'rule add',
  takes: 'FILE',
  summary: 'Create a rule from a YAML file, or save it again if there is one with its name',
  options: {},
  run: async (call) => {
    const written = readRule(call.words[0] ?? '')
    const client = call.client()
    const fields = await fieldsOf(client, written)
    const { items } = await client.call('/rule/list', { filter: { search: written.name } })
    const known = items.find(({ name }) => name.toLowerCase() === written.name.toLowerCase())
    const saved = known
      ? await client.call('/rule/edit', { id: known.id, version: known.version, fields })
      : await client.call('/rule/add', { fields })
    await call.print(saved, `${written.name}: saved. It acts on what happens from now on.`)
    return undefined
  },
}

const tryRule: Command = {
  name: 'rule try',
  takes: 'FILE',
  summary: 'What a rule in a YAML file would have acted on within the last 30 days',
  options: {},
  run: async (call) => {
    const written = readRule(call.words[0] ?? '')
    const client = call.client()
    const { name: _, hourlyLimit: __, ...definition } = await fieldsOf(client, written)
    const tried = await client.call('/rule/trial', { definition })
    const { sentence, matches, batches, profiles, items } = tried
    const lines = items.map(
      ({ happenedAt, iccid, batchCode, event }) => `${happenedAt}  ${iccid ?? batchCode}  ${event}`,
    )
    const counted =
      batches === 0 ? `${matches} matches, ${profiles} profiles.` : `${batches} batches, ${profiles} profiles.`
    await call.print(tried, [sentence, counted, ...lines].join('\n'))
    return undefined
  },
}

const showRule: Command = {
  name: 'rule show',
  takes: NAME,
  summary: 'A rule in words, with its counters',
  options: {},
  run: async (call) => {
    const rule = await findRule(call.client(), call.words[0] ?? '')
    const { name, state, stopReason, sentence, hourlyLimit, actedToday, waiting, savedBy, savedKey } = rule
    const facts = {
      Name: name,
      State: stopReason ? `${state} (${stopReason})` : state,
      Rule: sentence,
      'Limit per hour': hourlyLimit,
      'Last 24 hours': actedToday,
      Waiting: waiting,
      'Rights of': savedKey === null ? savedBy : `${savedBy}, API key ${savedKey}`,
    }
    await call.print(rule, factsText(Object.entries(facts)))
    return undefined
  },
}

const logOfRule: Command = {
  name: 'rule log',
  takes: NAME,
  summary: `What a rule did: the last ${LOG_LINES} profiles and batches`,
  options: {},
  run: async (call) => {
    const client = call.client()
    const { id: ruleId } = await findRule(client, call.words[0] ?? '')
    const { items } = await client.call('/rule/log', { filter: { ruleId }, limit: LOG_LINES })
    const lines = items.map(({ matchedAt, iccid, batchCode, event, state, reasons }) =>
      [matchedAt, iccid ?? batchCode, event, state, ...reasons].join('  '),
    )
    await call.print(items, lines.length === 0 ? 'Nothing matched yet.' : lines.join('\n'))
    return undefined
  },
}

const changing = (word: 'pause' | 'resume', done: string): Command => ({
  name: `rule ${word}`,
  takes: NAME,
  summary: word === 'pause' ? 'Pause a rule; what waits is dropped' : 'Resume a rule, with your rights',
  options: {},
  run: async (call) => {
    const client = call.client()
    const { id, name } = await findRule(client, call.words[0] ?? '')
    const answer = await client.call(word === 'pause' ? '/rule/pause' : '/rule/resume', { id })
    await call.print(answer, `${name}: ${done}`)
    return undefined
  },
})

const removeRule: Command = {
  name: 'rule remove',
  takes: NAME,
  summary: 'Delete a rule',
  options: {},
  run: async (call) => {
    const client = call.client()
    const { id, name, version } = await findRule(client, call.words[0] ?? '')
    const answer = await client.call('/rule/remove', { id, version })
    await call.print(answer, `${name}: deleted.`)
    return undefined
  },
}

export const ruleCommands: readonly Command[] = [
  addRule,
  tryRule,
  showRule,
  logOfRule,
  changing('pause', 'paused.'),
  changing('resume', 'active.'),
  removeRule,
]
