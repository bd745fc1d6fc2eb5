/** Event discovery at an SM-DS, and the downloads that it leads to: SGP.22 3.6 and 5.8, from the LPA's side. */
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

export type DiscoveryRequest = Lpa & {
  /** Host of the SM-DS; without one it is the root SM-DS that the eUICC knows. */
  readonly smdsAddress?: string
  readonly device: Device
}

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
  /** The LPA itself does not believe the server. */
  | { outcome: 'distrusted'; because: string }
  | { outcome: 'unreachable'; message: string }

/** Asks the SM-DS what waits for this eUICC; whatever goes wrong becomes a result. */
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

export type PendingDownloads = {
  readonly discovery: DiscoveryResult
  /** What became of each event; `malformed`: it leads nowhere. */
  readonly downloads: readonly { event: EventEntry; result: DownloadResult | { outcome: 'malformed' } }[]
}

type PendingRequest = DiscoveryRequest & Omit<DownloadRequest, 'activationCode'>

/** Downloads all that waits for this eUICC, each from its SM-DP+ with the EventID for a MatchingID. */
export async function downloadPending(request: PendingRequest): Promise<PendingDownloads> {
  const discovery = await discoverEvents(request)
  if (discovery.outcome !== 'discovered') return { discovery, downloads: [] }
  const downloads: PendingDownloads['downloads'][number][] = []
  for (const event of discovery.events) downloads.push({ event, result: await downloadOf(request, event) })
  return { discovery, downloads }
}

async function downloadOf(request: PendingRequest, { eventId, rspServerAddress }: EventEntry) {
  try {
    return await downloadProfile({ ...request, activationCode: `1$${rspServerAddress}$${eventId}` })
  } catch (error) {
    if (error instanceof IdError) return { outcome: 'malformed' } as const
    throw error
  }
}
