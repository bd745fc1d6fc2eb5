/** The card interface: command APDUs and answers on up to 20 logical channels (ETSI TS 102 221 clause 11). */
import { concat, equalBytes, writeTlv } from '@simwright/asn1'
import { isdrProprietaryApplicationTemplate } from '@simwright/rsp'
import { type Apdu, answerParts, CardRefusal, type CommandAnswer, parseApdu, SW, statusBytes } from './apdu.ts'
import type { Applet, AppletSession } from './applet.ts'
import { logicOf, personalise } from './applet-logic.ts'
import type { PinState } from './card-file.ts'
import { envelope } from './envelope-command.ts'
import type { EuiccContext, EuiccOptions } from './euicc-context.ts'
import { blankEuiccState, type EuiccState, type InstalledProfile } from './euicc-state.ts'
import { runEs10 } from './isdr.ts'
import { ISDR_AID } from './isdr-aid.ts'
import { reportInterruption } from './load-bound-package.ts'
import { enabledProfile } from './profile-management.ts'
import { openRemoteFiles } from './remote-file-access.ts'
import type { RemoteAccess } from './remote-management.ts'
import type { IncompleteMessages } from './short-message.ts'
import { openUiccChannel, type UiccCard, type UiccChannel } from './uicc-channel.ts'
import { runUiccCommand } from './uicc-command.ts'

/** A virtual eUICC. Commands run synchronously. */
export type Euicc = {
  /**
   * Processes one command APDU. The answer ends in the status word. Errors of the card are status words, not
   * exceptions.
   */
  transmit(apdu: Uint8Array): Uint8Array
  /** Power off and on: ends sessions, closes channels, resets verified PINs and reports an unfinished installation. */
  reset(): void
  /** The non-volatile memory itself, not a copy. */
  readonly state: EuiccState
}

/** A logical channel. The basic channel has number 0. */
type Channel = {
  readonly isIsdrSelected: boolean
  /** The selection in the enabled profile. Undefined if no profile is enabled. */
  readonly uicc?: UiccChannel | undefined
  /** The selected applet of the enabled profile, if it is not a file or the ISD-R. */
  readonly selectedApplet?: SelectedApplet | undefined
  /** STORE DATA blocks received so far. */
  readonly blocks: Uint8Array[]
  /** Answer data for the next GET RESPONSE. */
  pending: Uint8Array
  /** The status word after the last byte of `pending`. 9000 if absent. */
  pendingStatus?: number
}

type SelectedApplet = { readonly applet: Applet; readonly session: AppletSession }

const NOTHING = new Uint8Array(0)
/** Channel numbers are 0 to 19 (ETSI TS 102 221 11.1.17). */
const MAX_CHANNELS = 20
/** More than any ES10 command needs: a segment of a bound package has about 1,024 bytes at most. */
const MAX_COMMAND_BYTES = 64 * 1024

/** Instructions that do not depend on the enabled profile. */
const INS = {
  terminalProfile: 0x10,
  manageChannel: 0x70,
  select: 0xa4,
  terminalCapability: 0xaa,
  envelope: 0xc2,
  getResponse: 0xc0,
  storeData: 0xe2,
} as const

/** The card with its channels. All channels share the verified PINs of the enabled profile. */
class Card implements Euicc {
  readonly #euicc: EuiccContext
  readonly #channels = new Map<number, Channel>()
  #verifiedPins = new Set<PinState>()
  readonly #incompleteMessages: IncompleteMessages = new Map()

  constructor(options: EuiccOptions, state: EuiccState) {
    this.#euicc = { options, state }
    this.reset()
  }

  get state(): EuiccState {
    return this.#euicc.state
  }

  reset(): void {
    this.#euicc.session = undefined
    reportInterruption(this.#euicc)
    this.#resetChannels()
  }

  transmit(bytes: Uint8Array): Uint8Array {
    try {
      const apdu = parseApdu(bytes)
      const channel = this.#channels.get(apdu.channel)
      if (!channel) throw new CardRefusal(SW.channelNotSupported)
      if (apdu.ins === INS.getResponse) return this.#getResponse(channel, apdu)
      channel.pending = NOTHING
      const data = this.#run(apdu, channel)
      return this.#answer(this.#channels.get(apdu.channel) ?? channel, apdu, data)
    } catch (error) {
      if (error instanceof CardRefusal) return statusBytes(error.sw)
      throw error
    }
  }

  /** Sends a command to the card itself, the ISD-R or the enabled profile. */
  #run(apdu: Apdu, channel: Channel): CommandAnswer {
    switch (apdu.ins) {
      case INS.manageChannel:
        return this.#manageChannel(apdu)
      case INS.terminalProfile:
      case INS.terminalCapability:
        if (apdu.cla !== 0x80) throw new CardRefusal(SW.claNotSupported)
        return NOTHING
      case INS.envelope:
        if (apdu.cla !== 0x80) throw new CardRefusal(SW.claNotSupported)
        return envelope(this.#remoteAccess(), this.#incompleteMessages, apdu)
      case INS.select:
        if (apdu.p1 === 0x04) return this.#selectApplication(apdu, channel)
        break
      case INS.storeData:
        if (channel.isIsdrSelected) return this.#storeData(apdu, channel)
        break
    }
    if (channel.isIsdrSelected) throw new CardRefusal(SW.insNotSupported)
    if (channel.selectedApplet) return this.#runApplet(channel.selectedApplet, apdu)
    if (!channel.uicc) throw new CardRefusal(apdu.ins === INS.select ? SW.fileNotFound : SW.conditionsNotSatisfied)
    return runUiccCommand(channel.uicc, apdu)
  }

  /**
   * A command with data gets 61xx, and GET RESPONSE returns its answer, as with T=0. Other commands get it directly.
   */
  #answer(channel: Channel, apdu: Apdu, answer: CommandAnswer): Uint8Array {
    const { data, sw } = answerParts(answer)
    if (data.length === 0) return statusBytes(sw)
    channel.pendingStatus = sw
    if (apdu.data.length > 0) {
      channel.pending = data
      return statusBytes(0x6100 | (Math.min(data.length, 256) % 256))
    }
    const chunk = data.subarray(0, apdu.expectedBytes ?? 256)
    channel.pending = data.subarray(chunk.length)
    return concat(chunk, this.#statusAfter(channel))
  }

  /** GET RESPONSE. @throws CardRefusal 6985 without pending data, 6Cxx for a wrong length */
  #getResponse(channel: Channel, apdu: Apdu): Uint8Array {
    if (channel.pending.length === 0) throw new CardRefusal(SW.conditionsNotSatisfied)
    const expected = apdu.expectedBytes ?? 256
    if (expected > channel.pending.length && expected !== 256) {
      throw new CardRefusal(0x6c00 | channel.pending.length)
    }
    const chunk = channel.pending.subarray(0, expected)
    channel.pending = channel.pending.subarray(chunk.length)
    return concat(chunk, this.#statusAfter(channel))
  }

  /** 61xx if more data is pending, otherwise the status word of the command. */
  #statusAfter({ pending, pendingStatus = SW.ok }: Channel): Uint8Array {
    return statusBytes(pending.length === 0 ? pendingStatus : 0x6100 | (Math.min(pending.length, 256) % 256))
  }

  /** MANAGE CHANNEL (ETSI TS 102 221 11.1.17): opens the given or the first free channel, or closes one. */
  #manageChannel(apdu: Apdu): Uint8Array {
    if (apdu.cla !== 0x00) throw new CardRefusal(SW.claNotSupported)
    if (apdu.p1 === 0x80) {
      if (apdu.p2 === 0 || !this.#channels.delete(apdu.p2)) throw new CardRefusal(SW.channelNotSupported)
      return NOTHING
    }
    if (apdu.p1 !== 0x00) throw new CardRefusal(SW.wrongParameters)
    const number = apdu.p2 === 0 ? this.#freeChannel() : apdu.p2
    if (number >= MAX_CHANNELS || this.#channels.has(number)) throw new CardRefusal(SW.functionNotSupported)
    this.#channels.set(number, this.#newChannel())
    return apdu.p2 === 0 ? Uint8Array.of(number) : NOTHING
  }

  #freeChannel(): number {
    for (let number = 1; number < MAX_CHANNELS; number++) if (!this.#channels.has(number)) return number
    throw new CardRefusal(SW.functionNotSupported)
  }

  /** SELECT by AID: the ISD-R, or an application of the enabled profile, which wins if a partial AID fits both. */
  #selectApplication(apdu: Apdu, channel: Channel): CommandAnswer {
    const isIsdr = apdu.data.length >= 5 && equalBytes(ISDR_AID.subarray(0, apdu.data.length), apdu.data)
    if (isIsdr && (apdu.data.length === ISDR_AID.length || !this.#hasApplication(channel, apdu.data))) {
      this.#channels.set(apdu.channel, { isIsdrSelected: true, uicc: channel.uicc, blocks: [], pending: NOTHING })
      return (apdu.p2 & 0x0c) === 0x0c ? NOTHING : this.#isdrControlInformation()
    }
    const uicc = channel.uicc ?? this.#openUicc()
    if (!uicc) throw new CardRefusal(SW.fileNotFound)
    if (!this.#hasApplication(channel, apdu.data)) return this.#selectApplet(apdu, uicc)
    const answer = runUiccCommand(uicc, apdu)
    this.#channels.set(apdu.channel, { isIsdrSelected: false, uicc, blocks: [], pending: NOTHING })
    return answer
  }

  /**
   * SELECT by AID of an applet of the enabled profile. The AID may be truncated on the right. The answer is its FCI.
   * @throws CardRefusal 6A82 if there is none
   */
  #selectApplet(apdu: Apdu, uicc: UiccChannel): Uint8Array {
    const applets = enabledProfile(this.#euicc)?.registry?.applets ?? []
    const applet = applets.find(({ aid }) => equalBytes(aid.subarray(0, apdu.data.length), apdu.data))
    if (!applet) throw new CardRefusal(SW.fileNotFound)
    const selectedApplet = { applet, session: { rest: NOTHING } }
    this.#channels.set(apdu.channel, { isIsdrSelected: false, uicc, selectedApplet, blocks: [], pending: NOTHING })
    if ((apdu.p2 & 0x0c) === 0x0c) return NOTHING
    return writeTlv(0x6f, writeTlv(0x84, applet.aid), writeTlv(0xa5))
  }

  /** Runs a command of the selected applet. @throws CardRefusal 6D00 if this card does not run its code */
  #runApplet({ applet, session }: SelectedApplet, apdu: Apdu): CommandAnswer {
    const logic = logicOf(applet)
    if (!logic) throw new CardRefusal(SW.insNotSupported)
    return logic.run(applet, session, apdu)
  }

  #hasApplication({ uicc }: Channel, aid: Uint8Array): boolean {
    return uicc?.system.adfs.some((adf) => adf.aid && equalBytes(adf.aid.subarray(0, aid.length), aid)) ?? false
  }

  /** FCI of the ISD-R with the version of SGP.22 that it supports (SGP.22 5.7.1). */
  #isdrControlInformation(): Uint8Array {
    const { svn } = this.#euicc.options
    return writeTlv(
      0x6f,
      writeTlv(0x84, ISDR_AID),
      writeTlv(0xa5, writeTlv(0x9f65, Uint8Array.of(0xff))),
      isdrProprietaryApplicationTemplate.encode({ svn }),
    )
  }

  /**
   * STORE DATA (SGP.22 v2.5 5.7.2): collects the blocks of a command and runs it after the last one. P2 counts the blocks,
   * starting at 0; a wrong number discards the command.
   */
  #storeData(apdu: Apdu, channel: Channel): Uint8Array {
    if (apdu.cla !== 0x80) throw new CardRefusal(SW.claNotSupported)
    if (apdu.p1 !== 0x11 && apdu.p1 !== 0x91) throw new CardRefusal(SW.wrongParameters)
    if (apdu.p2 === 0) channel.blocks.length = 0
    if (apdu.p2 !== channel.blocks.length % 256) {
      channel.blocks.length = 0
      throw new CardRefusal(SW.wrongParameters)
    }
    channel.blocks.push(apdu.data)
    if (channel.blocks.length * 256 > MAX_COMMAND_BYTES) {
      channel.blocks.length = 0
      throw new CardRefusal(SW.noMemory)
    }
    if (apdu.p1 === 0x11) return NOTHING
    const command = concat(...channel.blocks.splice(0))
    return runEs10(this.#euicc, command, () => this.#switchProfile())
  }

  #openUicc(): UiccChannel | undefined {
    const profile = enabledProfile(this.#euicc)
    return profile && openUiccChannel(this.#uiccCard(profile))
  }

  #uiccCard(profile: InstalledProfile): UiccCard {
    return {
      system: profile.fileSystem,
      networkAccess: profile.networkAccess,
      verifiedPins: this.#verifiedPins,
      random: this.#euicc.options.random,
    }
  }

  /** Remote management of the enabled profile. @throws CardRefusal 6985 if no profile is enabled or it has no registry */
  #remoteAccess(): RemoteAccess {
    const profile = enabledProfile(this.#euicc)
    if (!profile?.registry) throw new CardRefusal(SW.conditionsNotSatisfied)
    return {
      registry: profile.registry,
      openFiles: (manager) => openRemoteFiles(this.#uiccCard(profile), manager),
      personalise: (applet) => personalise(applet, this.#euicc.options),
    }
  }

  #newChannel(): Channel {
    return { isIsdrSelected: false, uicc: this.#openUicc(), blocks: [], pending: NOTHING }
  }

  #resetChannels(): void {
    this.#verifiedPins = new Set()
    this.#incompleteMessages.clear()
    this.#channels.clear()
    this.#channels.set(0, this.#newChannel())
  }

  /** Selects the MF of the enabled profile on every channel. A selected ISD-R stays selected. */
  #switchProfile(): void {
    this.#verifiedPins = new Set()
    this.#incompleteMessages.clear()
    for (const [number, channel] of this.#channels) {
      this.#channels.set(number, { ...channel, uicc: this.#openUicc(), selectedApplet: undefined })
    }
  }
}

/**
 * Creates an eUICC, or loads one: it continues with `state` as after power-up.
 * @param state the stored memory of the same eUICC; it is changed in place
 */
export function createEuicc(options: EuiccOptions, state: EuiccState = blankEuiccState()): Euicc {
  return new Card(options, state)
}
