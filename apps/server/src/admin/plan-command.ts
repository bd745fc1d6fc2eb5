import { givenPlans } from '@simwright/contract/people/client'
import type { EnterpriseId } from '../db/row-id.ts'
import { CommandFault } from './provider-command.ts'

export const planUsage = `plan ENTERPRISE PLAN UNTIL
    Gives the enterprise account with that ID a plan from now on, replacing the current one: ${givenPlans.join(', ')}.
    UNTIL is the last day in UTC, for example 2030-12-31.`

type Gift = { enterpriseId: EnterpriseId; plan: (typeof givenPlans)[number]; endsAt: Date }

const DAY_MS = 24 * 60 * 60 * 1000

/** Parses the arguments of `plan`. @throws CommandFault */
export function giftOf([enterpriseId = '', name = '', until = '', ...more]: readonly string[], now = new Date()): Gift {
  const plan = givenPlans.find((one) => one === name.toUpperCase())
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(enterpriseId) || more.length > 0) {
    throw new CommandFault('plan needs the ID of an enterprise account, a plan and a day')
  }
  if (!plan) throw new CommandFault(`PLAN must be one of ${givenPlans.join(', ')}`)
  const day = /^\d{4}-\d\d-\d\d$/.test(until) ? Date.parse(`${until}T00:00:00Z`) : Number.NaN
  const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(until)
  if (!isDay || day + DAY_MS <= now.getTime())
    throw new CommandFault('UNTIL must be a future day, for example 2030-12-31')
  return { enterpriseId, plan, endsAt: new Date(day + DAY_MS) }
}
