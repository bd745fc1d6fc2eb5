import type { Plan } from '@simwright/contract/platform/plan'

/** What is offered as number of downloads: those of the plan and its tiers, with the price of a month. */
export const tiersOf = ({ limits, monthlyCents, tiers }: Plan) => [
  { downloads: limits.downloads ?? 0, monthlyCents },
  ...tiers.map(({ downloads, monthlyCents }) => ({ downloads, monthlyCents })),
]
