import type { PhoneAction, PhoneMessageKind, VirtualPhone } from '@simwright/contract/provisioning/virtual-phone'
import { TRIES_A_DAY } from '@simwright/contract/provisioning/virtual-phone'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from '../../../base/url.ts'
import { profilePath } from '../../../esim/path.ts'
import { pages } from '../../../paths.ts'
import { pageTexts } from '../../../texts/page.ts'
import { sayCount } from '../../../texts/text.ts'
import { type PhonePhase, virtualPhoneTexts as texts } from '../../../texts/virtual-phone.ts'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { toast } from '../../../ui/toast.ts'
import { DeviceBench } from './DeviceBench.tsx'
import { MessageList } from './MessageList.tsx'
import { PhoneActions } from './PhoneActions.tsx'
import { PhonePicture } from './PhonePicture.tsx'
import { type Acting, usePaced, usePhone } from './use-phone.ts'
import classes from './VirtualPhonePage.module.css'

/** A virtual phone that tries a profile, with its messages as they happen. */
export function VirtualPhonePage() {
  const [{ profile }] = useAddress(pages.virtualPhone)
  return (
    <>
      <PageHeader
        title={pageTexts.virtualPhone}
        text={texts.purpose}
        back={profile === undefined ? undefined : { label: pages.fleet.title, to: profilePath(profile) }}
      />
      {profile === undefined ? (
        <Panel>
          <EmptyState
            drawing="search"
            title={texts.noProfile}
            text={texts.noProfileText}
            button={{ label: texts.fleet, to: pages.fleet.path }}
          />
        </Panel>
      ) : (
        <Phone key={profile} profileId={profile} />
      )}
    </>
  )
}

function Phone({ profileId }: { profileId: string }) {
  const navigate = useNavigate()
  const onClosed = () => {
    toast.success(texts.closed)
    void navigate(profilePath(profileId))
  }
  const { answer, phone, act, ...rest } = usePhone(profileId, onClosed)
  const shown = usePaced(phone?.messages.length ?? 0, phone?.id)
  const [isStepwise, setIsStepwise] = useState(false)
  if (answer.error?.code === NOT_FOUND)
    return (
      <Panel>
        <EmptyState drawing="broken" title={texts.unavailable} text={texts.unavailableText} />
      </Panel>
    )
  if (answer.error) return <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
  const isBusy = rest.isStarting || (phone !== undefined && (phone.action !== null || shown < phone.messages.length))
  const start = (what: Acting) => act({ ...what, ...(isStepwise ? { stepByStep: true } : {}) })
  const controls = { phone, isBusy, onAct: start }
  return (
    <Grid columns="320px minmax(0, 1fr)" singleBelow="62em" gap={24} align="start">
      <div className={classes.side}>
        <PhonePicture phone={phone} phase={isBusy ? phaseOf(phone, shown) : null} />
        <PhoneActions {...controls} isClosing={rest.isClosing} onNext={rest.next} onClose={rest.close} />
        {answer.data && !phone && (
          <p className="compact muted" style={{ textAlign: 'center' }}>
            {sayCount(texts.left, answer.data.triesLeft, { max: TRIES_A_DAY })}
          </p>
        )}
      </div>
      <Stack>
        <MessageList messages={phone?.messages.slice(0, shown) ?? []} isBusy={isBusy} />
        <DeviceBench {...controls} isStepwise={isStepwise} onStepwise={setIsStepwise} />
      </Stack>
    </Grid>
  )
}

const NOT_FOUND = '19404'

/** What the picture shows: what the next message is about, which may wait to be read, or what is going on without one yet. */
function phaseOf(phone: VirtualPhone | undefined, shown: number): PhonePhase {
  const next = phone?.messages[shown]
  const action = phone?.action ?? lastActionOf(phone)
  if (next) return PHASE_OF[next.kind] ?? action
  const done = phone?.messages.findLast(({ kind }) => kind in ACTION_OF)
  return done && ACTION_OF[done.kind] === action ? 'REPORT' : action
}

const lastActionOf = (phone: VirtualPhone | undefined): PhoneAction => {
  const last = phone?.messages.findLast(({ kind }) => kind in ACTION_OF)
  return (last && ACTION_OF[last.kind]) ?? 'DOWNLOAD'
}

/** The message that says that an action is done; reporting it to the SM-DP+ may follow. */
const ACTION_OF: Partial<Record<PhoneMessageKind, PhoneAction>> = {
  INSTALLED: 'DOWNLOAD',
  ENABLED: 'ENABLE',
  DISABLED: 'DISABLE',
  DELETED: 'DELETE',
}

const PHASE_OF: Partial<Record<PhoneMessageKind, PhonePhase>> = {
  ...ACTION_OF,
  INITIATE_AUTHENTICATION: 'DOWNLOAD',
  HANDLE_NOTIFICATION: 'REPORT',
  IMSI_READ: 'CHECK',
  PROVIDER_READ: 'CHECK',
  NETWORK_AUTHENTICATED: 'CHECK',
  NETWORK_NOT_AUTHENTICATED: 'CHECK',
}
