import { Checkbox, SegmentedControl, Select } from '@mantine/core'
import { useMemo } from 'react'
import { timeZone } from '../base/time-zone.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import { DateInput } from '../ui/form/DateInput.tsx'
import { TextInput } from '../ui/form/TextInput.tsx'
import { Row } from '../ui/layout/layout.tsx'
import { filterZones } from '../ui/table/zone-filter.ts'

const texts = deliveryTexts.plan

/** A date and time on the recipient's clock. */
export type LocalDate = { day: string; time: string; zone: string }

export type PlanValues = LocalDate & { isPlanned: boolean; opensPage: boolean }

export const emptyPlan = (): PlanValues => ({
  isPlanned: false,
  day: '',
  time: '09:00',
  zone: timeZone(),
  opensPage: false,
})

/** As the API takes it; empty without a day. */
export const localTimeOf = ({ day, time }: LocalDate): string => (day === '' ? '' : `${day}T${time || '00:00'}`)

type DateFieldsProps = {
  value: LocalDate
  error?: string | undefined
  /** An empty time zone is a choice, too: each delivery keeps its own. */
  mayKeepZone?: boolean
  onChange: (change: Partial<LocalDate>) => void
}

/** Day, time and time zone. */
export function DateFields({ value: { day, time, zone }, error, mayKeepZone = false, onChange }: DateFieldsProps) {
  const zones = useMemo(() => {
    const names = [...new Set(['UTC', timeZone(), zone || 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    const all = names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
    return mayKeepZone ? [{ value: '', label: texts.zoneKept }, ...all] : all
  }, [zone, mayKeepZone])
  return (
    <>
      <Row gap={12} align="start">
        <div style={{ flex: '1 1 180px' }}>
          <DateInput
            withAsterisk
            label={texts.day}
            value={day}
            error={error}
            onChange={(next) => onChange({ day: next })}
          />
        </div>
        <TextInput
          type="time"
          label={texts.time}
          style={{ width: 130 }}
          value={time}
          onChange={(event) => onChange({ time: event.currentTarget.value })}
        />
      </Row>
      <Select
        label={texts.zone}
        description={texts.zoneHelp}
        data={zones}
        searchable
        allowDeselect={false}
        limit={60}
        filter={filterZones}
        maxDropdownHeight={240}
        value={zone}
        onChange={(next) => onChange({ zone: next ?? 'UTC' })}
      />
    </>
  )
}

type PlanFieldsProps = { value: PlanValues; error?: string | undefined; onChange: (value: PlanValues) => void }

/** Whether codes are sent now or at a date, and which one. */
export function PlanFields({ value, error, onChange }: PlanFieldsProps) {
  const set = (change: Partial<PlanValues>) => onChange({ ...value, ...change })
  return (
    <>
      <SegmentedControl
        aria-label={texts.when}
        value={value.isPlanned ? 'planned' : 'now'}
        onChange={(next) => set({ isPlanned: next === 'planned' })}
        data={[
          { value: 'now', label: texts.now },
          { value: 'planned', label: texts.atDate },
        ]}
      />
      {value.isPlanned && (
        <>
          <DateFields value={value} error={error} onChange={set} />
          <Checkbox
            label={texts.opensPage}
            description={texts.opensPageHelp}
            checked={value.opensPage}
            onChange={(event) => set({ opensPage: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  )
}
