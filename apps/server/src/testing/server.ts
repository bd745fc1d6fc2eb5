import type { BuiltInRole } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import { STAFF_ENTERPRISE_ID } from '../db/staff-enterprise.ts'
import { bindingCookie } from '../http/browser.ts'
import { createEnterprise, createMember, type SeededUser } from '../modules/people/accounts/seed.ts'
import { addStaff, type StaffRole } from '../modules/people/accounts/service.ts'
import { openSession } from '../modules/people/sessions/service.ts'
import { type Letter, listMailbox } from '../modules/platform/mail/service.ts'
import type { OpenServer } from '../server.ts'
import { Client } from './client.ts'
import { closeAtEnd } from './close.ts'
import { lentServer } from './lent-server.ts'
import { overSockets } from './transport.ts'
import { checkAudit, openWhole, type TestServerOptions, type WholeServer } from './whole-server.ts'

export { Client } from './client.ts'
export { injectInto } from './transport.ts'
export type { TestServerOptions } from './whole-server.ts'

/** An enterprise account of a test, with its owner signed in. */
export type TestEnterprise = {
  id: string
  owner: Client
  ownerId: string
  /** The server that it is on. */
  server: OpenServer
  /** Creates a member with this role and signs in. A staff role creates a member of the platform's staff. */
  member(role: BuiltInRole): Promise<Client>
}

export type TestServer = WholeServer & {
  /** A client without a session. */
  stranger(): Client
  /** Creates an enterprise account directly in the database; plan LAB has no limits. */
  enterprise(name?: string, plan?: 'LAB' | 'DEMO'): Promise<TestEnterprise>
  /** Creates and signs in a member of the platform's staff, without a second factor. */
  staff(role?: StaffRole): Promise<Client>
  /** A session of a user who was created by a command. */
  sessionOf(user: SeededUser): Promise<Client>
  /** A session of the client's user in any enterprise account, member or not. */
  sessionIn(client: Client, enterpriseId: string): Promise<Client>
  /** Signs up through the portal: registration, mail, activation, which signs in. */
  signUpAndIn(person?: Partial<Person>): Promise<Client & { person: Person }>
  /** The link of the last mail to an address. */
  lastLink(email: string): Promise<string>
  /** The mails to an address, newest first. */
  letters(email: string): Promise<Letter[]>
}

export type Person = {
  email: string
  password: string
  firstName: string
  lastName: string
  companyName: string
}

/**
 * A whole server for the calling test file, with an empty database and a clock that is stopped. The files of a worker that
 * ask for nothing but the background use one server after each other; others get their own, which is closed after the
 * file's last test. A file fails when an action left no audit entry.
 */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const whole = (await lentServer(options)) ?? (await ownServer(options))
  return { ...whole, ...people(whole) }
}

async function ownServer(options: TestServerOptions): Promise<WholeServer> {
  const { close, ...whole } = await openWhole(options)
  closeAtEnd(async () => {
    await close()
    checkAudit(whole.logged)
  })
  return whole
}

function people({
  server,
  url,
}: WholeServer): Pick<
  TestServer,
  'stranger' | 'enterprise' | 'staff' | 'sessionOf' | 'sessionIn' | 'signUpAndIn' | 'lastLink' | 'letters'
> {
  let count = 0
  const stranger = () => new Client(url, overSockets)
  const signedIn = async (user: SeededUser) => {
    const client = stranger()
    const cookies = await openSession(server, user, { address: '127.0.0.1', userAgent: 'test' })
    client.cookies.set('token', cookies.token).set(bindingCookie(server.config.publicUrl), cookies.binding)
    return client
  }
  const letters = async (email: string) =>
    (await listMailbox(server)).map(({ letter }) => letter).filter(({ to }) => to === email)
  const lastLink = async (email: string) => /https?:\/\/\S+/.exec((await letters(email))[0]?.text ?? '')?.[0] ?? ''
  const staff = async (role: StaffRole = 'Platform admin') => {
    const email = `${server.random.uuid()}@example.com`
    const { userId } = await addStaff(server, { email, role })
    await server.db.tenantTx(STAFF_ENTERPRISE_ID, (db) =>
      db.updateTable('enterprise').set({ second_factor_demanded: false }).execute(),
    )
    const names = { firstName: 'Sample', lastName: role, companyName: 'Simwright' }
    return await signedIn({ userId, enterpriseId: STAFF_ENTERPRISE_ID, email, ...names })
  }
  return {
    stranger,
    staff,
    sessionOf: signedIn,
    lastLink,
    letters,
    sessionIn: async (client, enterpriseId) => await signedIn({ ...client.user, enterpriseId }),
    enterprise: async (name = `Enterprise ${++count}`, plan = 'LAB') => {
      const owner = await createEnterprise(server, {
        name,
        plan,
        email: `owner${count}-${Date.now()}@example.com`,
      })
      const member = async (role: BuiltInRole) => {
        if (role === 'Platform admin' || role === 'Platform support') return await staff(role)
        const email = `${server.random.uuid()}@example.com`
        return await signedIn(await createMember(server, owner.enterpriseId, { role, email }))
      }
      return { id: owner.enterpriseId, ownerId: owner.userId, server, owner: await signedIn(owner), member }
    },
    signUpAndIn: async (given = {}) => {
      const person: Person = {
        email: `ada${++count}@example.com`,
        password: 'Quiet-Harbour-7',
        firstName: 'Ada',
        lastName: 'Byron',
        companyName: 'Analytical Engines',
        ...given,
      }
      const client = stranger()
      await client.ask(account.register, person)
      const token = new URL(await lastLink(person.email)).searchParams.get('token') ?? ''
      await client.ask(account.verify, { token })
      return Object.assign(client, { person })
    },
  }
}
