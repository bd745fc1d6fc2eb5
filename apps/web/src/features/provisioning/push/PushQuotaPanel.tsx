import { Alert, Skeleton } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import type * as push from '@simwright/contract/provisioning/push'
import { PUSH_HOURS } from '@simwright/contract/provisioning/push'
import type { Problem } from '../../../api/problem.ts'
import { say } from '../../../texts/text.ts'
import { Meter } from '../../../ui/chart/Meter.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import classes from './EidPushPage.module.css'
import { pushTexts as texts } from './push-texts.ts'

export type PushQuota = OutputOf<typeof push.room>

type PushQuotaPanelProps = { quota: PushQuota | undefined; problem: Problem | null; onRetry: () => void }

/** How many pushes are left, and on which SM-DS they are registered. */
export function PushQuotaPanel({ quota, problem, onRetry }: PushQuotaPanelProps) {
  return (
    <Panel title={texts.room.title}>
      {!quota && (problem ? <ErrorState problem={problem} onRetry={onRetry} /> : <Skeleton height={180} />)}
      {quota && <Quota quota={quota} />}
    </Panel>
  )
}

function Quota({ quota }: { quota: PushQuota }) {
  const { used, max, refused, own, smds, testDevicesOnly } = quota
  const left = Math.max(0, max - used)
  return (
    <>
      {refused && (
        <Alert color="yellow" mb="md">
          {refused}
        </Alert>
      )}
      <Meter
        label={texts.room.label}
        used={used}
        max={max}
        shows="left"
        value={say(texts.room.left, { left, max })}
        note={texts.room.note}
      />
      <Stack gap={12} mt={16} className="ruled size-text muted" style={{ paddingTop: 16 }}>
        <Row className={classes.smds}>
          {texts.way.smds} <Mono copyAs={texts.way.smds}>{smds}</Mono>
        </Row>
        <p>{own ? texts.way.own : texts.way.other}</p>
        {testDevicesOnly && <p>{texts.way.test}</p>}
        <p>{say(texts.way.hours, { hours: PUSH_HOURS })}</p>
      </Stack>
    </>
  )
}
