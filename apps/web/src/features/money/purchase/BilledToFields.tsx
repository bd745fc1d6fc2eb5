import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type * as order from '@simwright/contract/money/order'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { purchaseTexts as texts } from '../../../texts/order.ts'
import { CountrySelect } from '../../../ui/CountrySelect.tsx'
import { FieldRow } from '../../../ui/FormSection.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import classes from './Purchase.module.css'

type BilledToFieldsProps = {
  form: UseFormReturnType<z.input<typeof order.Purchase>>
  errorOf: (path: string) => ReactNode
}

/** The recipient of the invoice. */
export function BilledToFields({ form, errorOf }: BilledToFieldsProps) {
  const input = (name: string) => {
    const path = `billedTo.${name}`
    return { ...form.getInputProps(path), error: errorOf(path) }
  }
  return (
    <Panel title={texts.billedTo} text={texts.billedToText}>
      <div className={classes.group}>
        <FieldRow>
          <TextInput label={texts.company} withAsterisk autoComplete="organization" {...input('company')} />
          <TextInput label={texts.taxId} {...input('taxId')} />
        </FieldRow>
        <FieldRow>
          <TextInput label={texts.street} withAsterisk autoComplete="street-address" {...input('street')} />
          <TextInput label={texts.email} type="email" autoComplete="email" {...input('email')} />
        </FieldRow>
        <FieldRow>
          <TextInput label={texts.postalCode} autoComplete="postal-code" {...input('postalCode')} />
          <TextInput label={texts.city} withAsterisk autoComplete="address-level2" {...input('city')} />
        </FieldRow>
        <FieldRow>
          <TextInput label={texts.region} autoComplete="address-level1" {...input('region')} />
          <CountrySelect label={texts.country} withAsterisk mayEdit {...input('country')} />
        </FieldRow>
      </div>
    </Panel>
  )
}
