import { setTimeout as sleep } from 'node:timers/promises'
import * as account from '@simwright/contract/people/account'
import { login } from '@simwright/contract/people/sign-in'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as phone from '@simwright/contract/provisioning/virtual-phone'
import { Client } from '../../../apps/server/src/testing/client.ts'
import { configured, generated } from '../../../apps/server/src/testing/generated.ts'
import { subscribers } from '../../../apps/server/src/testing/subscriber.ts'

/*
 * The main job on the portal of this network, as its pages do it: what each step found is one line of JSON.
 *
 * node job-process.ts work MAILBOX      signs up, activates the account, generates codes, downloads one with the virtual phone
 * node job-process.ts look              signs in with the password, and looks whether all is there
 */

const PERSON = {
  email: 'ada@example.org',
  password: 'Quiet-Harbour-7',
  firstName: 'Ada',
  lastName: 'Byron',
  companyName: 'Analytical Engines',
}
const CODES = 3
const WAIT_MS = 200

/** What is the same before and after an upgrade. */
export type Found = { codes: string[]; phone: string[] }

const client = new Client('http://localhost:8080')

async function work(mailbox: string): Promise<Found> {
  await client.ask(account.register, PERSON)
  await client.ask(account.verify, { token: await tokenIn(mailbox) })
  const configurationId = await configured(client)
  await generated(client, { configurationId, rows: subscribers(CODES) })
  return await find()
}

async function look(): Promise<Found> {
  await client.ask(login, { email: PERSON.email, password: PERSON.password })
  return await find()
}

/** All own codes, and a download of one of them. */
async function find(): Promise<Found> {
  const { items } = await client.ask(fleet.list, { filter: {} })
  const own = items.filter(({ sample }) => !sample)
  return { codes: own.map(({ activationCode }) => activationCode!).toSorted(), phone: await download(own[0]!.id) }
}

/** The token in the link of the e-mail that activates the account. */
async function tokenIn(mailbox: string): Promise<string> {
  for (;;) {
    const page = await client.open(mailbox.slice(client.url.length))
    const [, token] = /[?&](?:amp;)?token=([\w.-]+)"/.exec(await page.text()) ?? []
    if (token !== undefined) return token
    await sleep(WAIT_MS)
  }
}

/** Tries a profile with the virtual phone. @returns what phone, eUICC and SM-DP+ did */
async function download(profileId: string): Promise<string[]> {
  const { id } = await client.ask(phone.open, { profileId })
  await client.ask(phone.act, { id, action: 'DOWNLOAD' })
  for (;;) {
    const { phone: seen } = await client.ask(phone.read, {})
    if (seen?.action === null) {
      await client.ask(phone.close, { id })
      return seen.messages.map(({ kind }) => kind)
    }
    await sleep(WAIT_MS)
  }
}

const [step, mailbox = ''] = process.argv.slice(2)
console.log(JSON.stringify(step === 'work' ? await work(mailbox) : await look()))
