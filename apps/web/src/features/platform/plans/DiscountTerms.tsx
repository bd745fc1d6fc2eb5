import { Checkbox, NumberInput } from '@mantine/core'
import { discountPlans, type DiscountTerms as Terms } from '@simwright/contract/money/discount'
import { billingTypes } from '@simwright/contract/money/price'
import type { ReactNode } from 'react'
import { DateInput } from '../../../ui/form/DateInput.tsx'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { discountTexts } from './discount-texts.ts'

const texts = discountTexts.terms

type DiscountTermsProps = {
  terms: Terms
  errors: Record<string, ReactNode>
  mayEdit: boolean
  onChange: (change: Partial<Terms>) => void
}

/** The fields that say who can use a code, how often and until when. */
export function DiscountTerms(props: DiscountTermsProps) {
  const { terms, errors, mayEdit, onChange } = props
  return (
    <>
      <SoldTerms {...props} />
      <FieldRow>
        <NumberInput
          label={texts.maxUses}
          description={texts.maxUsesHelp}
          name="maxUses"
          min={1}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          thousandSeparator=","
          clampBehavior="none"
          readOnly={!mayEdit}
          value={terms.maxUses ?? ''}
          error={errors.maxUses}
          onChange={(value) => onChange({ maxUses: value === '' ? null : Number(value) })}
        />
        <DateInput
          label={texts.until}
          description={texts.untilHelp}
          name="until"
          readOnly={!mayEdit}
          value={terms.until ?? ''}
          error={errors.until}
          onChange={(until) => onChange({ until: until || null })}
        />
      </FieldRow>
      <Checkbox
        label={texts.oncePerEnterprise}
        checked={terms.oncePerEnterprise}
        disabled={!mayEdit}
        onChange={(event) => onChange({ oncePerEnterprise: event.currentTarget.checked })}
      />
      <Textarea
        label={texts.note}
        description={texts.noteHelp}
        name="note"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        readOnly={!mayEdit}
        value={terms.note}
        error={errors.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </>
  )
}

/** The plans and billings to which the code applies. */
function SoldTerms({ terms, errors, mayEdit, onChange }: DiscountTermsProps) {
  return (
    <FieldRow>
      <Checkbox.Group
        label={texts.plans}
        description={texts.plansHelp}
        value={terms.plans}
        error={errors.plans}
        onChange={(chosen) => onChange({ plans: discountPlans.filter((plan) => chosen.includes(plan)) })}
      >
        <Row gap={16} mt={8} mb={4}>
          {discountPlans.map((plan) => (
            <Checkbox key={plan} value={plan} label={plan} disabled={!mayEdit} />
          ))}
        </Row>
      </Checkbox.Group>
      <Checkbox.Group
        label={texts.billingTypes}
        description={texts.billingHelp}
        value={terms.billingTypes}
        error={errors.billingTypes}
        onChange={(chosen) => onChange({ billingTypes: billingTypes.filter((type) => chosen.includes(type)) })}
      >
        <Row gap={16} mt={8} mb={4}>
          {billingTypes.map((type) => (
            <Checkbox key={type} value={type} label={discountTexts.billing[type]} disabled={!mayEdit} />
          ))}
        </Row>
      </Checkbox.Group>
    </FieldRow>
  )
}
