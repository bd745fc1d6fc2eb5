import { Skeleton } from '@mantine/core'
import * as plan from '@simwright/contract/platform/plan'
import { type Plan, type PlanName, planFeatures } from '@simwright/contract/platform/plan'
import { built } from '@simwright/contract/unbuilt'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAsk } from '../../../api/query.ts'
import { subscriptionTexts as texts } from '../../../texts/subscription.ts'
import { say } from '../../../texts/text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { dollars } from '../../../ui/money.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './PlanTable.module.css'

type Row = { label: string; cell: (plan: Plan) => ReactNode }

const count = (value: number | null) => (value === null ? texts.unlimited : value.toLocaleString('en'))
const { rows: names } = texts

const rows: readonly Row[] = [
  { label: names.downloads, cell: ({ limits }) => count(limits.downloads) },
  {
    label: names.tiers,
    cell: ({ tiers }) =>
      tiers.map(({ downloads, monthlyCents }) => (
        <div key={downloads}>{say(texts.tier, { downloads, price: dollars(monthlyCents) })}</div>
      )),
  },
  { label: names.extra, cell: ({ extraDownloadCents: cents }) => (cents === null ? texts.no : dollars(cents)) },
  { label: names.configurations, cell: ({ limits }) => count(limits.configurations) },
  {
    label: names.types,
    cell: ({ limits }) => limits.configurationTypes.join(', ').replaceAll('_', ' '),
  },
  { label: names.oplmn, cell: ({ limits }) => count(limits.oplmn) },
  { label: names.fplmn, cell: ({ limits }) => count(limits.fplmn) },
  { label: names.redownloads, cell: ({ limits }) => count(limits.redownloadsAMonth) },
  { label: names.attempts, cell: ({ limits }) => count(limits.downloadAttempts) },
  { label: names.members, cell: ({ limits }) => count(limits.members) },
  ...built('planFeatures', planFeatures).map((feature) => ({
    label: texts.features[feature],
    cell: ({ limits }: Plan) => <Mark has={limits.features.includes(feature)} />,
  })),
  ...built('planLimits', ['apiCallsASecond']).map((limit) => ({
    label: names.apiCalls,
    cell: ({ limits }: Plan) => (limits[limit] === 0 ? <Mark has={false} /> : count(limits[limit])),
  })),
]

/** Compares the plans in one table. */
export function PlanTable({ current }: { current: PlanName | undefined }) {
  const answer = useAsk(plan.list, {}, { staleMs: 5 * 60_000 })
  return (
    <Panel title={texts.compare} text={texts.compareText} padding="none">
      {answer.error ? (
        <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <>
          <p className={classes.hint}>{texts.scrollHint}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <div className={classes.scroller} tabIndex={0}>
            <Table plans={answer.data.plans} current={current} />
          </div>
        </>
      ) : (
        <Skeleton height={520} />
      )}
    </Panel>
  )
}

function Table({ plans, current }: { plans: readonly Plan[]; current: PlanName | undefined }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td />
          {plans.map(({ name, monthlyCents, annualCents }) => (
            <th key={name} scope="col" data-current={name === current || undefined}>
              <span className={classes.plan}>
                {name}
                {name === current && <StatusBadge tone="accent">{texts.current}</StatusBadge>}
              </span>
              <span className={classes.price}>
                <strong>{dollars(monthlyCents)}</strong> {texts.a.month}
              </span>
              <span className={classes.year}>{say(texts.a.year, { price: dollars(annualCents) })}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, cell }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {plans.map((one) => (
              <td key={one.name} data-current={one.name === current || undefined}>
                {cell(one)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
