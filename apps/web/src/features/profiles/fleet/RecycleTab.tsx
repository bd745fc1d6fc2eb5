import { Button } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import type { Profile } from '@simwright/contract/profiles/fleet'
import type { OperationKind } from '@simwright/contract/provisioning/operation-kind'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { OperationStrip } from '../../../esim/OperationStrip.tsx'
import { recycleLogPath } from '../../../esim/path.ts'
import { RecycleBadge, type RecycleDisplayStatus } from '../../../esim/recycle-state.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { recycleTexts } from '../../../texts/recycle.ts'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { AppletMessage } from './AppletMessage.tsx'
import { DrawerSkeleton } from './DrawerSkeleton.tsx'
import { GenerateAgain } from './GenerateAgain.tsx'
import { OperationDialog } from './OperationDialog.tsx'
import overview from './OverviewTab.module.css'
import { RecycleSimulator } from './RecycleSimulator.tsx'
import classes from './RecycleTab.module.css'

const texts = recycleTexts.tab
const POLL_MS = 5_000

type Recycling = OutputOf<typeof recycle.profile>

/** When a profile is recycled, what recycling does, and the message of its applet. */
export function RecycleTab({ profile }: { profile: Profile }) {
  const query = useAsk(recycle.profile, { id: profile.id }, { pollMs: POLL_MS })
  const mayEdit = useAllowed('Fleet_Edit')
  const recycling = query.data
  if (!recycling) {
    return query.error ? <ErrorState problem={query.error} onRetry={() => void query.refetch()} /> : <DrawerSkeleton />
  }
  return (
    <>
      <State profile={profile} recycling={recycling} />
      <Section title={texts.what}>
        <p className={classes.text}>{recycleTexts.about.does}</p>
        <p className={classes.text}>{say(recycleTexts.about.doesNot, { days: recycle.RECYCLE_WAIT_DAYS })}</p>
      </Section>
      <Section title={texts.applet} text={texts.appletText}>
        <AppletMessage profile={profile} recycling={recycling} />
      </Section>
      {mayEdit && recycling.testDevicesOnly && (
        <Section title={texts.simulator} text={texts.simulatorText}>
          <RecycleSimulator profileId={profile.id} />
        </Section>
      )}
    </>
  )
}

const shownRecycling = ({ status, begunAt }: Recycling): RecycleDisplayStatus =>
  status === 'SCHEDULED' && begunAt ? 'WAITING' : status

function State({ profile, recycling }: { profile: Profile; recycling: Recycling }) {
  const maySeeLog = useAllowed('Recycle_Log_View')
  const shown = shownRecycling(recycling)
  const text = shown === 'RECYCLED' && !recycling.inStock ? texts.states.RECYCLED_BEFORE : texts.states[shown]
  const { at, reason, waitsUntil } = recycling
  const timeName = shown === 'RECYCLED' ? texts.done : shown === 'FAILED' ? texts.gaveUp : texts.time
  return (
    <Section
      title={texts.title}
      actions={
        maySeeLog && (
          <Button component={Link} {...recycleLogPath(profile.iccid)} variant="subtle" size="xs">
            {texts.log}
          </Button>
        )
      }
    >
      <Stack gap={0} className="boxed" style={{ padding: '12px 14px' }}>
        <Row justify="between" nowrap>
          <RecycleBadge status={shown} />
        </Row>
        <p className={overview.text}>{text}</p>
        <KeyValue
          items={[
            { label: timeName, value: at && <Time at={at} /> },
            ...(reason ? [{ label: texts.reason, value: recycleTexts.reasons[reason] }] : []),
            ...(waitsUntil ? [{ label: texts.waitsUntil, value: <Time at={waitsUntil} /> }] : []),
          ]}
        />
        {recycling.inStock && <GenerateAgain profileId={profile.id} />}
        {!recycling.inStock && <RecycleActions profileId={profile.id} isSet={recycling.status === 'SCHEDULED'} />}
      </Stack>
    </Section>
  )
}

function RecycleActions({ profileId, isSet }: { profileId: string; isSet: boolean }) {
  const [kind, setKind] = useState<OperationKind>()
  const [running, setRunning] = useState<string>()
  if (!useAllowed('Fleet_Edit')) return null
  const close = () => setKind(undefined)
  return (
    <>
      <Row mt={12}>
        <Button size="xs" variant="default" onClick={() => setKind('RECYCLE_TIME')}>
          {isSet ? texts.change : texts.set}
        </Button>
        <Button size="xs" variant="default" onClick={() => setKind('RECYCLE')}>
          {texts.now}
        </Button>
      </Row>
      {running && (
        <div style={{ margin: '12px 0 -16px' }}>
          <OperationStrip id={running} onUndo={setRunning} onClose={() => setRunning(undefined)} />
        </div>
      )}
      <OperationDialog
        kind={kind}
        selection={{ ids: [profileId] }}
        onClose={close}
        onStarted={(id) => {
          setRunning(id)
          close()
        }}
      />
    </>
  )
}
