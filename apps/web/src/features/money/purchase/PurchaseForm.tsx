import { Alert, Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import { Purchase, PurchaseDraft, type PurchaseOperation } from '@simwright/contract/money/order'
import type { BillingType } from '@simwright/contract/money/price'
import * as stripe from '@simwright/contract/money/stripe'
import type { Plan } from '@simwright/contract/platform/plan'
import { queryOrder } from '@simwright/contract/platform/plan'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { dollars } from '../../../base/money.ts'
import { Consent } from '../../../brand/Consent.tsx'
import { useConsent } from '../../../brand/consent.ts'
import { openPaymentPage } from '../../../money/payment-page.ts'
import { tiersOf } from '../../../money/plan-tiers.ts'
import { RecipientFields } from '../../../money/RecipientFields.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { purchaseTexts as texts } from '../../../texts/order.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { errorsOf, showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Grid, Note, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { firstWish, offeredPlans, soldNameOf } from './first-wish.ts'
import classes from './Purchase.module.css'
import { QuotePanel } from './QuotePanel.tsx'
import { mayOrderAgain, WaitingOrder } from './WaitingOrder.tsx'

type PurchaseFormProps = {
  operation: PurchaseOperation
  plans: readonly Plan[]
  subscription: order.Subscription
  /** The plan that the user chose in the comparison of plans. */
  wanted: string | undefined
}

/** Plan, billing, payment and recipient of an order, next to its price, which the server computes. */
export function PurchaseForm(props: PurchaseFormProps) {
  const consent = useConsent(['TERMS'])
  const form = useEntryForm(Purchase, firstWish(props))
  const priced = useQuote(form)
  const { quote, total } = priced
  const { isOrdering, create } = useOrder()
  const faults = quote.error ? errorsOf(quote.error.faults) : {}
  const errorOf = (path: string) => form.errors[path] ?? faults[path]
  const submit = form.onSubmit(async (values) => {
    const accepted = await consent.check()
    if (!accepted || total === undefined || !(await mayOrderAgain(props.subscription))) return
    create(
      { ...values, totalCents: total, accepted },
      {
        onError: (problem) => {
          consent.reloadIfRefused(problem)
          if (!showFaults(form, problem)) void quote.refetch()
        },
      },
    )
  })
  const fields = { ...props, form, errorOf }
  return (
    <Grid
      as="form"
      columns="minmax(0, 1fr) minmax(300px, 380px)"
      singleBelow="62em"
      gap={24}
      align="start"
      onSubmit={submit}
      noValidate
    >
      <Stack gap={24}>
        <WaitingOrder subscription={props.subscription} />
        <PlanPanel {...fields} />
        <PaymentPanel {...fields} />
        <RecipientPanel {...fields} />
      </Stack>
      <div className={classes.price}>
        <PricePanel {...fields} {...priced} consent={consent} isOrdering={isOrdering} />
      </div>
    </Grid>
  )
}

type Form = ReturnType<typeof useEntryForm<typeof Purchase>>

/** The price of the values, which the server computes as soon as they are complete. */
function useQuote({ values }: Form) {
  const parsed = PurchaseDraft.safeParse(useDeferredValue(values))
  const quote = useAsk(order.quote, parsed.data ?? values, {
    enabled: parsed.success,
    staleMs: 0,
    keepPrevious: true,
  })
  // may be of the values before, while the price is computed: the server refuses an order at another price than this one
  const total = quote.data?.totalCents
  return { quote, total, isComplete: parsed.success }
}

/** Creates the order, then opens the page of the payment by card, or of the order. */
function useOrder() {
  const navigate = useNavigate()
  const pay = useMutation(stripe.pay, { onSuccess: ({ url }) => openPaymentPage(url) })
  const create = useMutation(order.create, {
    changes: [order.query, order.subscription, queryOrder],
    onSuccess: ({ id, state }, { paymentMethod }) => {
      const toOrder = () => void navigate(linkTo(pages.orderSuccess, { search: { open: id } }))
      if (paymentMethod === order.STRIPE && state === 'UNPAID') pay.mutate({ orderId: id }, { onError: toOrder })
      else toOrder()
    },
  })
  return { isOrdering: create.isPending || pay.isPending || pay.isSuccess, create: create.mutate }
}

type FieldsProps = PurchaseFormProps & { form: Form; errorOf: (path: string) => ReactNode }

/** The plan, with its number of downloads and how it is billed. */
function PlanPanel({ operation, plans, subscription, form, errorOf }: FieldsProps) {
  const chosen = plans.find(({ name }) => name === form.values.plan) ?? plans[0]!
  const isRenewal = operation === 'RENEW'
  return (
    <Panel title={texts.plan}>
      <Stack gap={20}>
        <ChoiceCards
          label={texts.plan}
          hidesLabel
          name="plan"
          choices={offeredPlans({ operation, plans, subscription }).map(({ name, monthlyCents, limits }) => ({
            value: name,
            label: name,
            help: helpOf(monthlyCents, limits.downloads),
          }))}
          value={form.values.plan}
          onChange={(name) => {
            const next = plans.find((one) => one.name === name)
            form.setValues({ plan: soldNameOf(name), downloads: next ? tiersOf(next)[0]!.downloads : 100 })
          }}
          error={errorOf('plan') ?? errorOf('operation')}
        />
        <Select
          label={texts.downloads}
          allowDeselect={false}
          data={tiersOf(chosen)
            .filter(({ downloads }) => !isRenewal || downloads === form.values.downloads)
            .map(({ downloads, monthlyCents }) => ({
              value: String(downloads),
              label: say(texts.downloadsChoice, { downloads, price: dollars(monthlyCents) }),
            }))}
          value={String(form.values.downloads)}
          onChange={(value) => form.setFieldValue('downloads', Number(value))}
          error={errorOf('downloads')}
        />
        <BillingFields form={form} />
      </Stack>
    </Panel>
  )
}

function BillingFields({ form }: { form: Form }) {
  return (
    <>
      <div>
        <Title as="div" size="label" mb={4}>
          {texts.billing}
        </Title>
        <SegmentedControl
          aria-label={texts.billing}
          data={(['MONTHLY', 'ANNUALLY'] as const).map((value) => ({ value, label: texts.billingTypes[value] }))}
          value={form.values.billingType}
          onChange={(value) => form.setFieldValue('billingType', value as BillingType)}
        />
      </div>
      <Select
        label={texts.dimension}
        description={texts.dimensionHelp}
        allowDeselect={false}
        data={([0, 1] as const).map((value) => ({ value: String(value), label: texts.dimensions[value] }))}
        value={String(form.values.billingDimension ?? 0)}
        onChange={(value) => form.setFieldValue('billingDimension', value === '1' ? 1 : 0)}
      />
    </>
  )
}

function PaymentPanel({ subscription, form, errorOf }: FieldsProps) {
  return (
    <Panel title={texts.payment}>
      <Stack gap={20}>
        <ChoiceCards
          label={texts.payment}
          hidesLabel
          name="paymentMethod"
          choices={subscription.paymentMethods.map((method) => ({
            value: String(method),
            label: texts.payments[method],
            help: texts.paymentHelp[method],
          }))}
          value={String(form.values.paymentMethod)}
          onChange={(value) => form.setFieldValue('paymentMethod', value === '0' ? 0 : 1)}
          error={errorOf('paymentMethod')}
        />
        <FieldRow>
          <TextInput
            label={texts.discountCode}
            {...form.getInputProps('discountCode')}
            error={errorOf('discountCode')}
          />
        </FieldRow>
      </Stack>
    </Panel>
  )
}

function RecipientPanel({ form, errorOf }: FieldsProps) {
  return (
    <Panel title={texts.billedTo} text={texts.billedToText}>
      <Stack gap={20}>
        <RecipientFields
          inputOf={(name) => ({
            ...form.getInputProps(`billedTo.${name}`),
            error: errorOf(`billedTo.${name}`),
          })}
        />
      </Stack>
    </Panel>
  )
}

type PricePanelProps = FieldsProps &
  ReturnType<typeof useQuote> & { consent: ReturnType<typeof useConsent>; isOrdering: boolean }

/** The price, what the order ends, the terms, and the button that orders. */
function PricePanel(props: PricePanelProps) {
  const { operation, subscription, form, quote, total, isComplete, consent, isOrdering } = props
  return (
    <QuotePanel
      quote={isComplete ? quote.data : undefined}
      billingType={form.values.billingType}
      isUntaxed={form.values.billedTo?.country === ''}
      isLoading={isComplete && quote.isPending}
      problem={isComplete ? quote.error : null}
      onRetry={() => void quote.refetch()}
    >
      {operation === 'UPGRADE' && subscription.next && (
        <Note>{say(texts.closesNext, { code: subscription.next.code, plan: subscription.next.plan })}</Note>
      )}
      <TrialEnds operation={operation} paymentMethod={form.values.paymentMethod} />
      <Consent consent={consent} error={form.errors.accepted} />
      <Button
        type="submit"
        fullWidth
        loading={isOrdering}
        disabled={total === undefined || quote.error !== null || !consent.isKnown}
      >
        {total === undefined ? texts.orderBare : say(texts.order, { price: dollars(total) })}
      </Button>
    </QuotePanel>
  )
}

type TrialEndsProps = Pick<order.Purchase, 'operation' | 'paymentMethod'>

/** Says that the order ends the free trial that runs, and when. */
function TrialEnds({ operation, paymentMethod }: TrialEndsProps) {
  const { data } = useAsk(queryOrder, {})
  if (operation !== 'BUY' || data?.trial.state !== 'running') return null
  return (
    <Alert color="yellow" title={texts.trialEnds.title[paymentMethod]}>
      {sayCount(texts.trialEnds.text, data.trial.daysLeft)}
    </Alert>
  )
}

function helpOf(monthlyCents: number, downloads: number | null): string {
  const price = dollars(monthlyCents)
  return downloads === null ? say(texts.planPriceUnlimited, { price }) : say(texts.planPrice, { price, downloads })
}
