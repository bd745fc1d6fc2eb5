import {
  type AuthenticateClient,
  type AuthenticatedClient,
  type Es11Answer,
  type Es11Function,
  type Es11Request,
  initiateDiscovery,
  type OpenedSession,
  RspRefusal,
  readEs11Request,
  type SessionPlace,
  type UnstoredSession,
  verifyAuthenticateClient,
  writeEs11Answer,
} from '@simwright/rsp'
import type { MachineRoute } from '../../../http/machine-listener.ts'
import { CLOCK_DIFFERENCE_MS } from '../smdp/service.ts'
import { jsonRoute } from './json-route.ts'
import { insertSession, selectEvents, selectEventsOnce, takeSession } from './queries.ts'
import { type Smds, trustOf } from './smds.ts'

const PLACE: SessionPlace = { interface: 'ES11', port: 'SM-DS' }
const PATH = /^\/gsma\/rsp2\/es9plus\/(initiateAuthentication|authenticateClient)$/

/** The ES11 function served to devices at a path (SGP.22, 5.8); undefined for an unknown path. */
export function es11Route(smds: Smds, path: string): MachineRoute | undefined {
  const name = PATH.exec(path)?.[1] as Es11Function | undefined
  if (name === undefined) return undefined
  if (name === 'initiateAuthentication') {
    return jsonRoute(smds, name, async (json, { address }) =>
      writeEs11Answer(name, await initiate(smds, readEs11Request(name, json), address)),
    )
  }
  return jsonRoute(smds, name, async (json, { address }) =>
    writeEs11Answer(name, await discover(smds, readEs11Request(name, json), address)),
  )
}

/** ES11.InitiateAuthentication. @throws RspRefusal */
async function initiate(
  smds: Smds,
  request: Es11Request<'initiateAuthentication'>,
  address: string,
): Promise<Es11Answer<'initiateAuthentication'>> {
  const { smds: credentials, trustedCiKeyIds } = smds.credentials()
  const { begin, isStored } = await smds.sessions.begin(PLACE, smds.clock.now())
  const { answer, session } = initiateDiscovery({
    request,
    server: { addresses: addressesOf(smds.address()), trustedCiKeyIds, credentials },
    begin,
  })
  if (isStored) await insertSession(smds.db.global, { ...session, address })
  return answer
}

/** Devices send the address with or without a port. */
function addressesOf(address: string): string[] {
  const host = address.replace(/:\d+$/, '')
  return [address, host, `${host}:443`]
}

type Request = Es11Request<'authenticateClient'>

/** ES11.AuthenticateClient: verifies the eUICC and returns its events. @throws RspRefusal */
async function discover(smds: Smds, request: Request, address: string): Promise<Es11Answer<'authenticateClient'>> {
  const { transactionId } = request
  const at = smds.clock.now()
  const { smds: own, trustedCiKeyIds: ciKeyIds } = smds.credentials()
  const serverCiKeyIds = own.map(({ ciKeyId }) => ciKeyId)
  const unstored = await smds.sessions.recognize(PLACE, { transactionId, at, ciKeyIds, serverCiKeyIds })
  const client = unstored
    ? verifyUnstored(smds, { request, session: unstored, at })
    : verify(smds, { request, session: await takeSession(smds.db.global, transactionId), at })
  const { eid, matchingId: eventId, session } = client
  const asked = { eid, trust: trustOf(smds, session.ciKeyId), eventId }
  const eventEntries = unstored
    ? await selectEventsOnce(smds.db.global, { ...session, endsAt: usedUntil(session), address }, asked)
    : await selectEvents(smds.db.global, asked)
  if (!eventEntries) throw new RspRefusal('transaction_unknown', { detail: 'another call has completed this step' })
  if (eventId !== undefined && eventEntries.length === 0) throw new RspRefusal('event_unknown')
  return { transactionId, eventEntries }
}

/** A used session is deleted when the clock of no process accepts it any more. */
const usedUntil = ({ endsAt }: Pick<OpenedSession, 'endsAt'>) => new Date(endsAt.getTime() + 2 * CLOCK_DIFFERENCE_MS)

type Verifying = Pick<AuthenticateClient, 'request' | 'session' | 'at'>

/** Anyone can send a message that is refused unverified, so it does not use up the session. */
function verifyUnstored(smds: Smds, call: Verifying & { session: UnstoredSession }): AuthenticatedClient {
  const { transactionId } = call.session
  if (smds.refused.isOver(transactionId)) {
    throw new RspRefusal('transaction_unknown', { detail: 'too many messages of the session were refused' })
  }
  try {
    return verify(smds, call)
  } catch (error) {
    if (error instanceof RspRefusal) smds.refused.add(transactionId)
    throw error
  }
}

function verify(smds: Smds, call: Verifying): AuthenticatedClient {
  const client = verifyAuthenticateClient({ ...call, trust: smds.credentials().trust })
  if (client.kind === 'authenticated') return client
  const message = `This device's eSIM ended the search (${client.code}). Please start it again.`
  throw new RspRefusal('euicc_signature_invalid', { message, detail: `the eUICC answered ${client.code}` })
}
