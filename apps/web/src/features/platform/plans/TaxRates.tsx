import { ActionIcon, Button, NumberInput } from '@mantine/core'
import { RATES_MAX, type TaxRate } from '@simwright/contract/money/seller'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { CountrySelect } from '../../../money/CountrySelect.tsx'
import { say } from '../../../texts/text.ts'
import { DateInput } from '../../../ui/form/DateInput.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { sellerTexts as texts } from './seller-texts.ts'
import classes from './TaxRates.module.css'

type TaxRatesProps = {
  rates: readonly TaxRate[]
  errors: Record<string, ReactNode>
  mayEdit: boolean
  onRates: (rates: TaxRate[]) => void
}

/** `NaN`: not entered yet. */
const none: TaxRate = { country: '', rate: Number.NaN, validFrom: '' }

/** The tax rates, one per line: country, percent and first day. */
export function TaxRates({ rates, errors, mayEdit, onRates }: TaxRatesProps) {
  // stable React keys, so that a line keeps its inputs when a line above it is removed
  const [keys, setKeys] = useState(() => rates.map((_, index) => index))
  const change = (index: number, fields: Partial<TaxRate>) =>
    onRates(rates.map((rate, at) => (at === index ? { ...rate, ...fields } : rate)))
  const remove = (index: number) => {
    setKeys(keys.filter((_, at) => at !== index))
    onRates(rates.filter((_, at) => at !== index))
  }
  const add = () => {
    setKeys([...keys, Math.max(-1, ...keys) + 1])
    onRates([...rates, none])
  }
  return (
    <Stack align="start">
      {rates.length === 0 && <Note>{texts.ratesNone}</Note>}
      {rates.map((rate, index) => (
        <RateLine
          key={keys[index]}
          index={index}
          rate={rate}
          errors={errors}
          mayEdit={mayEdit}
          onChange={(fields) => change(index, fields)}
          onRemove={() => remove(index)}
        />
      ))}
      {mayEdit && rates.length < RATES_MAX && (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
          {texts.rateAdd}
        </Button>
      )}
    </Stack>
  )
}

type RateLineProps = {
  index: number
  rate: TaxRate
  errors: Record<string, ReactNode>
  mayEdit: boolean
  onChange: (fields: Partial<TaxRate>) => void
  onRemove: () => void
}

function RateLine({ index, rate, errors, mayEdit, onChange, onRemove }: RateLineProps) {
  const number = index + 1
  const path = (name: keyof TaxRate) => `rates.${index}.${name}`
  return (
    <div className={classes.rate}>
      <CountrySelect
        label={say(texts.rateCountry, { number })}
        name={path('country')}
        mayEdit={mayEdit}
        value={rate.country}
        error={errors[path('country')]}
        onChange={(country) => onChange({ country })}
      />
      <NumberInput
        label={say(texts.ratePercent, { number })}
        name={path('rate')}
        suffix="%"
        min={0}
        max={100}
        decimalScale={2}
        hideControls
        allowNegative={false}
        clampBehavior="none"
        readOnly={!mayEdit}
        defaultValue={Number.isNaN(rate.rate) ? '' : rate.rate / 100}
        error={errors[path('rate')]}
        onChange={(value) => onChange({ rate: value === '' ? Number.NaN : Math.round(Number(value) * 100) })}
      />
      <DateInput
        label={say(texts.rateFrom, { number })}
        name={path('validFrom')}
        readOnly={!mayEdit}
        value={rate.validFrom}
        error={errors[path('validFrom')]}
        onChange={(validFrom) => onChange({ validFrom })}
      />
      {mayEdit && (
        <ActionIcon size="lg" aria-label={say(texts.rateRemove, { number })} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  )
}
