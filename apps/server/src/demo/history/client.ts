import * as order from '@simwright/contract/money/order'
import * as transferProof from '@simwright/contract/money/transfer-proof'
import { createEnterprise } from '../../modules/people/accounts/seed.ts'
import { givePlan } from '../../modules/platform/plans/service.ts'
import { type Person, personOf, type Scene } from './scene.ts'

const DAY_MS = 24 * 60 * 60_000

/** Other clients of the platform, the day on which each signed up, and the plan that the platform gave them. */
const CLIENTS = [
  { day: 8, name: 'Harbor Logistics', person: ['Nora', 'Klein'], city: 'Hamburg', plan: 'PRO', days: 365 },
  { day: 25, name: 'Skerry Robotics', person: ['Tom', 'Ashby'], city: 'Aberdeen', plan: 'BASIC', days: 90 },
  { day: 47, name: 'Alba Mobile', person: ['Sofia', 'Conti'], city: 'Milan', plan: 'PREMIUM', days: 365 },
  { day: 71, name: 'Tern Laboratory', person: ['Jonas', 'Wirth'], city: 'Zurich', plan: undefined, days: 0 },
  { day: 85, name: 'Puffin Travel', person: ['Elin', 'Dahl'], city: 'Bergen', plan: undefined, days: 0 },
  { day: 86, name: 'Fjord Sensors', person: ['Ola', 'Strand'], city: 'Oslo', plan: undefined, days: 0 },
] as const
export type ClientName = (typeof CLIENTS)[number]['name']

/** The owners of the clients, each with the id of the enterprise account. */
export type Clients = Map<ClientName, Person & { readonly enterpriseId: string }>

/** The clients that sign up on this day, with the plan that the platform gives them. */
export async function signUpClients(scene: Scene, clients: Clients, day: number): Promise<void> {
  const { server, clock } = scene
  for (const { name, person, plan, days, ...one } of CLIENTS) {
    if (one.day !== day) continue
    const [firstName, lastName] = person
    const email = `${firstName.toLowerCase()}@${name.toLowerCase().replace(/\W+/g, '-')}.example`
    const user = await createEnterprise(server, { name, plan: 'DEMO', email, owner: { firstName, lastName } })
    const { enterpriseId } = user
    const endsAt = new Date(clock.now().getTime() + days * DAY_MS)
    if (plan) await givePlan(server, { enterpriseId, plan, endsAt })
    clients.set(name, { ...(await personOf(scene, user)), enterpriseId })
  }
}

type Wish = { plan: 'BASIC' | 'PRO'; discountCode?: string }

/** A client orders a plan by bank transfer. `proof`: and uploads the confirmation of the bank. @returns the order */
export async function orderByTransfer(
  scene: Scene,
  clients: Clients,
  { name, proof, ...wish }: Wish & { name: ClientName; proof: 'uploaded' | 'missing' },
): Promise<string> {
  const client = await scene.as(clients.get(name)!)
  const { city } = CLIENTS.find((one) => one.name === name)!
  const wished = {
    ...wish,
    operation: 'BUY',
    downloads: 100,
    billingType: 'MONTHLY',
    paymentMethod: order.BANK_TRANSFER,
    billedTo: {
      company: name,
      email: '',
      taxId: '',
      street: 'Quay 4',
      postalCode: '',
      city,
      region: '',
      country: 'NO',
    },
  } as const
  const { totalCents } = await client.ask(order.quote, wished)
  const { id } = await client.ask(order.create, { ...wished, totalCents, accepted: {} })
  const file = { name: 'transfer.pdf', content: Buffer.from('%PDF-1.7\n% a confirmation of the demo\n') }
  if (proof === 'uploaded') await client.upload(transferProof.upload, { orderId: id }, file)
  return id
}
