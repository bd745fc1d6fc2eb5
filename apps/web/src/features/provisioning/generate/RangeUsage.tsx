import { Button, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import type { InputOf, OutputOf } from '@simwright/contract/endpoint'
import * as batch from '@simwright/contract/provisioning/batch'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Grid, Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { rangeTexts } from './range-texts.ts'
import classes from './SetupView.module.css'

const texts = rangeTexts.keeper

type Kind = InputOf<typeof batch.rangeUse>['kind']
type Use = OutputOf<typeof batch.rangeUse>
type State = Use['runs'][number]['state']

const tones: Record<State, Tone> = { used: 'neutral', taken: 'danger', doubled: 'warning', free: 'success' }
const DEFAULT_COUNT = 10_000

/** Which numbers of a range are used, free or duplicate; a free range can be copied into the form. */
export function RangeUsage({ onFree }: { onFree: (kind: Kind, first: string) => void }) {
  const [kind, setKind] = useState<Kind>('ICCID')
  const [first, setFirst] = useState('')
  const [count, setCount] = useState<number | string>(DEFAULT_COUNT)
  const usage = useMutation(batch.rangeUse, { silent: true })
  const faultOf = (path: string) => usage.error?.faults.find((fault) => fault.path === path)?.text
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    usage.mutate({ kind, first, count: Number(count) })
  }
  return (
    <Panel title={texts.title} text={texts.text}>
      <Stack as="form" gap={14} onSubmit={submit} noValidate>
        <SegmentedControl
          aria-label={texts.kind}
          data={['ICCID', 'IMSI']}
          value={kind}
          onChange={(next) => {
            setKind(next as Kind)
            usage.reset()
          }}
        />
        <TextInput
          label={texts.first}
          inputMode="numeric"
          autoComplete="off"
          value={first}
          error={faultOf('first') ?? (usage.error && usage.error.faults.length === 0 ? usage.error.message : undefined)}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <NumberInput
          label={texts.count}
          min={1}
          max={batch.RANGE_USE_MAX}
          clampBehavior="none"
          allowDecimal={false}
          thousandSeparator=","
          value={count}
          error={faultOf('count')}
          onChange={setCount}
        />
        <Button type="submit" variant="default" loading={usage.isPending}>
          {texts.look}
        </Button>
      </Stack>
      {usage.data && <UsageResult use={usage.data} onFree={(from) => onFree(kind, from)} />}
    </Panel>
  )
}

function UsageResult({ use, onFree }: { use: Use; onFree: (first: string) => void }) {
  const { number } = useMasks()
  const { used, taken, doubled, free, isCut, last } = use
  return (
    <div style={{ marginTop: 14 }} role="status">
      <Note size="small">
        {[
          sayCount(texts.sums.used, used),
          ...(taken > 0 ? [sayCount(texts.sums.taken, taken)] : []),
          ...(doubled > 0 ? [sayCount(texts.sums.doubled, doubled)] : []),
          sayCount(texts.sums.free, free),
        ].join(' ')}
        {isCut && ` ${say(texts.cut, { last: number(last) })}`}
      </Note>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.runs} aria-label={texts.runs} tabIndex={0}>
        <ul>
          {use.runs.map((run) => (
            <Grid
              as="li"
              columns="minmax(0, 1fr) auto"
              gap="4 8"
              align="center"
              key={run.first}
              className={classes.run}
            >
              <Row as="span" nowrap>
                <StatusBadge tone={tones[run.state]}>{texts.states[run.state]}</StatusBadge>
                <Note as="span" size="small">
                  {run.count.toLocaleString('en')}
                </Note>
              </Row>
              <span className={classes.runNumbers}>
                {number(run.first)}
                {run.count > 1 && (
                  <>
                    {' –'}
                    <br />
                    {number(run.last)}
                  </>
                )}
              </span>
              {run.state === 'free' && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={say(texts.takeFrom, { first: number(run.first) })}
                  onClick={() => onFree(run.first)}
                >
                  {texts.take}
                </Button>
              )}
            </Grid>
          ))}
        </ul>
      </section>
    </div>
  )
}
