import type { InputOf, OutputOf, SimwrightClient } from '@simwright/client'
import type { Command } from '../command.ts'
import { CommandError, EXIT } from '../exit-code.ts'
import { checkOutput, OUTPUT_OPTIONS, saveOutput } from '../output-file.ts'
import { findProfile } from '../profile.ts'
import { tableText } from '../table.ts'
import { findCampaign } from './watch.ts'

type Commented = Pick<InputOf<'/comment/list'>, 'kind' | 'objectId'>
type Comment = OutputOf<'/comment/get'>

const KIND = 'KIND'
const TAKES = `${KIND} NAME`

/** The object that `profile ICCID`, `batch CODE` or `campaign NAME` names. @throws CommandError */
async function findObject(client: SimwrightClient, kind: string, name: string): Promise<Commented> {
  switch (kind) {
    case 'profile':
      return { kind: 'PROFILE', objectId: (await findProfile(client, name)).id }
    case 'batch': {
      const { items } = await client.call('/log/batches', { filter: { code: name }, limit: 1 })
      const batch = items.find(({ code }) => code.toLowerCase() === name.toLowerCase())
      if (!batch) throw new CommandError(`There is no batch "${name}".`, EXIT.refused)
      return { kind: 'BATCH', objectId: batch.id }
    }
    case 'campaign':
      return { kind: 'CAMPAIGN', objectId: (await findCampaign(client, name)).id }
    default:
      throw new CommandError(`"${kind}" is not profile, batch or campaign.`)
  }
}

/** A text with the names of the people whom it mentions. */
const shownText = ({ text, mentions, deletedAt, deletedBy }: Comment): string =>
  deletedAt === null
    ? mentions.reduce((shown, { userId, name }) => shown.replaceAll(`@[${userId}]`, `@${name}`), text)
    : `(deleted by ${deletedBy})`

const exportComments: Command = {
  name: 'comment export',
  takes: `[${TAKES}]`,
  summary: 'Download the comments on an object, or all that you see, as CSV',
  options: OUTPUT_OPTIONS,
  run: async (call) => {
    const [kind, name = ''] = call.words
    if (call.text('output') === undefined)
      throw new CommandError('--output is missing: the file, or - for standard output.')
    checkOutput(call)
    const client = call.client()
    const object = kind === undefined ? {} : await findObject(client, kind, name)
    const { content } = await client.file('/comment/export', object, { signal: call.terminal.signal })
    await saveOutput(call, content)
    return undefined
  },
}

const listComments: Command = {
  name: 'comment list',
  takes: TAKES,
  summary: 'List the comments on a profile (by ICCID), batch (by code) or campaign (by name), newest first',
  options: {},
  run: async (call) => {
    const [kind = '', name = ''] = call.words
    const client = call.client()
    const object = await findObject(client, kind, name)
    const rows: string[][] = []
    let cursor: string | undefined
    do {
      const page = await client.call('/comment/list', { ...object, limit: 200, ...(cursor ? { cursor } : {}) })
      for (const one of page.items) {
        if (call.isJson) await call.print(one, '')
        rows.push([one.id, one.createdAt, one.createdBy, shownText(one)])
      }
      cursor = page.next ?? undefined
    } while (cursor)
    if (!call.isJson) await call.print(undefined, tableText(['ID', 'WRITTEN', 'BY', 'COMMENT'], rows))
    return undefined
  },
}

const addComment: Command = {
  name: 'comment add',
  takes: `${TAKES} TEXT`,
  summary: 'Comment on a profile, batch or campaign; @ADDRESS mentions the member with this e-mail address',
  options: {},
  run: async (call) => {
    const [kind = '', name = '', text = ''] = call.words
    const client = call.client()
    const object = await findObject(client, kind, name)
    const added = await client.call('/comment/add', { ...object, text })
    await call.print(added, `Commented on ${name}: ${added.id}`)
    return undefined
  },
}

const editComment: Command = {
  name: 'comment edit',
  takes: 'ID TEXT',
  summary: 'Change the text of a comment of your own',
  options: {},
  run: async (call) => {
    const [id = '', text = ''] = call.words
    const client = call.client()
    const { version } = await client.call('/comment/get', { id })
    await call.print(await client.call('/comment/edit', { id, version, text }), `Changed the comment ${id}.`)
    return undefined
  },
}

const deleteComment: Command = {
  name: 'comment delete',
  takes: 'ID',
  summary: 'Delete the text of a comment permanently',
  options: {},
  run: async (call) => {
    const [id = ''] = call.words
    const client = call.client()
    const { version } = await client.call('/comment/get', { id })
    await call.print(await client.call('/comment/remove', { id, version }), `Deleted the comment ${id}.`)
    return undefined
  },
}

export const commentCommands: readonly Command[] = [
  listComments,
  exportComments,
  addComment,
  editComment,
  deleteComment,
]
