import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { isInEu, isVatNumber, vatNumberExample } from '@simwright/contract/money/vat-number'
import { purchaseTexts as texts } from '../texts/order.ts'
import { say } from '../texts/text.ts'
import { FieldRow } from '../ui/form/FormSection.tsx'
import { CountrySelect } from './CountrySelect.tsx'

type RecipientFieldsProps = {
  /** The props of the input for a field of the recipient. */
  inputOf: (name: string) => ReturnType<UseFormReturnType<object>['getInputProps']>
}

/** The recipient of an invoice. */
export function RecipientFields({ inputOf }: RecipientFieldsProps) {
  const [taxId, country] = [inputOf('taxId'), inputOf('country')]
  return (
    <>
      <FieldRow>
        <TextInput label={texts.company} withAsterisk autoComplete="organization" {...inputOf('company')} />
        <TextInput label={texts.taxId} description={hintOf(country.value, taxId.value)} {...taxId} />
      </FieldRow>
      <FieldRow>
        <TextInput label={texts.email} type="email" autoComplete="email" {...inputOf('email')} />
        <TextInput label={texts.street} withAsterisk autoComplete="street-address" {...inputOf('street')} />
      </FieldRow>
      <FieldRow>
        <TextInput label={texts.postalCode} autoComplete="postal-code" {...inputOf('postalCode')} />
        <TextInput label={texts.city} withAsterisk autoComplete="address-level2" {...inputOf('city')} />
      </FieldRow>
      <FieldRow>
        <TextInput label={texts.region} autoComplete="address-level1" {...inputOf('region')} />
        <CountrySelect label={texts.country} withAsterisk mayEdit {...country} />
      </FieldRow>
    </>
  )
}

/** A number that is not in the form of a VAT number is accepted, because other tax numbers exist. */
function hintOf(country = '', taxId = ''): string | undefined {
  if (taxId.trim() === '' || !isInEu(country) || isVatNumber(country, taxId)) return undefined
  return say(texts.notVatNumber, { example: vatNumberExample(country) })
}
