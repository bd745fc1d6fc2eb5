import type { InputOf, OutputOf, SimwrightClient } from '@simwright/client'
import { readAssignment } from '../assignment.ts'
import type { Call, Command } from '../command.ts'
import { CommandError, EXIT } from '../exit-code.ts'
import { changeProfiles, OPERATION_OPTIONS } from '../operation.ts'
import { tableText } from '../table.ts'

type Attribute = OutputOf<'/attribute/list'>['items'][number]
type Kind = InputOf<'/attribute/add'>['fields']['kind']

const WORD = 'WORD'

const FIELD_OPTIONS = {
  name: { value: 'NAME', help: 'its name in the portal' },
  choice: { value: 'TEXT', multiple: true, help: 'a choice of the type choice; may be repeated' },
  required: { help: 'each new profile must have a value' },
  optional: { help: 'a new profile needs no value' },
} as const

/** @throws CommandError */
async function findAttribute(client: SimwrightClient, word: string): Promise<Attribute> {
  const { items } = await client.call('/attribute/list', {})
  const found = items.find((one) => one.word === word.toLowerCase())
  if (!found) throw new CommandError(`No attribute is called "${word}" in queries.`, EXIT.refused)
  return found
}

/** @throws CommandError */
function requiredOf({ isOn }: Call, now: boolean): boolean {
  if (isOn('required') && isOn('optional')) throw new CommandError('--required and --optional exclude each other.')
  return isOn('required') || (now && !isOn('optional'))
}

const listAttributes: Command = {
  name: 'attribute list',
  takes: '',
  summary: 'List the attributes with their types and numbers of profiles',
  options: {},
  run: async (call) => {
    const { items } = await call.client().call('/attribute/list', { counts: true })
    const rows = items.map(({ word, name, kind, choices, required, profiles, capped }) => {
      const type = kind === 'choice' ? `choice: ${choices.join(', ')}` : kind
      return [word, name, type, required ? 'yes' : 'no', `${profiles}${capped ? '+' : ''}`]
    })
    if (call.isJson) for (const one of items) await call.print(one, '')
    else await call.print(undefined, tableText([WORD, 'NAME', 'TYPE', 'REQUIRED', 'PROFILES'], rows))
    return undefined
  },
}

const addAttribute: Command = {
  name: 'attribute add',
  takes: WORD,
  summary: 'Add an attribute; WORD is its name in queries and files, such as contract',
  options: {
    type: { value: 'TYPE', help: 'text, number, date, choice or link; text without it' },
    ...FIELD_OPTIONS,
  },
  run: async (call) => {
    const [word = ''] = call.words
    const fields = {
      word,
      name: call.text('name') ?? word,
      kind: (call.text('type') ?? 'text') as Kind,
      choices: [...call.texts('choice')],
      required: requiredOf(call, false),
    }
    const added = await call.client().call('/attribute/add', { fields })
    await call.print(added, `Added the attribute ${word}.`)
    return undefined
  },
}

const editAttribute: Command = {
  name: 'attribute edit',
  takes: WORD,
  summary: 'Change name, choices and whether an attribute is required; what is not given stays',
  options: FIELD_OPTIONS,
  run: async (call) => {
    const [word = ''] = call.words
    const client = call.client()
    const now = await findAttribute(client, word)
    const choices = call.texts('choice')
    const edited = await client.call('/attribute/edit', {
      id: now.id,
      version: now.version,
      fields: {
        name: call.text('name') ?? now.name,
        choices: choices.length > 0 ? [...choices] : now.choices,
        required: requiredOf(call, now.required),
      },
    })
    await call.print(edited, `Changed the attribute ${word}.`)
    return undefined
  },
}

const deleteAttribute: Command = {
  name: 'attribute delete',
  takes: WORD,
  summary: 'Delete an attribute with all its values',
  options: {},
  run: async (call) => {
    const [word = ''] = call.words
    const client = call.client()
    const { id, version } = await findAttribute(client, word)
    await call.print(await client.call('/attribute/remove', { id, version }), `Deleted the attribute ${word}.`)
    return undefined
  },
}

const setAttribute: Command = {
  name: 'attribute set',
  takes: 'WORD=VALUE QUERY',
  summary: 'Set an attribute of the profiles that match a query; without VALUE it is cleared',
  options: OPERATION_OPTIONS,
  run: async (call) => {
    const [given = '', query = ''] = call.words
    const [word, value] = readAssignment(given)
    const { id: attributeId } = await findAttribute(call.client(), word)
    return await changeProfiles(call, { kind: 'ATTRIBUTE', attributeId, value }, query)
  },
}

export const attributeCommands: readonly Command[] = [
  listAttributes,
  addAttribute,
  editAttribute,
  deleteAttribute,
  setAttribute,
]
