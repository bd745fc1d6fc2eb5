import { Alert, Button } from '@mantine/core'
import { type Seller, SellerFields } from '@simwright/contract/money/seller'
import { isInEu, vatNumberExample } from '@simwright/contract/money/vat-number'
import type { ComponentProps } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { CountrySelect } from '../../../money/CountrySelect.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { uiTexts } from '../../../texts/ui.ts'
import { FieldRow, FormActions } from '../../../ui/form/FormSection.tsx'
import { useEntryForm } from '../../../ui/form/form.ts'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { SectionForm } from '../../../ui/form/SectionForm.tsx'
import { useSectionSaves } from '../../../ui/form/section-save.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { sellerTexts as texts } from './seller-texts.ts'
import { TaxRates } from './TaxRates.tsx'

type SellerFormProps = {
  initial: SellerFields
  /** No seller data are stored yet. */
  isNew: boolean
  problem: Problem | null
  isSaving: boolean
  onSave: (fields: SellerFields) => void
  /** Loads the stored data, which somebody else has changed. */
  onReload: () => void
}

type Name = keyof Seller

type SellerFormState = ReturnType<typeof useEntryForm<typeof SellerFields>>

const below = (...names: Name[]) => names.map((name) => `seller.${name}`)

type Section = 'company' | 'invoices' | 'bank' | 'rates' | 'all'

const sections: Record<Section, readonly string[]> = {
  company: below('name', 'street', 'postalCode', 'city', 'region', 'country', 'vatNumber'),
  invoices: below('invoicePrefix', 'replyMail', 'footer'),
  bank: below('bankHolder', 'bankName', 'bankAccount', 'bic'),
  rates: ['rates'],
  all: ['seller', 'rates'],
}

const { all, ...single } = sections

/** Seller data and tax rates of a platform. The first save is one of all sections, then each is saved on its own. */
export function SellerForm({ initial, isNew, problem, isSaving, onSave, onReload }: SellerFormProps) {
  const mayEdit = useAllowed('Admin_Plan_Edit')
  const form = useEntryForm(SellerFields, initial)
  const saveOf = useSectionSaves<SellerFields, Section>({
    schema: SellerFields,
    form,
    saved: initial,
    sections: isNew ? { all } : single,
    isSaving,
    problem,
    within: 'fields',
    onSave,
    onReload,
  })
  const input = (name: Name) => {
    const path = `seller.${name}`
    return { label: texts[name], name: path, readOnly: !mayEdit, ...form.getInputProps(path) }
  }
  const section = (name: 'company' | 'invoices' | 'bank' | 'rates') => ({
    title: texts[name],
    mayEdit,
    save: isNew ? undefined : saveOf(name),
  })
  const fields = (
    <>
      {!mayEdit && <Alert color="gray">{texts.viewOnly}</Alert>}
      {isNew && (
        <Alert color="yellow" mt={mayEdit ? 0 : 12}>
          {texts.none}
        </Alert>
      )}
      <CompanySection {...section('company')} form={form} input={input} />
      <InvoiceSection {...section('invoices')} input={input} />
      <BankSection {...section('bank')} input={input} />
      <SectionForm {...section('rates')} text={texts.ratesText}>
        <TaxRates
          rates={form.values.rates}
          errors={form.errors}
          mayEdit={mayEdit}
          onRates={(rates) => form.setFieldValue('rates', rates)}
        />
      </SectionForm>
    </>
  )
  if (!isNew) return fields
  const { isDirty, problem: refused, onSubmit } = saveOf('all')
  return (
    <form onSubmit={onSubmit} noValidate>
      {refused && <RefusalNotice problem={refused} onReload={onReload} />}
      {fields}
      {mayEdit && (
        <FormActions note={isDirty ? uiTexts.form.unsaved : undefined}>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {uiTexts.form.save}
          </Button>
        </FormActions>
      )}
    </form>
  )
}

type SectionProps = Omit<ComponentProps<typeof SectionForm>, 'children'> & { input: (name: Name) => object }

function CompanySection({ form, input, ...section }: SectionProps & { form: SellerFormState }) {
  const { country } = form.values.seller
  return (
    <SectionForm {...section} text={texts.companyText}>
      <TextInput withAsterisk={section.mayEdit} {...input('name')} />
      <TextInput withAsterisk={section.mayEdit} {...input('street')} />
      <FieldRow>
        <TextInput {...input('postalCode')} />
        <TextInput withAsterisk={section.mayEdit} {...input('city')} />
      </FieldRow>
      <FieldRow>
        <TextInput {...input('region')} />
        <CountrySelect
          label={texts.country}
          mayEdit={section.mayEdit}
          withAsterisk={section.mayEdit}
          {...form.getInputProps('seller.country')}
        />
      </FieldRow>
      <TextInput
        description={texts.vatNumberHelp}
        placeholder={isInEu(country) ? vatNumberExample(country) : ''}
        {...input('vatNumber')}
      />
    </SectionForm>
  )
}

function InvoiceSection({ input, ...section }: SectionProps) {
  return (
    <SectionForm {...section} text={texts.invoicesText}>
      <TextInput
        withAsterisk={section.mayEdit}
        description={texts.invoicePrefixHelp}
        maxLength={12}
        {...input('invoicePrefix')}
      />
      <TextInput type="email" {...input('replyMail')} />
      <Textarea description={texts.footerHelp} autosize minRows={2} maxRows={6} {...input('footer')} />
    </SectionForm>
  )
}

function BankSection({ input, ...section }: SectionProps) {
  return (
    <SectionForm {...section} text={texts.bankText}>
      <TextInput {...input('bankHolder')} />
      <TextInput {...input('bankName')} />
      <FieldRow>
        <TextInput {...input('bankAccount')} />
        <TextInput {...input('bic')} />
      </FieldRow>
    </SectionForm>
  )
}
