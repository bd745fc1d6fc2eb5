import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { type BillingType, billingTypes } from '@simwright/contract/money/price'
import * as plan from '@simwright/contract/platform/plan'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { useCurrentUser } from '../../../api/session.ts'
import { useAddress } from '../../../base/url.ts'
import { InfoFrame } from '../../../brand/InfoFrame.tsx'
import { sysParam } from '../../../brand/platform.ts'
import { NotSold, useSalesLack } from '../../../money/NotSold.tsx'
import { linkTo, pages, publicPages } from '../../../paths.ts'
import { pageTexts } from '../../../texts/page.ts'
import { pricesTexts as texts } from '../../../texts/subscription.ts'
import { say } from '../../../texts/text.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PlanComparison } from './PlanComparison.tsx'
import classes from './PricesPage.module.css'

/** The plans that are sold, for anyone. */
export function PricesPage() {
  const answer = useAsk(plan.prices, {}, { staleMs: 5 * 60_000 })
  const [address, changeAddress] = useAddress(publicPages.prices)
  const billing = address.billing === 'annually' ? 'ANNUALLY' : 'MONTHLY'
  const lack = useSalesLack()
  const show = (next: BillingType) => changeAddress({ billing: next === 'ANNUALLY' ? 'annually' : undefined })
  return (
    <InfoFrame title={pageTexts.prices} text={say(texts.purpose)}>
      <SegmentedControl
        aria-label={texts.billing}
        data={billingTypes.map((value) => ({ value, label: texts.billingTypes[value] }))}
        value={billing}
        onChange={show}
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
      />
      {lack !== undefined && lack.length > 0 && <NotSold lack={lack} />}
      <Panel padding="none">
        {answer.error && !answer.data ? (
          <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
        ) : !answer.data ? (
          <Skeleton height={560} />
        ) : answer.data.plans.length === 0 ? (
          <EmptyState drawing="card" title={texts.emptyTitle} text={texts.emptyText} />
        ) : (
          <PlanComparison
            plans={answer.data.plans}
            billing={billing}
            action={({ name }) => <PlanButton name={name} isSold={lack?.length === 0} />}
          />
        )}
      </Panel>
      <div className={classes.notes}>
        <p>{texts.note}</p>
        <p>{texts.extra}</p>
        <p>{say(texts.trial, { days: plan.TRIAL_DAYS })}</p>
      </div>
    </InfoFrame>
  )
}

/** Leads to the sign-up or, when signed in, to the order of the plan, if it can be ordered. */
function PlanButton({ name, isSold }: { name: plan.PlanName; isSold: boolean }) {
  const isSignedIn = useCurrentUser() !== undefined
  if (isSignedIn && !isSold) return null
  const order = linkTo(pages.purchase, { params: { operation: 'buy' }, search: { plan: name } })
  const to = isSignedIn ? order : linkTo(publicPages.signUp, { params: sysParam() })
  return (
    <Button
      component={Link}
      {...to}
      size="xs"
      variant="light"
      mt={10}
      aria-label={say(isSignedIn ? texts.choosePlan : texts.signUpForPlan, { plan: name })}
    >
      {isSignedIn ? texts.choose : texts.signUp}
    </Button>
  )
}
