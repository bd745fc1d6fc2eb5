/** The logic of the Recycle applet: docs/recycle-message.md. */
import { concat, equalBytes } from '@simwright/asn1'
import { decodeRecycleParameters, recycleAppletAids, SaipError } from '@simwright/saip'
import { aesCmac } from './aes-cmac.ts'
import { CardRefusal, SW } from './apdu.ts'
import type { Applet, AppletLogic } from './applet.ts'
import type { EuiccState, InstalledProfile } from './euicc-state.ts'

/** The memory: counter of the last message (4 bytes), and 1 after a message has been accepted. */
const MEMORY_BYTES = 5
const ACCEPTED = 1
const MAX_COUNTER = 0xffff_ffff

const VERSION = 0x01
/** Reasons and answers of the message. */
const REASONS = { 'expire-time': 0x01, manual: 0x02 } as const
const ANSWERS: Readonly<Record<number, 'accepted' | 'refused' | 'later'>> = { 0: 'accepted', 1: 'refused', 2: 'later' }
const ANSWER_BYTES = 2

/** The applet takes no commands from the terminal or from its security domain. */
export const RECYCLE_APPLET: AppletLogic = {
  install(applet) {
    try {
      decodeRecycleParameters(applet.parameters)
    } catch (error) {
      if (error instanceof SaipError) throw new CardRefusal(SW.wrongData)
      throw error
    }
    applet.memory = new Uint8Array(MEMORY_BYTES)
  },
  storeData: () => {
    throw new CardRefusal(SW.conditionsNotSatisfied)
  },
  run: () => {
    throw new CardRefusal(SW.insNotSupported)
  },
}

/**
 * The device's side of the Bearer Independent Protocol: sends bytes to a TCP port and returns the first bytes of the
 * answer. It rejects if there is no connection or no answer.
 */
export type BipTransport = (request: {
  readonly host: string
  readonly port: number
  readonly message: Uint8Array
  readonly answerBytes: number
}) => Promise<Uint8Array>

/**
 * The result of a run. `idle`: no enabled profile has the applet, its time has not passed, or its message was accepted
 * before. `unreachable`: there was no answer, or none of this version.
 */
export type RecycleResult = 'idle' | 'accepted' | 'refused' | 'later' | 'unreachable'

/** When and why the applet runs: at a time, which it compares with its own, or on demand. */
export type RecycleRun = { readonly now: Date; readonly reason?: keyof typeof REASONS; readonly send: BipTransport }

/**
 * Runs the Recycle applet of the enabled profile: if its time has passed, or for the reason `manual`, it sends its message.
 * The counter is stored before the message is sent, so that no message is repeated. After `accepted` it sends nothing more;
 * the device then deletes the profile.
 */
export async function runRecycleApplet(
  state: EuiccState,
  { now, reason = 'expire-time', send }: RecycleRun,
): Promise<RecycleResult> {
  const profile = state.profiles.find(({ enabled }) => enabled)
  const applet = profile?.registry?.applets.find(isRecycleApplet)
  if (!profile || !applet || applet.memory[MEMORY_BYTES - 1] === ACCEPTED) return 'idle'
  const { key, expireTime, host, port } = decodeRecycleParameters(applet.parameters)
  if (reason === 'expire-time' && (!expireTime || now < expireTime)) return 'idle'
  const counter = nextCounter(applet)
  if (counter === undefined) return 'idle'
  const message = messageOf({ iccid: iccidOf(profile), counter, reason: REASONS[reason], key })
  const answer = await send({ host, port, message, answerBytes: ANSWER_BYTES }).catch(() => new Uint8Array(0))
  const result = answer.length === ANSWER_BYTES && answer[0] === VERSION ? ANSWERS[answer[1]!] : undefined
  if (result === 'accepted') applet.memory = applet.memory.with(MEMORY_BYTES - 1, ACCEPTED)
  return result ?? 'unreachable'
}

/** Whether an applet has the AID of the Recycle applet. Its class may have any, if the package contains the code. */
export const isRecycleApplet = ({ aid }: Applet) => equalBytes(aid, recycleAppletAids.instance)

/** Counts a message. Undefined after the highest counter. */
function nextCounter(applet: Applet): number | undefined {
  const view = new DataView(applet.memory.buffer, applet.memory.byteOffset)
  const counter = view.getUint32(0)
  if (counter === MAX_COUNTER) return undefined
  applet.memory = applet.memory.slice()
  new DataView(applet.memory.buffer).setUint32(0, counter + 1)
  return counter + 1
}

const EF_ICCID = 0x2fe2

/** The content of EF.ICCID. */
function iccidOf({ fileSystem }: InstalledProfile): Uint8Array {
  const file = fileSystem.mf.files.find(({ fid }) => fid === EF_ICCID)
  return file?.kind === 'transparent' ? file.content : new Uint8Array(0)
}

/** The message: version, ICCID, counter, reason, and the CMAC over them. */
function messageOf(parts: { iccid: Uint8Array; counter: number; reason: number; key: Uint8Array }): Uint8Array {
  const counter = new Uint8Array(4)
  new DataView(counter.buffer).setUint32(0, parts.counter)
  const signed = concat(Uint8Array.of(VERSION), parts.iccid, counter, Uint8Array.of(parts.reason))
  return concat(signed, aesCmac(parts.key, signed))
}
