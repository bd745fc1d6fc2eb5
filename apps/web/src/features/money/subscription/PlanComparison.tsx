import type { BillingType } from '@simwright/contract/money/price'
import { annualCents, type Plan, type PlanName, planFeatures } from '@simwright/contract/platform/plan'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { dollars } from '../../../base/money.ts'
import { subscriptionTexts as texts } from '../../../texts/subscription.ts'
import { say } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import classes from './PlanComparison.module.css'

type ComparedLine = { label: string; cell: (plan: Plan, billing: BillingType) => ReactNode }

const count = (value: number | null) => (value === null ? texts.unlimited : value.toLocaleString('en'))
const { rows: names } = texts

const priceOf = (monthlyCents: number, billing: BillingType) =>
  dollars(billing === 'ANNUALLY' ? annualCents(monthlyCents) : monthlyCents)

const rows: readonly ComparedLine[] = [
  { label: names.downloads, cell: ({ limits }) => count(limits.downloads) },
  {
    label: names.tiers,
    cell: ({ tiers }, billing) =>
      tiers.map(({ downloads, monthlyCents }) => (
        <div key={downloads}>{say(texts.tier, { downloads, price: priceOf(monthlyCents, billing) })}</div>
      )),
  },
  { label: names.extra, cell: ({ extraDownloadCents: cents }) => (cents === null ? texts.no : dollars(cents)) },
  { label: names.iccids, cell: ({ limits }) => count(limits.iccids) },
  { label: names.configurations, cell: ({ limits }) => count(limits.configurations) },
  {
    label: names.types,
    cell: ({ limits }) => limits.configurationTypes.join(', ').replaceAll('_', ' '),
  },
  { label: names.oplmn, cell: ({ limits }) => count(limits.oplmn) },
  { label: names.fplmn, cell: ({ limits }) => count(limits.fplmn) },
  { label: names.redownloads, cell: ({ limits }) => count(limits.redownloadsAMonth) },
  { label: names.attempts, cell: ({ limits }) => count(limits.downloadAttempts) },
  { label: names.rules, cell: ({ limits }) => count(limits.rules) },
  { label: names.members, cell: ({ limits }) => count(limits.members) },
  ...planFeatures.map((feature) => ({
    label: texts.features[feature],
    cell: ({ limits }: Plan) => <Mark has={limits.features.includes(feature)} />,
  })),
  {
    label: names.apiCalls,
    cell: ({ limits }) => (limits.apiCallsASecond === 0 ? <Mark has={false} /> : count(limits.apiCallsASecond)),
  },
]

type PlanComparisonProps = {
  plans: readonly Plan[]
  current?: PlanName | undefined
  /** The prices that are shown large. */
  billing?: BillingType
  /** Shown below the price of each plan. */
  action?: (plan: Plan) => ReactNode
}

/** Compares the plans in one table, which scrolls sideways where it is wider than the screen. */
export function PlanComparison({ plans, current, billing = 'MONTHLY', action }: PlanComparisonProps) {
  return (
    <>
      <p className={classes.hint}>{texts.scrollHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={classes.scroller} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <td />
              {plans.map((plan) => (
                <th key={plan.name} scope="col" data-current={plan.name === current || undefined}>
                  <Row as="span" nowrap className="size-text bold" style={{ minHeight: 22 }}>
                    {plan.name}
                    {plan.name === current && <StatusBadge tone="accent">{texts.current}</StatusBadge>}
                  </Row>
                  <Price plan={plan} billing={billing} />
                  {action?.(plan)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, cell }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {plans.map((plan) => (
                  <td key={plan.name} data-current={plan.name === current || undefined}>
                    {cell(plan, billing)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** The price for one billing type, and what the other one costs. */
function Price({ plan, billing }: { plan: Plan; billing: BillingType }) {
  const { monthlyCents, annualCents: yearCents } = plan
  const isAnnual = billing === 'ANNUALLY'
  return (
    <>
      <span className={classes.price}>
        <strong>{dollars(isAnnual ? yearCents : monthlyCents)}</strong> {isAnnual ? texts.a.aYear : texts.a.month}
      </span>
      <span className={classes.year}>
        {isAnnual
          ? say(texts.a.monthly, { price: dollars(monthlyCents) })
          : say(texts.a.year, { price: dollars(yearCents) })}
      </span>
    </>
  )
}

function Mark({ has }: { has: boolean }) {
  const Icon = has ? IconCheck : IconMinus
  return (
    <span className={classes.mark} data-has={has || undefined}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{has ? texts.yes : texts.no}</span>
    </span>
  )
}
