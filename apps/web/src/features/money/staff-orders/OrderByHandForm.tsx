import type { OutputOf } from '@simwright/contract/endpoint'
import { BilledToFields, Purchase, PurchaseDraft } from '@simwright/contract/money/order'
import type { BilledTo } from '@simwright/contract/money/price'
import * as staffOrder from '@simwright/contract/money/staff-order'
import type { Plan } from '@simwright/contract/platform/plan'
import { type ReactNode, useDeferredValue } from 'react'
import { z } from 'zod'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { dollarsAndCents } from '../../../base/money.ts'
import { tiersOf } from '../../../money/plan-tiers.ts'
import { RecipientFields } from '../../../money/RecipientFields.tsx'
import { purchaseTexts } from '../../../texts/order.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { errorsOf, showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { inputValue } from '../../../ui/form/form-value.ts'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { toast } from '../../../ui/toast.ts'
import { ClientSelect } from './ClientSelect.tsx'
import { HandPrice } from './HandPrice.tsx'
import { PurchaseFields } from './PurchaseFields.tsx'
import { staffOrderTexts } from './staff-order-texts.ts'

const texts = staffOrderTexts.byHand

const PAYMENT_METHODS: readonly (0 | 1)[] = [0, 1]

const EMPTY: BilledTo = {
  company: '',
  email: '',
  taxId: '',
  street: '',
  postalCode: '',
  city: '',
  region: '',
  country: '',
}

/** A purchase and the client that it is for. */
const enterpriseId = z.uuid(texts.choose)
const HandOrder = Purchase.extend({ enterpriseId })
const HandDraft = PurchaseDraft.extend({ enterpriseId })

type OrderByHandFormProps = {
  plans: readonly Plan[]
  clientId: string
  onOrdered: (id: string) => void
  onClose: () => void
}

type Form = ReturnType<typeof useEntryForm<typeof HandOrder>>

/** The price of the values, which the server computes as soon as they are complete. */
function useQuote({ values }: Form) {
  const wish = useDeferredValue(values)
  const { enterpriseId, ...fields } = wish
  const isComplete = HandDraft.safeParse(wish).success
  const quote = useAsk(
    staffOrder.quote,
    { enterpriseId, fields },
    { enabled: isComplete, staleMs: 0, keepPrevious: true },
  )
  return { quote, isComplete }
}

/** Client, plan, billing and payment of an order, with the price that the server computes. */
export function OrderByHandForm({ plans, clientId, onOrdered, onClose }: OrderByHandFormProps) {
  const form = useEntryForm(HandOrder, firstValues(plans, clientId))
  const { quote, isComplete } = useQuote(form)
  const add = useMutation(staffOrder.add, { changes: [staffOrder.list, staffOrder.waiting] })
  const faults = quote.error ? errorsOf(quote.error.faults, 'fields') : {}
  const errorOf = (name: string) => form.errors[name] ?? faults[name]
  const total = isComplete ? quote.data?.totalCents : undefined
  const methods = (isComplete && quote.data?.paymentMethods) || PAYMENT_METHODS
  const isPayable = methods.some((method) => method === form.values.paymentMethod)
  // the price may be of the values before, while it is computed: the server refuses an order at another one
  const isPriced = total !== undefined && isPayable && quote.error === null
  const submit = form.onSubmit(({ enterpriseId, ...fields }) => {
    if (!isPriced) return
    add.mutate(
      { enterpriseId, fields, totalCents: total },
      {
        onSuccess: ({ id, code }) => {
          toast.success(say(texts.done, { code }))
          onOrdered(id)
        },
        onError: (problem) => {
          if (!showFaults(form, problem, 'fields')) void quote.refetch()
        },
      },
    )
  })
  return (
    <DialogForm
      onSubmit={submit}
      submit={
        total === undefined ? purchaseTexts.orderBare : say(purchaseTexts.order, { price: dollarsAndCents(total) })
      }
      isPending={add.isPending}
      isBlocked={isComplete && !isPriced}
      onCancel={onClose}
    >
      <Note size="same">{texts.text}</Note>
      <ClientSelect
        value={form.values.enterpriseId}
        onChange={(id) => form.setValues({ enterpriseId: id, billedTo: undefined })}
        error={errorOf('enterpriseId')}
      />
      <PurchaseFields
        plans={plans}
        methods={methods}
        values={form.values}
        onChange={form.setValues}
        errorOf={(name) => (name === 'paymentMethod' && !isPayable ? texts.notOffered : errorOf(name))}
      />
      <Recipient form={form} known={quote.isPlaceholderData ? undefined : quote.data?.billedTo} errorOf={errorOf} />
      <HandPrice
        quote={isComplete ? quote.data : undefined}
        isLoading={isComplete && quote.isPending}
        problem={isComplete ? quote.error : null}
        onRetry={() => void quote.refetch()}
      />
    </DialogForm>
  )
}

type RecipientProps = {
  form: Form
  /** The recipient that the client's account has. */
  known: OutputOf<typeof staffOrder.quote>['billedTo'] | undefined
  errorOf: (name: string) => ReactNode
}

/** The recipient of the invoice, if the client's account has none that is complete. */
function Recipient({ form, known, errorOf }: RecipientProps) {
  const recipient = form.values.billedTo ?? known
  const isEntered = form.values.billedTo !== undefined
  const isNeeded = isEntered || (recipient !== undefined && !BilledToFields.safeParse(recipient).success)
  if (!isNeeded) return null
  return (
    <Section title={purchaseTexts.billedTo} text={texts.recipientText}>
      <Stack>
        <RecipientFields
          inputOf={(name) => ({
            name: `billedTo.${name}`,
            value: recipient && Reflect.get(recipient, name),
            onChange: (input: unknown) =>
              form.setValues({ billedTo: { ...EMPTY, ...recipient, [name]: inputValue(input) } }),
            error: errorOf(`billedTo.${name}`),
          })}
        />
      </Stack>
    </Section>
  )
}

const firstValues = (plans: readonly Plan[], enterpriseId: string): z.input<typeof HandOrder> => {
  const pro = plans.find(({ name }) => name === 'PRO')
  return {
    enterpriseId,
    operation: 'BUY',
    plan: 'PRO',
    downloads: (pro && tiersOf(pro)[0]?.downloads) ?? 100,
    billingType: 'MONTHLY',
    billingDimension: 0,
    paymentMethod: 1,
    discountCode: '',
  }
}
