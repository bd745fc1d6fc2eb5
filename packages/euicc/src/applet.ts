/** Applets whose logic is part of this card. Code of other applets does not run. */
import type { Apdu, CommandAnswer } from './apdu.ts'

/** An instance of an application (TCA eUICC Profile Package 8.7). */
export type Applet = {
  readonly aid: Uint8Array
  readonly classAid: Uint8Array
  readonly securityDomain?: Uint8Array
  readonly lifeCycle: number
  readonly privileges: Uint8Array
  /** Application specific install parameters, tag C9. */
  readonly parameters: Uint8Array
  /** The data of an applet whose logic is part of this card. */
  memory: Uint8Array
}

/** The state of an applet on the logical channel where it is selected. */
export type AppletSession = {
  /** The rest of an answer that the terminal collects with further commands. */
  rest: Uint8Array
}

/** What the logic of an applet needs from the card. */
export type AppletCard = { readonly random: (length: number) => Uint8Array }

/** The logic of an applet. All functions may change the applet's memory. @throws CardRefusal */
export type AppletLogic = {
  /** Prepares the memory. */
  install(applet: Applet, card: AppletCard): void
  /** Processes the complete data of STORE DATA commands that came through the security domain. */
  storeData(applet: Applet, card: AppletCard, data: Uint8Array): CommandAnswer
  /** Runs a command from the terminal. */
  run(applet: Applet, session: AppletSession, apdu: Apdu): CommandAnswer
}
