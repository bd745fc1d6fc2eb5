/** Event discovery at an SM-DS by the LPA, and the downloads of the events found: SGP.22 3.6 and 5.8. */
import { Asn1Error } from '@simwright/asn1'
import { IdError } from '@simwright/ids'
import type { Es11Function, EventEntry } from '@simwright/rsp'
import { CertificateError } from '@simwright/x509'
import type { IsdrChannel } from './card-connection.ts'
import { type DownloadRequest, type DownloadResult, downloadProfile } from './download-profile.ts'
import { callEs11, Es9Failure, Es9Refusal } from './es9-client.ts'
import { authenticateServer, readAddresses, readInfo1, requestChallenge } from './es10-client.ts'
import { type Lpa, withIsdr } from './lpa.ts'
import { authenticateServerCommand, type Device, serverFault } from './mutual-authentication.ts'

/** The device and the SM-DS to ask. */
export type DiscoveryRequest = Lpa & {
  /** Host of the SM-DS. By default the root SM-DS address stored on the eUICC. */
  readonly smdsAddress?: string
  readonly device: Device
}

/** The result of an event discovery. `subjectCode` and `reasonCode` are those of SGP.22 v2.5 5.2.6. */
export type DiscoveryResult =
  | { outcome: 'discovered'; events: readonly EventEntry[] }
  | {
      outcome: 'refused-by-server'
      function: string
      subjectCode: string
      reasonCode: string
      message: string | undefined
    }
  | { outcome: 'refused-by-euicc'; code: string }
  /** A check of the LPA failed; `because` is the reason. */
  | { outcome: 'distrusted'; because: string }
  | { outcome: 'unreachable'; message: string }

/**
 * Retrieves the events registered for this eUICC at the SM-DS (SGP.22 v2.5 3.6.2). Errors of server, eUICC and network are
 * returned as a result.
 * @throws CardAnswerError if the ISD-R cannot be reached
 */
export async function discoverEvents(request: DiscoveryRequest): Promise<DiscoveryResult> {
  try {
    return await withIsdr(request, (isdr) => discover(request, isdr))
  } catch (error) {
    if (error instanceof Es9Refusal) {
      const { function: name, subjectCode, reasonCode, serverMessage: message } = error
      return { outcome: 'refused-by-server', function: name, subjectCode, reasonCode, message }
    }
    if (error instanceof Es9Failure) return { outcome: 'unreachable', message: error.message }
    if (error instanceof Asn1Error || error instanceof CertificateError) {
      return { outcome: 'distrusted', because: `the server's answer is malformed: ${error.message}` }
    }
    throw error
  }
}

/** Common mutual authentication with the SM-DS, without a MatchingID, then ES11.AuthenticateClient. */
async function discover(request: DiscoveryRequest, isdr: IsdrChannel): Promise<DiscoveryResult> {
  const host = request.smdsAddress ?? (await readAddresses(isdr)).rootDsAddress
  const call = <F extends Es11Function>(name: F, members: Parameters<typeof callEs11<F>>[2]['request']) =>
    callEs11(request.transport, name, { address: host, request: members })
  const euiccInfo1 = await readInfo1(isdr)
  const euiccChallenge = await requestChallenge(isdr)
  const initiated = await call('initiateAuthentication', { smdpAddress: host, euiccChallenge, euiccInfo1 })
  const because = serverFault(initiated, { host })
  if (because !== undefined) return { outcome: 'distrusted', because }
  const command = authenticateServerCommand(initiated, { device: request.device, matchingId: '' })
  const { value, raw } = await authenticateServer(isdr, command)
  if (value.kind === 'error') return { outcome: 'refused-by-euicc', code: String(value.value.authenticateErrorCode) }
  const answer = await call('authenticateClient', {
    transactionId: initiated.transactionId,
    authenticateServerResponse: raw,
  })
  return { outcome: 'discovered', events: answer.eventEntries }
}

/** A discovery and the downloads that followed. */
export type PendingDownloads = {
  readonly discovery: DiscoveryResult
  /** The result for each event. `malformed`: its server address or EventID does not form an activation code. */
  readonly downloads: readonly { event: EventEntry; result: DownloadResult | { outcome: 'malformed' } }[]
}

type PendingRequest = DiscoveryRequest & Omit<DownloadRequest, 'activationCode'>

/**
 * Discovers the events of this eUICC and downloads their profiles one after another, each from the SM-DP+ of the event
 * with the EventID as MatchingID. A failed download does not stop the next one.
 */
export async function downloadPending(request: PendingRequest): Promise<PendingDownloads> {
  const discovery = await discoverEvents(request)
  if (discovery.outcome !== 'discovered') return { discovery, downloads: [] }
  const downloads: PendingDownloads['downloads'][number][] = []
  for (const event of discovery.events) downloads.push({ event, result: await downloadEvent(request, event) })
  return { discovery, downloads }
}

/** Downloads the profile of one event. */
async function downloadEvent(request: PendingRequest, { eventId, rspServerAddress }: EventEntry) {
  try {
    return await downloadProfile({ ...request, activationCode: `1$${rspServerAddress}$${eventId}` })
  } catch (error) {
    if (error instanceof IdError) return { outcome: 'malformed' } as const
    throw error
  }
}
