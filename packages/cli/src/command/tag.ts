import type { InputOf, OutputOf, SimwrightClient } from '@simwright/client'
import type { Call, Command } from '../command.ts'
import { CommandError, EXIT } from '../exit-code.ts'
import { changeProfiles, OPERATION_OPTIONS } from '../operation.ts'
import { tableText } from '../table.ts'

type Tag = OutputOf<'/tag/list'>['items'][number]
type Color = NonNullable<InputOf<'/tag/add'>['fields']['color']>

const COLOR = { value: 'COLOR', help: 'its color, for example teal' } as const

/** @throws CommandError */
async function findTag(client: SimwrightClient, name: string): Promise<Tag> {
  const { items } = await client.call('/tag/list', {})
  const found = items.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!found) throw new CommandError(`No tag is called "${name}".`, EXIT.refused)
  return found
}

const colorOf = ({ text }: Call) => text('color') as Color | undefined

const listTags: Command = {
  name: 'tag list',
  takes: '',
  summary: 'List the tags with their numbers of profiles',
  options: {},
  run: async (call) => {
    const { items } = await call.client().call('/tag/list', { counts: true })
    const rows = items.map(({ name, color, profiles, capped }) => [name, color, `${profiles}${capped ? '+' : ''}`])
    if (call.isJson) for (const one of items) await call.print(one, '')
    else await call.print(undefined, tableText(['NAME', 'COLOR', 'PROFILES'], rows))
    return undefined
  },
}

const addTag: Command = {
  name: 'tag add',
  takes: 'NAME',
  summary: 'Create a tag',
  options: { color: COLOR },
  run: async (call) => {
    const [name = ''] = call.words
    const color = colorOf(call)
    const added = await call.client().call('/tag/add', { fields: { name, ...(color ? { color } : {}) } })
    await call.print(added, `Created the tag ${name}.`)
    return undefined
  },
}

const renameTag: Command = {
  name: 'tag rename',
  takes: 'NAME NEW-NAME',
  summary: 'Rename a tag; its profiles keep it',
  options: { color: COLOR },
  run: async (call) => {
    const [name = '', next = ''] = call.words
    const client = call.client()
    const { id, version, color } = await findTag(client, name)
    const edited = await client.call('/tag/edit', {
      id,
      version,
      fields: { name: next, color: colorOf(call) ?? color },
    })
    await call.print(edited, `Renamed the tag ${name} to ${next}.`)
    return undefined
  },
}

const mergeTags: Command = {
  name: 'tag merge',
  takes: 'NAME INTO',
  summary: 'Delete a tag; its profiles get another tag instead',
  options: {},
  run: async (call) => {
    const [name = '', into = ''] = call.words
    const client = call.client()
    const [{ id, version }, { id: intoId }] = [await findTag(client, name), await findTag(client, into)]
    await call.print(await client.call('/tag/merge', { id, version, intoId }), `Merged the tag ${name} into ${into}.`)
    return undefined
  },
}

const deleteTag: Command = {
  name: 'tag delete',
  takes: 'NAME',
  summary: 'Delete a tag; its profiles lose it',
  options: {},
  run: async (call) => {
    const [name = ''] = call.words
    const client = call.client()
    const { id, version } = await findTag(client, name)
    await call.print(await client.call('/tag/remove', { id, version }), `Deleted the tag ${name}.`)
    return undefined
  },
}

/** A command that adds a tag to the profiles of a query, or takes it away. */
const changing = (word: 'set' | 'remove', kind: 'TAG' | 'UNTAG', summary: string): Command => ({
  name: `tag ${word}`,
  takes: 'NAME QUERY',
  summary,
  options: OPERATION_OPTIONS,
  run: async (call) => {
    const [name = '', query = ''] = call.words
    const { id: tagId } = await findTag(call.client(), name)
    return await changeProfiles(call, { kind, tagId }, query)
  },
})

export const tagCommands: readonly Command[] = [
  listTags,
  addTag,
  renameTag,
  mergeTags,
  deleteTag,
  changing('set', 'TAG', 'Add a tag to the profiles that match a query'),
  changing('remove', 'UNTAG', 'Take a tag from the profiles that match a query'),
]
