import { Select } from '@mantine/core'
import { countryNameOf } from '@simwright/contract/country'
import type { ReactNode } from 'react'

type CountrySelectProps = {
  label: string
  name?: string
  mayEdit: boolean
  withAsterisk?: boolean
  /** ISO 3166-1 alpha-2; empty: none. */
  value?: string
  onChange?: (country: string) => void
  error?: ReactNode
}

/** Selects a country by its name. */
export function CountrySelect({ label, name, mayEdit, withAsterisk, value, onChange, error }: CountrySelectProps) {
  return (
    <Select
      label={label}
      name={name}
      withAsterisk={withAsterisk}
      data={countries()}
      searchable
      // what is typed replaces the country
      onFocus={(event) => event.currentTarget.select()}
      allowDeselect={false}
      clearable={mayEdit}
      readOnly={!mayEdit}
      value={value || null}
      onChange={(next) => onChange?.(next ?? '')}
      error={error}
    />
  )
}

const A = 'A'.charCodeAt(0)
let countryOptions: { value: string; label: string }[] | undefined

/** The countries (ISO 3166-1 alpha-2) by name. */
function countries(): { value: string; label: string }[] {
  if (countryOptions) return countryOptions
  const codes = Array.from({ length: 26 * 26 }, (_, i) => String.fromCharCode(A + Math.floor(i / 26), A + (i % 26)))
  const found = codes.flatMap((value) => {
    const label = countryNameOf(value)
    return label === undefined ? [] : [{ value, label }]
  })
  countryOptions = [...new Map(found.map((one) => [one.label, one])).values()].sort((a, b) =>
    a.label.localeCompare(b.label),
  )
  return countryOptions
}
