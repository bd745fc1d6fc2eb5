import { Select } from '@mantine/core'
import { say } from '../../../texts/text.ts'
import { developerTexts } from './developer-texts.ts'

const choices = [7, 30, 90, 180, 365] as const

export const DEFAULT_DAYS: number = 90

type DaysSelectProps = { label: string; description?: string; value: number; onChange: (days: number) => void }

/** In how many days a secret expires. */
export function DaysSelect({ label, description, value, onChange }: DaysSelectProps) {
  return (
    <Select
      label={label}
      description={description}
      data={choices.map((count) => ({
        value: String(count),
        label: say(developerTexts.keys.form.daysOf, { count }),
      }))}
      value={String(value)}
      allowDeselect={false}
      onChange={(days) => onChange(Number(days))}
    />
  )
}
