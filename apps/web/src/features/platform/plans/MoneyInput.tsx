import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'

type MoneyInputProps = {
  name: string
  label: string
  description?: string
  /** Initial value; null for an empty input. */
  cents: number | null
  readOnly: boolean
  error?: ReactNode
  onCents: (cents: number | null) => void
}

/** Input in dollars for a value in cents. */
export function MoneyInput({ cents, onCents, ...props }: MoneyInputProps) {
  return (
    <NumberInput
      {...props}
      prefix="$"
      min={0}
      decimalScale={2}
      fixedDecimalScale
      hideControls
      allowNegative={false}
      thousandSeparator=","
      clampBehavior="none"
      defaultValue={cents === null ? '' : cents / 100}
      onChange={(value) => onCents(value === '' ? null : Math.round(Number(value) * 100))}
    />
  )
}
