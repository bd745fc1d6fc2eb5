/** Chooses the logic of an applet by its AID, and installs and personalises applets with it. */
import { concat, equalBytes } from '@simwright/asn1'
import { accessRuleAppletAid, type CardImage } from '@simwright/saip'
import { ACCESS_RULE_MASTER } from './access-rule-master.ts'
import { type Apdu, CardRefusal, type CommandAnswer, parseApdu, SW } from './apdu.ts'
import type { Applet, AppletCard, AppletLogic } from './applet.ts'
import { isRecycleApplet, RECYCLE_APPLET } from './recycle-applet.ts'

/** The logic of an applet. Undefined if it has code that this card does not run. */
export function logicOf(applet: Applet): AppletLogic | undefined {
  if (equalBytes(applet.aid, accessRuleAppletAid)) return ACCESS_RULE_MASTER
  return isRecycleApplet(applet) ? RECYCLE_APPLET : undefined
}

const LAST_BLOCK = 0x80

/** Collects the blocks of STORE DATA (GlobalPlatform Card Specification 11.11) and processes them after the last one. */
export function personalise(applet: Applet, card: AppletCard): (apdu: Apdu) => CommandAnswer {
  const blocks: Uint8Array[] = []
  return ({ p1, p2, data }) => {
    const logic = logicOf(applet)
    if (!logic) throw new CardRefusal(SW.conditionsNotSatisfied)
    if (p2 !== blocks.length % 256) throw new CardRefusal(SW.wrongParameters)
    blocks.push(data)
    if ((p1 & LAST_BLOCK) === 0) return new Uint8Array(0)
    return logic.storeData(applet, card, concat(...blocks.splice(0)))
  }
}

/**
 * Installs the applets of an image: prepares their memory, and processes the STORE DATA commands in their processData (TCA
 * eUICC Profile Package 8.7.3).
 * @throws CardRefusal if an applet refuses its parameters or its data
 */
export function installApplets(applets: readonly Applet[], image: CardImage, card: AppletCard): void {
  for (const [index, applet] of applets.entries()) {
    const logic = logicOf(applet)
    if (!logic) continue
    logic.install(applet, card)
    const storeData = personalise(applet, card)
    for (const command of image.applications[index]!.processData ?? []) storeData(parseApdu(command))
  }
}
