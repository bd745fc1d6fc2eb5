import { Button, Popover, SegmentedControl } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import { DashboardRange, type range, rangePresets } from '@simwright/contract/insight/dashboard'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { dashboardTexts } from '../../../texts/dashboard.ts'
import { say } from '../../../texts/text.ts'
import { DateInput } from '../../../ui/form/DateInput.tsx'
import { useEntryForm } from '../../../ui/form/form.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import classes from './DashboardPage.module.css'
import type { ChosenRange } from './range-address.ts'
import { daysText } from './range-text.ts'

const texts = dashboardTexts.range

type Spans = Pick<OutputOf<typeof range>, 'range' | 'before'>

/** The choice of the range, and its days with those of the range before. */
export function RangeBar({ chosen, spans }: { chosen: ChosenRange; spans: Spans | undefined }) {
  return (
    <Row gap="8 12">
      <SegmentedControl
        aria-label={texts.label}
        style={{ maxWidth: '100%' }}
        value={chosen.choice}
        onChange={(value) => {
          const preset = rangePresets.find((one) => one === value)
          if (preset) chosen.choose(preset)
        }}
        data={rangePresets.map((value) => ({ value, label: texts.presets[value] }))}
      />
      <DaysButton chosen={chosen} spans={spans} />
      <p className={classes.days}>
        {spans && (
          <>
            <strong>{daysText(spans.range)}</strong>
            <span> {say(texts.compared, { days: daysText(spans.before) })}</span>
          </>
        )}
      </p>
    </Row>
  )
}

function DaysButton({ chosen, spans }: { chosen: ChosenRange; spans: Spans | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" radius="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={chosen.choice === 'days' ? 'light' : 'default'}
          size="xs"
          leftSection={<IconCalendar size={15} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.custom}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.custom}>
        <DaysForm
          from={spans?.range.firstDay ?? ''}
          to={spans?.range.lastDay ?? ''}
          onDays={(from, to) => {
            setOpen(false)
            chosen.chooseDays(from, to)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

type DaysFormProps = { from: string; to: string; onDays: (from: string, to: string) => void }

function DaysForm({ from, to, onDays }: DaysFormProps) {
  const form = useEntryForm(DashboardRange, { from, to })
  return (
    <Row
      as="form"
      gap={12}
      align="end"
      className={classes.daysForm}
      onSubmit={form.onSubmit((days) => onDays(days.from ?? '', days.to ?? ''))}
      noValidate
    >
      <DateInput label={texts.from} isNested data-autofocus {...form.getInputProps('from')} />
      <DateInput label={texts.to} isNested {...form.getInputProps('to')} />
      <Button type="submit">{texts.apply}</Button>
    </Row>
  )
}
