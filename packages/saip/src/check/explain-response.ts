import { EuiccResponse, type PeStatus, type PeStatusName, peStatuses, peStatusName } from '../codec/euicc-response.ts'
import { identificationOf, type ProfileElement } from '../codec/profile-element.ts'
import type { ElementRef } from '../error.ts'

export interface ExplainedStatus {
  /** undefined for a status word of ISO 7816 or a proprietary value */
  readonly name: PeStatusName | undefined
  readonly status: number
  readonly text: string
  /** the element at fault, where the eUICC names one that the package has */
  readonly element: ElementRef | undefined
}

export interface ExplainedResponse {
  readonly installed: boolean
  readonly statuses: readonly ExplainedStatus[]
  /** the eUICC's own words */
  readonly message: string | undefined
}

/**
 * What an eUICC's `simaResponse` says, in words; `elements` are those of the package it was given. Throws an Asn1Error
 * where it is no EUICCResponse.
 */
export function explainResponse(simaResponse: Uint8Array, elements: readonly ProfileElement[] = []): ExplainedResponse {
  const response = EuiccResponse.decode(simaResponse)
  const statuses = response.peStatus.map((status) => explainStatus(status, elements))
  const aborted = response.profileInstallationAborted !== undefined
  return {
    installed: !aborted && statuses.at(-1)?.name === 'ok',
    statuses,
    message: response.statusMessage,
  }
}

/** The response of an eUICC that installed everything, or aborted at one element. */
export function encodeResponse(outcome: {
  status: PeStatusName
  identification?: number | undefined
  warnings?: readonly PeStatus[]
}): Uint8Array {
  const { status, identification, warnings = [] } = outcome
  const last = { status: peStatuses[status].value, identification }
  return EuiccResponse.encode({
    peStatus: [...warnings, last],
    ...(status === 'ok' ? {} : { profileInstallationAborted: null }),
  })
}

function explainStatus(status: PeStatus, elements: readonly ProfileElement[]): ExplainedStatus {
  const name = peStatusName(status.status)
  const element = findElement(status, elements)
  const what =
    name === undefined ? `Status ${status.status.toString(16).toUpperCase().padStart(4, '0')}.` : peStatuses[name].text
  const where = element === undefined ? '' : ` Element ${element.identification}: ${element.kind}.`
  return { name, status: status.status, text: `${what}${where}`, element }
}

function findElement({ identification }: PeStatus, elements: readonly ProfileElement[]): ElementRef | undefined {
  if (identification === undefined) return undefined
  const index = elements.findIndex((element) => identificationOf(element) === identification)
  const kind = elements[index]?.kind
  return kind === undefined ? undefined : { index, kind, identification }
}
