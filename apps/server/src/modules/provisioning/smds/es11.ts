import {
  type Es11Answer,
  type Es11Function,
  type Es11Request,
  initiateDiscovery,
  RspRefusal,
  readEs11Request,
  verifyAuthenticateClient,
  writeEs11Answer,
} from '@simwright/rsp'
import type { MachineRoute } from '../../../http/machine-listener.ts'
import { jsonRoute } from './json-route.ts'
import { insertSession, selectEvents, takeSession } from './queries.ts'
import { type Smds, trustOf } from './smds.ts'

const SESSION_LIFE_MS = 10 * 60 * 1000
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
  return jsonRoute(smds, name, async (json) => writeEs11Answer(name, await discover(smds, readEs11Request(name, json))))
}

/** ES11.InitiateAuthentication. @throws RspRefusal */
async function initiate(
  smds: Smds,
  request: Es11Request<'initiateAuthentication'>,
  address: string,
): Promise<Es11Answer<'initiateAuthentication'>> {
  const { smds: credentials, trustedCiKeyIds } = smds.credentials()
  const { answer, session } = initiateDiscovery({
    request,
    server: { addresses: addressesOf(smds.address()), trustedCiKeyIds, credentials },
    random: (length) => smds.random.bytes(length),
    endsAt: new Date(smds.clock.now().getTime() + SESSION_LIFE_MS),
  })
  await insertSession(smds.db.global, { ...session, address })
  return answer
}

/** Devices send the address with or without a port. */
function addressesOf(address: string): string[] {
  const host = address.replace(/:\d+$/, '')
  return [address, host, `${host}:443`]
}

/** ES11.AuthenticateClient: verifies the eUICC and returns its events. @throws RspRefusal */
async function discover(
  smds: Smds,
  request: Es11Request<'authenticateClient'>,
): Promise<Es11Answer<'authenticateClient'>> {
  const session = await takeSession(smds.db.global, request.transactionId)
  const { trust } = smds.credentials()
  const client = verifyAuthenticateClient({ request, session, trust, at: smds.clock.now() })
  if (client.kind === 'error') {
    const message = `This device's eSIM ended the search (${client.code}). Please start it again.`
    throw new RspRefusal('euicc_signature_invalid', { message, detail: `the eUICC answered ${client.code}` })
  }
  const { eid, matchingId: eventId } = client
  const eventEntries = await selectEvents(smds.db.global, { eid, trust: trustOf(smds, session!.ciKeyId), eventId })
  if (eventId !== undefined && eventEntries.length === 0) throw new RspRefusal('event_unknown')
  return { transactionId: request.transactionId, eventEntries }
}
