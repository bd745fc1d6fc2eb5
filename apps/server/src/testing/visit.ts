import * as client from '@simwright/contract/people/client'
import * as session from '@simwright/contract/people/session'
import { Client } from './client.ts'
import type { TestServer } from './server.ts'

export const VISIT_REASON = 'Ticket 42: no downloads'

/** Gives a staff member a second factor, without which nobody can visit. */
export async function addSecondFactor(t: TestServer, staff: Client): Promise<void> {
  const current = (await staff.ask(session.list, {})).items.find(({ current }) => current)!
  await t.server.db.global
    .updateTable('user_account')
    .set({ second_factor: true })
    .where('id', 'in', (sub) => sub.selectFrom('user_session').select('user_id').where('id', '=', current.id))
    .execute()
}

/** The browser tab of a visit: its own token, next to the cookies of the staff member's session. */
export async function openTestVisit(staff: Client, id: string): Promise<Client> {
  const { token } = await staff.ask(client.visit, { id, fields: { reason: VISIT_REASON } })
  return new VisitTab(staff, token)
}

class VisitTab extends Client {
  readonly #token: string

  constructor(browser: Client, token: string) {
    super(browser.url)
    for (const [name, value] of browser.cookies) this.cookies.set(name, value)
    this.#token = token
  }

  override get token(): string {
    return this.#token
  }
}
