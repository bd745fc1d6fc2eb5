import type { PhoneAction, PhoneMessage } from '@simwright/contract/provisioning/virtual-phone'
import type { Task } from '../../../worker/task.ts'

/** Key and certificate of the eUICC, and its memory; null: it was not switched on yet. */
export type StoredEuicc = { certificate: Uint8Array; privateKey: Uint8Array; memory: string | null }

export type PhoneOrder = {
  action: PhoneAction
  eid: string
  euicc: StoredEuicc
  /** The certificates of the issuer, DER. */
  ci: Uint8Array
  eum: Uint8Array
  /** Where it calls ES9+, whatever the host in the activation code; TLS verifies this host. */
  admission: { port: number; token: string; header: string }
  activationCode: string
  confirmationCode: string | undefined
  /** The answer to GetBoundProfilePackage does not arrive. */
  breaks: boolean
  /** The ICCID of the tried profile, for actions on it. */
  iccid: string
  /** The network's challenge, and the PIN that the user would type; null: nothing is known of the network's keys. */
  challenge: { rand: Uint8Array; autn: Uint8Array; pin: string } | null
  serial: number
  at: Date
}

export type SentMessage = Pick<PhoneMessage, 'kind' | 'facts'>

export type CardAnswer = {
  imsi: string
  provider: string
  /** RES, which the network compares; null: not asked, or not answered. */
  res: Uint8Array | null
}

export type PhoneOutput = {
  memory: string
  /** The tried profile as it is on the eUICC now; null: it is not there. */
  profile: { iccid: string; name: string; provider: string; isEnabled: boolean } | null
  card: CardAnswer | null
}

/** A download takes about half a second of processor time. */
const CPU_MS = 20_000
const MEMORY_MIB = 400

/** The process of a virtual phone, which does one action. */
export const phoneTask: Task<PhoneOrder, PhoneOutput, SentMessage> = {
  name: 'virtual phone',
  file: new URL('./phone-process.ts', import.meta.url),
  cpuMs: CPU_MS,
  memoryMiB: MEMORY_MIB,
  length: 'short',
}
