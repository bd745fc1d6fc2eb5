import { Button, type ButtonProps } from '@mantine/core'
import * as stripe from '@simwright/contract/money/stripe'
import { useMutation } from '../api/mutation.ts'
import { Allowed } from '../session/permission.tsx'
import { paymentTexts } from '../texts/payment.ts'
import { openPaymentPage } from './payment-page.ts'

type PayButtonProps = Pick<ButtonProps, 'size' | 'variant'> & { orderId: string; label?: string }

/** Opens the page of the payment service on which an order is paid by card. */
export function PayButton({ orderId, label = paymentTexts.pay, ...look }: PayButtonProps) {
  const pay = useMutation(stripe.pay, { onSuccess: ({ url }) => openPaymentPage(url) })
  return (
    <Allowed need="Order_Create">
      <Button {...look} loading={pay.isPending || pay.isSuccess} onClick={() => pay.mutate({ orderId })}>
        {label}
      </Button>
    </Allowed>
  )
}
