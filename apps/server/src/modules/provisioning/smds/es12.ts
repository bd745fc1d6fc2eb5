import { isEs12Function, RspRefusal, readEs12Request, writeEs12Answer } from '@simwright/rsp'
import { CertificateError, ChainError, parseCertificate, registeredIdOf, verifyChain } from '@simwright/x509'
import type { MachineRoute } from '../../../http/machine-listener.ts'
import { jsonRoute } from './json-route.ts'
import { countEvents, deleteEvent, insertEvent } from './queries.ts'
import { type Smds, trustOf } from './smds.ts'

const PATH = /^\/gsma\/rsp2\/es12\/(\w+)$/

/** Limit on events per EID and trust class, so that no SM-DP+ can fill the list of a device. */
const EVENTS_MAX = 100

/** The ES12 function served to SM-DP+s at a path (SGP.22, 5.9). Mutual TLS: the client's certificate is CERT.DP.TLS. */
export function es12Route(smds: Smds, path: string): MachineRoute | undefined {
  const name = PATH.exec(path)?.[1] ?? ''
  if (!isEs12Function(name)) return undefined
  return jsonRoute(smds, name, async (json, { certificate }) => {
    const { oid: owner, trust } = callerOf(smds, certificate)
    if (name === 'registerEvent') {
      const { eid, eventId, rspServerAddress } = readEs12Request(name, json)
      await register(smds, { eid, eventId, rspServerAddress, owner, trust, at: smds.clock.now() })
    } else {
      const deleted = await deleteEvent(smds.db.global, { ...readEs12Request(name, json), owner, trust })
      if (!deleted) throw new RspRefusal('event_unknown', { message: 'No such event is registered.' })
    }
    return writeEs12Answer(name)
  })
}

async function register(smds: Smds, event: Parameters<typeof insertEvent>[1]): Promise<void> {
  if ((await countEvents(smds.db.global, event)) >= EVENTS_MAX)
    throw new RspRefusal('event_registered', { message: `Up to ${EVENTS_MAX} events can wait for one eUICC.` })
  if (!(await insertEvent(smds.db.global, event))) throw new RspRefusal('event_registered')
}

/** Identifies the calling SM-DP+ by its CERT.DP.TLS under a trusted issuer. @throws RspRefusal */
function callerOf(smds: Smds, certificate: Uint8Array | undefined): { oid: string; trust: 'test' | 'live' } {
  const refuse = (detail: string, cause?: unknown) =>
    new RspRefusal('caller_refused', { detail, ...(cause === undefined ? {} : { cause }) })
  if (!certificate) throw refuse('the caller shows no certificate')
  const { roots, crls } = smds.credentials().trust
  try {
    const leaf = parseCertificate(certificate)
    const { root } = verifyChain({ leaf, role: 'dp-tls', intermediates: [], roots, at: smds.clock.now(), crls })
    const oid = registeredIdOf(leaf)
    if (oid === undefined) throw refuse('its certificate has no object identifier')
    return { oid, trust: trustOf(smds, root.extensions.subjectKeyIdentifier!) }
  } catch (error) {
    if (!(error instanceof ChainError || error instanceof CertificateError)) throw error
    throw refuse(error.message, error)
  }
}
