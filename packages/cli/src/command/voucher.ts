import type { ItemOf, SimwrightClient } from '@simwright/client'
import type { Call, Command } from '../command.ts'
import { CommandError } from '../exit-code.ts'
import { checkOutput, OUTPUT_OPTIONS, saveOutput } from '../output-file.ts'
import { factsText } from '../table.ts'
import { findCampaign } from './watch.ts'

const BATCH = 'BATCH'

/** @throws CommandError */
function numberOf(text: string | undefined, what: string): number {
  const number = Number(text)
  if (text === undefined || !Number.isInteger(number) || number < 1)
    throw new CommandError(`${what} is a whole number.`)
  return number
}

/** @throws CommandError */
async function findBatch(client: SimwrightClient, wanted: string): Promise<ItemOf<'/voucher/list'>> {
  for await (const row of client.items('/voucher/list', { filter: { search: wanted } }))
    if (row.name.toLowerCase() === wanted.toLowerCase()) return row
  throw new CommandError(`No vouchers are called "${wanted}".`, 1)
}

const addVouchers: Command = {
  name: 'voucher add',
  takes: `CAMPAIGN ${BATCH} COUNT`,
  summary: 'Create vouchers for the profiles of a campaign',
  options: {
    expires: {
      value: 'TIME',
      help: 'valid until, for example 2030-12-31T23:59:00Z; as long as the campaign without it',
    },
    'per-address': { value: 'N', help: 'redeemed from one address within a day at most' },
  },
  run: async (call) => {
    const [campaign = '', name = '', words] = call.words
    const count = numberOf(words, 'COUNT')
    const perAddress = call.text('per-address')
    const addressLimit = perAddress === undefined ? null : numberOf(perAddress, '--per-address')
    const client = call.client()
    const { id: campaignId } = await findCampaign(client, campaign)
    const fields = { name, campaignId, count, expiresAt: call.text('expires') ?? null, addressLimit }
    const added = await client.call('/voucher/add', { fields })
    await call.print(added, `${name}: ${count} vouchers. Download their codes with "simwright voucher codes".`)
    return undefined
  },
}

const editVouchers: Command = {
  name: 'voucher edit',
  takes: BATCH,
  summary: 'Change the name, the end or the limit for each address of vouchers',
  options: {
    name: { value: 'NAME', help: 'another name' },
    expires: { value: 'TIME', help: 'valid until, or none: as long as the campaign' },
    'per-address': { value: 'N', help: 'redeemed from one address within a day at most, or none' },
  },
  run: async (call) => {
    const client = call.client()
    const { id, version, ...batch } = await findBatch(client, call.words[0] ?? '')
    const [expires, perAddress] = [call.text('expires'), call.text('per-address')]
    const fields = {
      name: call.text('name') ?? batch.name,
      expiresAt: expires === undefined ? batch.expiresAt : expires === 'none' ? null : expires,
      addressLimit: limitOf(perAddress, batch.addressLimit),
    }
    const saved = await client.call('/voucher/edit', { id, version, fields })
    await call.print(saved, `${fields.name}: saved.`)
    return undefined
  },
}

function limitOf(text: string | undefined, before: number | null): number | null {
  if (text === undefined) return before
  return text === 'none' ? null : numberOf(text, '--per-address')
}

const showVouchers: Command = {
  name: 'voucher show',
  takes: BATCH,
  summary: 'The counters of a batch of vouchers, and the page where they are redeemed',
  options: {},
  run: async (call) => {
    const batch = await findBatch(call.client(), call.words[0] ?? '')
    const { name, state, campaignName: campaign, link, count, redeemed, revoked, wrong } = batch
    const facts = { Name: name, State: state, Campaign: campaign, Page: link ?? '–', count, redeemed, revoked, wrong }
    await call.print(batch, factsText(Object.entries(facts)))
    return undefined
  },
}

/** A command that downloads a file of a batch. */
const saving = (
  word: string,
  path: '/voucher/codes' | '/voucher/labels' | '/voucher/report',
  summary: string,
): Command => ({
  name: `voucher ${word}`,
  takes: BATCH,
  summary,
  options: OUTPUT_OPTIONS,
  run: async (call: Call) => {
    if (call.text('output') === undefined)
      throw new CommandError('--output is missing: the file, or - for standard output.')
    checkOutput(call)
    const client = call.client()
    const { id } = await findBatch(client, call.words[0] ?? '')
    const { content } = await client.file(path, { id }, { signal: call.terminal.signal })
    await saveOutput(call, content)
    if (call.text('output') !== '-')
      await call.print({ file: call.text('output'), bytes: content.size }, `${content.size} bytes.`)
    return undefined
  },
})

const revokeVouchers: Command = {
  name: 'voucher revoke',
  takes: `${BATCH} [NUMBER]`,
  summary: 'Revoke one voucher by its number, or all of a batch that were not redeemed',
  options: {},
  run: async (call) => {
    const [name = '', number] = call.words
    const client = call.client()
    const { id } = await findBatch(client, name)
    if (number === undefined) {
      const answer = await client.call('/voucher/revokeBatch', { id })
      await call.print(answer, `${answer.revoked} vouchers were revoked.`)
    } else {
      const answer = await client.call('/voucher/revoke', { id, number: numberOf(number, 'NUMBER') })
      await call.print(answer, `Voucher ${number} was revoked.`)
    }
    return undefined
  },
}

export const voucherCommands: readonly Command[] = [
  addVouchers,
  editVouchers,
  saving('codes', '/voucher/codes', 'Download the codes of new vouchers as CSV, within 24 hours'),
  saving('labels', '/voucher/labels', 'Download label sheets (A4, 21 labels) of new vouchers as PDF, within 24 hours'),
  showVouchers,
  saving('report', '/voucher/report', 'Download who redeemed the vouchers of a batch as CSV, without codes'),
  revokeVouchers,
]
