import { Alert, Button, Skeleton } from '@mantine/core'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { recycleTexts } from '../../../texts/recycle.ts'
import { sayCount } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Stack, Title } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import classes from './Bip.module.css'
import { bipTexts } from './bip-texts.ts'

const { columns: names, drawer: texts } = bipTexts

/** Decodes a stored message with the current decoder when asked to, and shows the difference. */
export function DecodeAgain({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false)
  const { data, error, refetch, isFetching } = useAsk(recycle.decodeAgain, { id }, { enabled: isAsked, staleMs: 0 })
  const start = () => (isAsked ? void refetch() : setAsked(true))
  return (
    <Section
      title={texts.again}
      text={texts.againText}
      actions={
        <Button variant="default" size="xs" loading={isFetching} onClick={start}>
          {texts.again}
        </Button>
      }
    >
      {error && !data ? (
        <ErrorState problem={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Decoded decoded={data} />
      ) : (
        isAsked && <Skeleton height={160} radius="lg" />
      )}
    </Section>
  )
}

const fields = ['iccid', 'counter', 'reason'] as const

function Decoded({ decoded }: { decoded: recycle.DecodedMessage }) {
  const { stored, now, fault, segments, isGenuine } = decoded
  const differing = fields.filter((field) => stored[field] !== now[field])
  return (
    <Stack gap={12}>
      <Alert color={differing.length > 0 ? 'yellow' : 'gray'}>
        {differing.length > 0 ? sayCount(texts.differs, differing.length) : texts.same}{' '}
        {fault ? texts.faults[fault] : cmacText(isGenuine)}
      </Alert>
      <PlainTable className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.stored}</th>
            <th scope="col">{texts.now}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} data-differs={differing.includes(field) || undefined}>
              <th scope="row">{names[field]}</th>
              <td>{textOf(stored, field)}</td>
              <td>{textOf(now, field)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <Title as="h4" size="text" mt={4}>
        {texts.segments}
      </Title>
      <KeyValue
        items={segments.map(({ name, hex }) => ({ label: texts.segmentNames[name], value: <Mono>{hex}</Mono> }))}
      />
    </Stack>
  )
}

function textOf(values: recycle.DecodedMessage['now'], field: (typeof fields)[number]): string {
  if (field === 'reason') return values.reason ? recycleTexts.reasons[values.reason] : '–'
  if (field === 'counter') return values.counter?.toLocaleString('en') ?? '–'
  return values.iccid ?? '–'
}

function cmacText(isGenuine: boolean | null): string {
  if (isGenuine === null) return texts.unchecked
  return isGenuine ? texts.genuine : texts.forged
}
