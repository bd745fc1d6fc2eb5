import { Alert, Button, Textarea, TextInput } from '@mantine/core'
import { Seller, SellerFields } from '@simwright/contract/money/seller'
import { isInEu, vatNumberExample } from '@simwright/contract/money/vat-number'
import { useEffect, useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { CountrySelect } from '../../../money/CountrySelect.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { sellerTexts as texts } from '../../../texts/seller.ts'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { FieldRow, FormActions, FormSection } from '../../../ui/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form.ts'
import { useSavedForm } from '../../../ui/form-saved.ts'
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx'
import { useUnsavedGuard } from '../../../ui/unsaved.ts'
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

const isName = (name: string): name is Name => name in Seller.shape

function labelOf(path: string): string {
  const name = path.split('.')[1] ?? ''
  return isName(name) ? texts[name] : texts.rates
}

/** Seller data and tax rates of a platform. */
export function SellerForm({ initial, isNew, problem, isSaving, onSave, onReload }: SellerFormProps) {
  const mayEdit = useAllowed('Admin_Plan_Edit')
  const form = useEntryForm(SellerFields, initial)
  const [attempts, setAttempts] = useState(0)
  useUnsavedGuard(form.isDirty() && !isSaving)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal
  useEffect(() => {
    if (problem) showFaults(form, problem, 'fields')
  }, [problem])
  const setSentValues = useSavedForm(form, initial)
  const save = form.onSubmit(
    (fields) => {
      setSentValues(fields)
      onSave(fields)
    },
    () => setAttempts((count) => count + 1),
  )
  const { country } = form.values.seller
  const input = (name: Name) => {
    const path = `seller.${name}`
    return { label: texts[name], name: path, readOnly: !mayEdit, ...form.getInputProps(path) }
  }
  return (
    <form onSubmit={save} noValidate>
      {!mayEdit && <Alert color="gray">{texts.viewOnly}</Alert>}
      {isNew && (
        <Alert color="yellow" mt={mayEdit ? 0 : 12}>
          {texts.none}
        </Alert>
      )}
      {problem && problem.faults.length === 0 && <RefusalNotice problem={problem} onReload={onReload} />}
      {(attempts > 0 || problem) && (
        <ErrorSummary key={`${attempts} ${problem?.requestId}`} errors={form.errors} labelOf={labelOf} />
      )}
      <FormSection title={texts.company} text={texts.companyText}>
        <TextInput withAsterisk={mayEdit} {...input('name')} />
        <TextInput withAsterisk={mayEdit} {...input('street')} />
        <FieldRow>
          <TextInput {...input('postalCode')} />
          <TextInput withAsterisk={mayEdit} {...input('city')} />
        </FieldRow>
        <FieldRow>
          <TextInput {...input('region')} />
          <CountrySelect
            label={texts.country}
            mayEdit={mayEdit}
            withAsterisk={mayEdit}
            {...form.getInputProps('seller.country')}
          />
        </FieldRow>
        <TextInput
          description={texts.vatNumberHelp}
          placeholder={isInEu(country) ? vatNumberExample(country) : ''}
          {...input('vatNumber')}
        />
      </FormSection>
      <FormSection title={texts.invoices} text={texts.invoicesText}>
        <TextInput
          withAsterisk={mayEdit}
          description={texts.invoicePrefixHelp}
          maxLength={12}
          {...input('invoicePrefix')}
        />
        <TextInput type="email" {...input('replyMail')} />
        <Textarea description={texts.footerHelp} autosize minRows={2} maxRows={6} {...input('footer')} />
      </FormSection>
      <FormSection title={texts.bank} text={texts.bankText}>
        <TextInput {...input('bankHolder')} />
        <TextInput {...input('bankName')} />
        <FieldRow>
          <TextInput {...input('bankAccount')} />
          <TextInput {...input('bic')} />
        </FieldRow>
      </FormSection>
      <FormSection title={texts.rates} text={texts.ratesText}>
        <TaxRates
          rates={form.values.rates}
          errors={form.errors}
          mayEdit={mayEdit}
          onRates={(rates) => form.setFieldValue('rates', rates)}
        />
      </FormSection>
      {mayEdit && (
        <FormActions note={form.isDirty() ? texts.unsaved : undefined}>
          <Button type="submit" loading={isSaving} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
        </FormActions>
      )}
    </form>
  )
}
