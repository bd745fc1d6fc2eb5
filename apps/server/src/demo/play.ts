import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import type { Client } from '../testing/client.ts'
import { encryptTo } from '../testing/encrypt.ts'
import { subscriberCsv } from '../testing/subscriber.ts'
import { type Phones, visit } from './device.ts'
import { countFigures, profilesOf } from './figures.ts'
import { type Figures, NETWORKS, type Plan } from './plan.ts'

/** The demo: a subscriber file becomes activation codes, devices download, the portal shows it. */
export type Play = {
  client: Client
  phones: Phones
  plan: Plan
  /** Waits before the next device. */
  untilNext: () => Promise<void>
  say: (line: string) => void
}

/** @throws the abort reason of `stopping` when the server stops during the run */
export async function play({ client, phones, plan, untilNext, say }: Play): Promise<Figures> {
  const configurationId = await findConfiguration(client)
  const staged = await upload(client, configurationId, plan)
  const imported = staged.total - staged.faulty
  say(`Imported ${imported} subscribers from a PGP-encrypted file.`)
  const { batchId, code } = await client.ask(batch.start, { sourceId: staged.id })
  await untilComplete(client, batchId)
  const profiles = await profilesOf(client, batchId)
  say(`Generated ${profiles.length} activation codes in batch ${code}.`)
  const codes = new Map(profiles.map(({ iccid, activationCode }) => [iccid, activationCode]))
  for (const [index, planned] of plan.visits.entries()) {
    if (index > 0) await untilNext()
    phones.server.stopping.throwIfAborted()
    const activationCode = codes.get(planned.iccid)
    const outcome = activationCode ? await visit(phones, { ...planned, activationCode }) : 'there is no code'
    const { brand, model } = planned.model
    say(`  ${String(index + 1).padStart(2)}  ${`${brand} ${model}`.padEnd(25)}${planned.iccid}  ${outcome}`)
  }
  return await countFigures(client, { imported, batchId })
}

const NAME = 'Demo consumer plan'
const ACCESS = ['UTRAN', 'E-UTRAN', 'NG-RAN'] as const

async function findConfiguration(client: Client): Promise<string> {
  const { items } = await client.ask(configuration.list, { filter: { name: NAME } })
  const found = items.find(({ name }) => name === NAME)
  if (found) return found.id
  const { id } = await client.ask(configuration.add, {
    fields: {
      name: NAME,
      type: 'Regular',
      profileName: 'Northwind consumer',
      serviceProviderName: 'Northwind',
      algorithm: 'MILENAGE',
      hplmn: NETWORKS.map((plmn) => ({ plmn, access: [...ACCESS] })),
      pnn: { fullName: 'Northwind Mobile', shortName: 'Northwind' },
      smsp: '+999700000000',
      confirmationCode: { mode: 'none' },
      acLifetimeDays: 30,
    },
  })
  return id
}

/** Uploads the subscribers, encrypted to the enterprise's public PGP key. */
async function upload(client: Client, configurationId: string, { subscribers }: Plan) {
  const { armored } = await client.ask(source.pgpKey, {})
  const content = await encryptTo(armored, subscriberCsv(subscribers))
  return await client.upload(source.upload, { configurationId }, { name: 'subscribers.csv.pgp', content })
}

export async function untilComplete(client: Client, id: string): Promise<void> {
  for await (const { process } of client.events(batch.progress, { id })) if (process === 'COMPLETE') return
}

/** The first number that no earlier run has used. */
export async function countEarlier(client: Client): Promise<number> {
  const configurationId = await findConfiguration(client)
  const { total } = await client.ask(fleet.count, { filter: { configurationId }, exact: true })
  return total
}
