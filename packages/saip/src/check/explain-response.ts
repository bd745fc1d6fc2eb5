import { EuiccResponse, type PeStatus, type PeStatusName, peStatuses, peStatusName } from '../codec/euicc-response.ts'
import { identificationOf, type ProfileElement } from '../codec/profile-element.ts'
import type { ElementRef } from '../error.ts'

/** One status of an EUICCResponse (8.11) in words. */
export interface ExplainedStatus {
  /** Undefined for a status word of ISO 7816 or a proprietary value. */
  readonly name: PeStatusName | undefined
  readonly status: number
  readonly text: string
  /** The element at fault, if the eUICC names one and the package has it. */
  readonly element: ElementRef | undefined
}

/**
 * An EUICCResponse in words. `installed` is true only if the last status is ok and the installation was not aborted.
 */
export interface ExplainedResponse {
  readonly installed: boolean
  readonly statuses: readonly ExplainedStatus[]
  /** The eUICC's own text. */
  readonly message: string | undefined
}

/**
 * Explains an eUICC's `simaResponse` in words. `elements` are those of the package that it processed.
 * @throws Asn1Error if the bytes are not an EUICCResponse
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

/** The response of an eUICC that installed the whole package, or aborted at one element. */
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

/** A status with the element at fault. A status word is shown as four hexadecimal digits. */
function explainStatus(status: PeStatus, elements: readonly ProfileElement[]): ExplainedStatus {
  const name = peStatusName(status.status)
  const element = findElement(status, elements)
  const what =
    name === undefined ? `Status ${status.status.toString(16).toUpperCase().padStart(4, '0')}.` : peStatuses[name].text
  const where = element === undefined ? '' : ` Element ${element.identification}: ${element.kind}.`
  return { name, status: status.status, text: `${what}${where}`, element }
}

/** The element with the identification that the status names. */
function findElement({ identification }: PeStatus, elements: readonly ProfileElement[]): ElementRef | undefined {
  if (identification === undefined) return undefined
  const index = elements.findIndex((element) => identificationOf(element) === identification)
  const kind = elements[index]?.kind
  return kind === undefined ? undefined : { index, kind, identification }
}
