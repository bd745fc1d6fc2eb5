import { Select } from '@mantine/core'
import { type Purchase, purchaseOperations, soldPlans } from '@simwright/contract/money/order'
import { billingTypes } from '@simwright/contract/money/price'
import type { Plan } from '@simwright/contract/platform/plan'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { dollars } from '../../../base/money.ts'
import { tiersOf } from '../../../money/plan-tiers.ts'
import { purchaseTexts } from '../../../texts/order.ts'
import { say } from '../../../texts/text.ts'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { staffOrderTexts } from './staff-order-texts.ts'

const texts = staffOrderTexts.byHand

type Wish = z.input<typeof Purchase>

type PurchaseFieldsProps = {
  plans: readonly Plan[]
  /** How the order can be paid. */
  methods: readonly (0 | 1)[]
  values: Wish
  onChange: (changed: Partial<Wish>) => void
  errorOf: (name: string) => ReactNode
}

const choices = <const Value extends string>(all: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  all.map((value) => ({ value, label: labels[value] }))

const numbers = ['0', '1'] as const

/** What is ordered, and how it is billed and paid. */
export function PurchaseFields({ plans, methods, values, onChange, errorOf }: PurchaseFieldsProps) {
  const chosen = plans.find(({ name }) => name === values.plan)
  const choosePlan = (plan: (typeof soldPlans)[number]) => {
    const next = plans.find(({ name }) => name === plan)
    onChange({ plan, downloads: (next && tiersOf(next)[0]?.downloads) ?? values.downloads })
  }
  return (
    <>
      <FieldRow>
        <Select
          label={texts.operation}
          name="operation"
          allowDeselect={false}
          data={choices(purchaseOperations, texts.operations)}
          value={values.operation}
          onChange={(operation) => operation && onChange({ operation })}
          error={errorOf('operation')}
        />
        <Select
          label={purchaseTexts.plan}
          name="plan"
          allowDeselect={false}
          data={[...soldPlans]}
          value={values.plan}
          onChange={(plan) => plan && choosePlan(plan)}
          error={errorOf('plan')}
        />
      </FieldRow>
      <TierFields plan={chosen} {...{ values, onChange, errorOf }} />
      <PaymentFields {...{ methods, values, onChange, errorOf }} />
      <TextInput
        label={purchaseTexts.discountCode}
        name="discountCode"
        maxLength={32}
        value={values.discountCode ?? ''}
        onChange={(event) => onChange({ discountCode: event.currentTarget.value })}
        error={errorOf('discountCode')}
      />
    </>
  )
}

type Fields = Pick<PurchaseFieldsProps, 'values' | 'onChange' | 'errorOf'>

/** How many downloads a month, and how often they are billed. */
function TierFields({ plan, values, onChange, errorOf }: Fields & { plan: Plan | undefined }) {
  return (
    <FieldRow>
      <Select
        label={purchaseTexts.downloads}
        name="downloads"
        allowDeselect={false}
        data={(plan ? tiersOf(plan) : []).map(({ downloads, monthlyCents }) => ({
          value: String(downloads),
          label: say(purchaseTexts.downloadsChoice, { downloads, price: dollars(monthlyCents) }),
        }))}
        value={String(values.downloads)}
        onChange={(downloads) => onChange({ downloads: Number(downloads) })}
        error={errorOf('downloads')}
      />
      <Select
        label={purchaseTexts.billing}
        name="billingType"
        allowDeselect={false}
        data={choices(billingTypes, purchaseTexts.billingTypes)}
        value={values.billingType}
        onChange={(billingType) => billingType && onChange({ billingType })}
        error={errorOf('billingType')}
      />
    </FieldRow>
  )
}

function PaymentFields({ methods, values, onChange, errorOf }: Fields & Pick<PurchaseFieldsProps, 'methods'>) {
  return (
    <FieldRow>
      <Select
        label={purchaseTexts.dimension}
        name="billingDimension"
        allowDeselect={false}
        data={choices(numbers, purchaseTexts.dimensions)}
        value={values.billingDimension === 1 ? '1' : '0'}
        onChange={(value) => onChange({ billingDimension: value === '1' ? 1 : 0 })}
        error={errorOf('billingDimension')}
      />
      <Select
        label={purchaseTexts.payment}
        name="paymentMethod"
        allowDeselect={false}
        data={choices(numbers, purchaseTexts.payments).map((choice) => ({
          ...choice,
          disabled: !methods.some((method) => String(method) === choice.value),
        }))}
        value={values.paymentMethod === 1 ? '1' : '0'}
        onChange={(value) => onChange({ paymentMethod: value === '1' ? 1 : 0 })}
        error={errorOf('paymentMethod')}
      />
    </FieldRow>
  )
}
