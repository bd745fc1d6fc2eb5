import type { DownloadResult } from '@simwright/euicc'
import { DEVICE_MODELS, testEid } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { bindingCookie } from '../../http/browser.ts'
import type { SeededUser } from '../../modules/people/accounts/seed.ts'
import { openSession } from '../../modules/people/sessions/service.ts'
import { openTestIssuer, type TestIssuer } from '../../modules/provisioning/smdp/service.ts'
import type { PastClock } from '../../runtime/clock.ts'
import { hashNumber } from '../../runtime/hash-number.ts'
import type { OpenServer } from '../../server.ts'
import { Client } from '../../testing/client.ts'
import { createPhone, type VirtualPhone } from '../device.ts'

const HOUR_MS = 60 * 60_000

/** Serial numbers of the eUICCs of the history; those of the guided run begin at zero. */
const FIRST_SERIAL = 500_000_000

/** Addresses for documentation (RFC 5737). */
const OFFICE_ADDRESS = '203.0.113.24'
const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/537.36 Chrome/138.0 Safari/537.36'

/** A signed-in person, whose session is renewed while time passes. */
export type Person = { readonly name: string; client: Client; openedAt: number }

/** What all parts of the history use: the server, its clock, people, phones. */
export type Scene = {
  readonly server: OpenServer
  readonly clock: PastClock
  readonly url: string
  /** The client of a person, with a session that is open at this time. */
  as(person: Person): Promise<Client>
  /** A new phone; the number of phones so far chooses its model. */
  phone(hardware?: { tac?: string; eid?: string; smallMemory?: true }): VirtualPhone & { readonly eid: string }
  close(): void
}

export type HistoryPhone = ReturnType<Scene['phone']>

export async function openScene(server: OpenServer, clock: PastClock): Promise<Scene> {
  const issuer = await openTestIssuer(server)
  const network = openNetwork(server, issuer)
  const url = `http://127.0.0.1:${server.ports.portal}`
  let phones = 0
  return {
    server,
    clock,
    url,
    async as(person) {
      if (clock.now().getTime() - person.openedAt < HOUR_MS) return person.client
      person.client = await renewSession(server, person.client)
      person.openedAt = clock.now().getTime()
      return person.client
    },
    phone({ tac, eid = testEid(FIRST_SERIAL + phones), smallMemory } = {}) {
      const number = phones++
      const known = DEVICE_MODELS[hashNumber(number, 3) % DEVICE_MODELS.length]!
      const model = tac === undefined ? known : { ...known, tac }
      const memory = { nonVolatileBytes: 2_000, volatileBytes: 16 * 1024 }
      const options = smallMemory ? { options: { memory } } : {}
      const hardware = { eid: eid as ReturnType<typeof testEid>, model, serial: number + 1_000, ...options }
      return { ...createPhone({ server, issuer }, network.send, hardware), eid }
    },
    close: network.close,
  }
}

/** All phones share connections to the SM-DP+ and the SM-DS of this machine. */
function openNetwork(server: OpenServer, issuer: TestIssuer) {
  const to = (port: number) => {
    const connectTo = () => ({ address: '127.0.0.1', port })
    return createHttpsTransport({ ca: [issuer.ci.certificate], connectTo })
  }
  const [smdp, smds] = [to(server.ports.smdp), to(server.ports.smds)]
  return {
    send: ((request) =>
      (request.address === server.smds.address ? smds : smdp).send(request)) satisfies typeof smdp.send,
    close: () => {
      smdp.close()
      smds.close()
    },
  }
}

/** A person with a session, who has no password. */
export async function personOf({ server, url, clock }: Scene, user: SeededUser): Promise<Person> {
  const client = await openClient(server, url, user)
  return { name: user.firstName, client, openedAt: clock.now().getTime() }
}

const renewSession = (server: OpenServer, { url, user }: Client) => openClient(server, url, user)

async function openClient(server: OpenServer, url: string, user: SeededUser): Promise<Client> {
  const client = new Client(url)
  const cookies = await openSession(server, user, { address: OFFICE_ADDRESS, userAgent: BROWSER })
  client.cookies.set('token', cookies.token).set(bindingCookie(server.config.publicUrl), cookies.binding)
  return client
}

type Ended = DownloadResult | { outcome: 'malformed' }

/** How a download ended: its outcome, or the status code of SGP.22 with which the server refused it. */
export type Ending = Exclude<DownloadResult['outcome'], 'refused-by-server'> | `${number}.${string}/${number}.${number}`

const endingOf = (result: Ended): string =>
  result.outcome === 'refused-by-server' ? `${result.subjectCode}/${result.reasonCode}` : result.outcome

/** @throws Error when the download ended in another way, because the history would then miss what it is to show */
export function expectEnding(result: Ended, ending: Ending): void {
  if (endingOf(result) !== ending)
    throw new Error(`a download of the demo's history should end as ${ending}: ${JSON.stringify(result)}`)
}
