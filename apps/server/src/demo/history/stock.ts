import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { type Iccid, type Imsi, iccidAt, imsiAt, parseIccid } from '@simwright/ids'
import type { Client } from '../../testing/client.ts'
import { type Subscriber, subscriberCsv } from '../../testing/subscriber.ts'
import { profilesOf } from '../figures.ts'
import { untilComplete } from '../play.ts'
import { type Company, groupOfOffer, networkOfOffer, type OfferName } from './company.ts'
import type { Scene } from './scene.ts'

/** Numbers far from those of the guided run, which counts from zero. */
const FIRST_ICCID = parseIccid('8999970100000000000')
const FIRST_IMSI = '1000000000'

export type Code = { readonly profileId: string; readonly iccid: string; readonly activationCode: string }

/** Generated codes that no device has used, by offer, and the next free number. */
export type Stock = {
  numbers: number
  readonly batchIds: string[]
  readonly codes: Record<OfferName, Code[]>
}

export const emptyStock = (): Stock => ({
  numbers: 0,
  batchIds: [],
  codes: { travel: [], meters: [], vans: [], trial: [], visitors: [] },
})

type Numbers = { iccid: Iccid; imsi: Imsi }

/** Takes numbers of the offer's network that nothing of the history has. @returns the first */
export function takeNumbers(stock: Stock, offer: OfferName, count: number): Numbers {
  const imsi = imsiAt(`${networkOfOffer(offer)}${FIRST_IMSI}` as Imsi, stock.numbers)
  const first = { iccid: iccidAt(FIRST_ICCID, stock.numbers), imsi }
  stock.numbers += count
  return first
}

type Order = { scene: Scene; company: Company; client: Client; offer: OfferName; count: number }

/** Generates a range of codes for an offer, with keys of the portal. */
export async function generateRange(stock: Stock, { company, client, offer, count }: Order): Promise<string> {
  const { iccid, imsi } = takeNumbers(stock, offer, count)
  const configurationId = company.configurationIds[offer]
  const group = groupOfOffer(offer)
  const range = { configurationId, firstIccid: iccid, firstImsi: imsi, count, ...(group ? { group } : {}) }
  const { batchId } = await client.ask(batch.startRange, range)
  await addToStock(stock, client, { offer, batchId })
  return batchId
}

/** Uploads a plain file of subscribers and generates their codes. */
export async function generateFile(stock: Stock, { scene, company, client, offer, count }: Order): Promise<void> {
  const first = takeNumbers(stock, offer, count)
  const hex = () => Buffer.from(scene.server.random.bytes(16)).toString('hex').toUpperCase()
  const rows = Array.from({ length: count }, (_, index): Subscriber => {
    const numbers = { ICCID: iccidAt(first.iccid, index), IMSI: imsiAt(first.imsi, index) }
    return { ...numbers, KI: hex(), OPC: hex(), NOTES: index % 4 === 0 ? 'Pilot customer' : '' }
  })
  const day = scene.clock.now().toISOString().slice(0, 10)
  const file = { name: `subscribers-${day}.csv`, content: subscriberCsv(rows) }
  const { id } = await client.upload(source.upload, { configurationId: company.configurationIds[offer] }, file)
  const { batchId } = await client.ask(batch.start, { sourceId: id })
  await addToStock(stock, client, { offer, batchId })
}

async function addToStock(
  stock: Stock,
  client: Client,
  { offer, batchId }: { offer: OfferName; batchId: string },
): Promise<void> {
  await untilComplete(client, batchId)
  stock.batchIds.push(batchId)
  const profiles = await profilesOf(client, batchId)
  const codes = profiles.map(({ id: profileId, iccid, activationCode }) => ({ profileId, iccid, activationCode }))
  stock.codes[offer].push(...codes.filter((code): code is Code => code.activationCode !== null))
}

type Single = { offer: OfferName; confirmationCode?: string; eid?: string }

/** One code, as Quick generate makes it. */
export async function generateOne(
  stock: Stock,
  { client, company, offer, ...more }: Pick<Order, 'client' | 'company'> & Single,
): Promise<Code> {
  const { iccid, imsi } = takeNumbers(stock, offer, 1)
  const configurationId = company.configurationIds[offer]
  return await client.ask(batch.single, { configurationId, iccid, imsi, makeKeys: true, ...more })
}
