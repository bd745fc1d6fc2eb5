import { ActionIcon, Alert, Button, Menu, Skeleton } from '@mantine/core'
import * as rule from '@simwright/contract/provisioning/rule'
import {
  IconAlertTriangle,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { RuleDialog } from './RuleDialog.tsx'
import { RuleLog } from './RuleLog.tsx'
import { ownerOf, RuleStateBadge } from './rule-state.tsx'
import { ruleTexts as texts } from './rule-texts.ts'

const POLL_MS = 15_000

type RuleViewProps = { id: string; onBack: () => void }

/** Page of one rule: what it does in words, its counters, and its log. */
export function RuleView({ id, onBack }: RuleViewProps) {
  const answer = useAsk(rule.get, { id }, { pollMs: POLL_MS })
  const { data, error } = answer
  if (data) return <LoadedRule one={data} onBack={onBack} />
  return (
    <>
      <PageHeader title={pageTexts.rules} />
      {error ? (
        <Panel>
          {isProblem(error, 'not_found') || isProblem(error, 'invalid') ? (
            <EmptyState
              drawing="lost"
              title={texts.goneTitle}
              text={texts.goneText}
              button={{ label: texts.goneBack, onClick: onBack }}
            />
          ) : (
            <ErrorState problem={error} onRetry={() => void answer.refetch()} />
          )}
        </Panel>
      ) : (
        <Skeleton height={480} radius="lg" />
      )}
    </>
  )
}

type RuleProps = { one: rule.Rule }

function LoadedRule({ one, onBack }: RuleProps & { onBack: () => void }) {
  return (
    <Stack>
      <PageHeader
        back={{ label: pageTexts.rules, onClick: onBack }}
        title={one.name}
        mark={<RuleStateBadge state={one.state} />}
        text={one.sentence}
        actions={<Actions one={one} onRemoved={onBack} />}
      />
      {one.stopReason && one.stoppedAt && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={say(texts.stopped, { time: formatTime(one.stoppedAt) })}
        >
          {rule.ruleStopReasons[one.stopReason]} {texts.stoppedHelp}
        </Alert>
      )}
      <Facts one={one} />
      <RuleLog ruleId={one.id} />
    </Stack>
  )
}

function Facts({ one }: RuleProps) {
  const { facts } = texts
  const { hourlyLimit, actedToday, waiting, savedAt, createdAt, createdBy } = one
  return (
    <Panel title={facts.title}>
      <KeyValue
        items={[
          { label: facts.limit, value: hourlyLimit.toLocaleString('en') },
          { label: facts.actedToday, value: actedToday.toLocaleString('en') },
          { label: facts.waiting, value: waiting.toLocaleString('en') },
          { label: facts.owner, value: <Time at={savedAt}>{said(ownerOf(one), savedAt)}</Time> },
          { label: facts.created, value: <Time at={createdAt}>{said(createdBy, createdAt)}</Time> },
        ]}
      />
    </Panel>
  )
}

const said = (name: string, at: string) => say(texts.facts.saved, { name: name || '–', time: formatTime(at) })

function Actions({ one, onRemoved }: RuleProps & { onRemoved: () => void }) {
  const { actions } = texts
  const mayEdit = useAllowed('Rule_Edit')
  const [isEditing, setIsEditing] = useState(false)
  const changes = { changes: [rule.list, rule.get, rule.log] }
  const pause = useMutation(rule.pause, changes)
  const resume = useMutation(rule.resume, changes)
  const remove = useMutation(rule.remove, changes)
  if (!mayEdit) return null
  const { id, name, version, waiting } = one
  const askPause = async () => {
    const title = say(actions.pauseTitle, { name })
    const text = say(actions.pauseText, { count: waiting })
    if (waiting > 0 && !(await confirm({ title, text, proceed: actions.pause }))) return
    pause.mutate({ id }, { onSuccess: () => toast.success(actions.paused) })
  }
  const askResume = () => resume.mutate({ id }, { onSuccess: () => toast.success(actions.resumed) })
  const askRemove = async () => {
    const title = say(actions.removeTitle, { name })
    if (!(await confirm({ title, text: actions.removeText, proceed: actions.remove, tone: 'danger' }))) return
    const done = () => {
      toast.success(actions.removed)
      onRemoved()
    }
    remove.mutate({ id, version }, { onSuccess: done })
  }
  return (
    <Row gap={8}>
      {one.state === 'ACTIVE' ? (
        <Button variant="default" leftSection={<IconPlayerPause size={16} />} {...button(pause, askPause)}>
          {actions.pause}
        </Button>
      ) : (
        <Button variant="default" leftSection={<IconPlayerPlay size={16} />} {...button(resume, askResume)}>
          {actions.resume}
        </Button>
      )}
      <Button leftSection={<IconPencil size={16} />} onClick={() => setIsEditing(true)}>
        {actions.edit}
      </Button>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon size={34} variant="default" aria-label={actions.more}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item c="var(--danger-text)" leftSection={<IconTrash size={16} />} onClick={() => void askRemove()}>
            {actions.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RuleDialog isOpen={isEditing} one={one} onClose={() => setIsEditing(false)} onSaved={() => undefined} />
    </Row>
  )
}

const button = ({ isPending }: { isPending: boolean }, onClick: () => unknown) => ({
  loading: isPending,
  onClick: () => void onClick(),
})
