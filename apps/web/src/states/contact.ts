import * as platform from '@simwright/contract/platform/brand'
import { defaultStyle } from '../brand/default-style.ts'
import { loadPlatform } from '../brand/platform.ts'
import { answer } from './answer.ts'
import type { Step } from './step.ts'

/** Whether the operator of the portal has entered a contact. */
let hasContact = true

/** The answer about the portal, for states that change whether it has a contact. */
export const portal = answer(platform.query, () => ({
  appName: 'Simwright',
  appConfig: JSON.stringify({ iconUrl: '/icon.svg', styleProperties: defaultStyle }),
  developmentMail: false,
  passwordMax: 30,
  sys: 'simwright',
  byHost: false,
  logoUrl: null,
  termsUrl: null,
  privacyUrl: null,
  supportEmail: null,
  contactEmail: null,
  contactText: hasContact ? 'Call +1 555 0100.' : null,
  providers: [],
}))

/** Enters or removes the contact of the portal. It stays so for the next state: the last step enters it. */
export const contactIs =
  (isEntered: boolean): Step =>
  async () => {
    hasContact = isEntered
    await loadPlatform()
  }
