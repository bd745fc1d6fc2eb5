import * as account from '@simwright/contract/people/account'
import { createEnterprise, setPassword } from '../modules/people/accounts/seed.ts'
import { Secret } from '../secret/secret.ts'
import type { Server } from '../server.ts'
import { Client } from '../testing/client.ts'

const NAME = 'Northwind Mobile (demo)'
const OWNER = { firstName: 'Robin', lastName: 'Vale' }
export const DEMO_EMAIL = 'demo@simwright.example'

/** Sign-in of the demo enterprise. The password is generated at each start and not stored in clear text. */
export type DemoAccount = { email: string; password: Secret<string> }

/** Opens the demo enterprise; creates it at the first start with plan LAB, which has no limits. */
export async function openDemoAccount(server: Server): Promise<DemoAccount> {
  const password = drawPassword(server)
  const isKnown = await setPassword(server, { email: DEMO_EMAIL, password })
  if (!isKnown) await createEnterprise(server, { name: NAME, plan: 'LAB', email: DEMO_EMAIL, password, owner: OWNER })
  return { email: DEMO_EMAIL, password: new Secret(password) }
}

/** Letters and digits that cannot be confused with each other. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export function drawPassword(server: Pick<Server, 'random'>): string {
  for (;;) {
    const usable = [...server.random.bytes(64)].filter((byte) => byte < ALPHABET.length * 4)
    const letters = usable.map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
    const password = [0, 5, 10, 15].map((at) => letters.slice(at, at + 5)).join('-')
    if (password.length === 23 && account.Password.safeParse(password).success) return password
  }
}

export async function signIn(server: Server, { email, password }: DemoAccount): Promise<Client> {
  const client = new Client(`http://127.0.0.1:${server.ports.portal}`)
  await client.ask(account.login, { email, password: password.reveal() })
  return client
}
