import type { InvitationGift } from '@simwright/contract/people/invitation'
import { sayCount } from '../../../texts/text.ts'
import { invitationLinkTexts as texts } from './invitation-link-texts.ts'

/** "PRO for 30 days" */
export function giftPlan({ plan, planDays }: InvitationGift): string {
  return plan === null || planDays === null ? texts.noPlan : sayCount(texts.plan, planDays, { plan })
}

export function giftTrial({ trialDays }: InvitationGift): string {
  return trialDays === null ? texts.usualTrial : sayCount(texts.days, trialDays)
}
