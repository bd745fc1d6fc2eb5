import { readFileSync } from 'node:fs'
import type { InputOf } from '@simwright/client'
import { parse } from 'yaml'
import type { Call, Command } from '../command.ts'
import { findConfiguration } from '../configuration.ts'
import { CommandError } from '../exit-code.ts'
import { factsText } from '../table.ts'
import { findCampaign } from './watch.ts'

type Fields = InputOf<'/campaign/add'>['fields']

const NAME = 'NAME'

const addCampaign: Command = {
  name: 'campaign add',
  takes: 'FILE',
  summary: 'Create a campaign from a YAML file; "configuration" is the name of its profile configuration',
  options: {},
  run: async (call) => {
    const { configuration, ...fields } = readCampaign(call.words[0] ?? '')
    const client = call.client()
    const { id: configurationId } = await findConfiguration(client, configuration)
    const added = await client.call('/campaign/add', { fields: { ...fields, configurationId } })
    await call.print(added, `Campaign ${fields.name} is a draft. Fill it, then start it.`)
    return undefined
  },
}

/** @throws CommandError */
function readCampaign(file: string): Omit<Fields, 'configurationId'> & { configuration: string } {
  const read = readYaml(file)
  const { name, configuration } = (read ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || typeof configuration !== 'string')
    throw new CommandError(`${file} needs the fields name and configuration.`)
  return { confirmationCode: { mode: 'none' }, ...(read as object), name, configuration }
}

function readYaml(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return parse(text)
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`)
  }
}

const fillCampaign: Command = {
  name: 'campaign fill',
  takes: `${NAME} QUERY`,
  summary: 'Move the available profiles that match into the pool of a campaign',
  options: {},
  run: async (call) => {
    const [name = '', query = ''] = call.words
    const client = call.client()
    const { id } = await findCampaign(client, name)
    const filled = await client.call('/campaign/fill', { id, filter: { query } })
    await call.print(filled, factsText(Object.entries(filled as Record<string, number>)))
    return undefined
  },
}

const showCampaign: Command = {
  name: 'campaign show',
  takes: NAME,
  summary: 'A campaign with its activation code and counters',
  options: {},
  run: async (call) => {
    const client = call.client()
    const found = await findCampaign(client, call.words[0] ?? '')
    const campaign = await client.call('/campaign/get', { id: found.id })
    const { name, state, counts } = campaign
    await call.print(campaign, factsText([['Name', name], ['State', state], ...Object.entries(counts)]))
    return undefined
  },
}

/** A command that changes the state of a campaign. */
const changing = (
  word: string,
  path: '/campaign/start' | '/campaign/pause' | '/campaign/resume' | '/campaign/end',
) => ({
  name: `campaign ${word}`,
  takes: NAME,
  summary: `${word[0]!.toUpperCase()}${word.slice(1)} a campaign`,
  options: {},
  run: async (call: Call) => {
    const client = call.client()
    const { id } = await findCampaign(client, call.words[0] ?? '')
    const { version } = await client.call('/campaign/get', { id })
    await client.call(path, { id, version })
    const { name, state } = await client.call('/campaign/get', { id })
    await call.print({ id, name, state }, `${name}: ${state}`)
    return undefined
  },
})

export const campaignCommands: readonly Command[] = [
  addCampaign,
  fillCampaign,
  showCampaign,
  changing('start', '/campaign/start'),
  changing('pause', '/campaign/pause'),
  changing('resume', '/campaign/resume'),
  changing('end', '/campaign/end'),
]
