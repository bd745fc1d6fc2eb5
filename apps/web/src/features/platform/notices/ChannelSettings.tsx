import { Checkbox, Select, Skeleton, Tooltip } from '@mantine/core'
import type { OutputOf } from '@simwright/contract'
import * as notice from '@simwright/contract/platform/notice'
import {
  isNoticeKind,
  type NoticeChannel,
  type NoticeTopic,
  noticeChannels,
  noticeKindRow,
  noticeTopics,
} from '@simwright/contract/platform/notice-kind'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { noticeTexts } from '../../../texts/notice.ts'
import { say } from '../../../texts/text.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Notifications.module.css'

const texts = noticeTexts.channels

type Choices = OutputOf<typeof notice.choices>
type Choice = Choices['kinds'][number]

/** Where the user wants each kind of notification, and whether mails come one by one or once a day. */
export function ChannelSettings() {
  const choices = useAsk(notice.choices, {})
  if (choices.error) return <ErrorState problem={choices.error} onRetry={() => void choices.refetch()} />
  return (
    <>
      <FormSection title={texts.digest.title} text={texts.digest.text}>
        {choices.data ? <DigestChoice digest={choices.data.digest} /> : <Skeleton height={62} />}
      </FormSection>
      <FormSection title={texts.title} text={texts.text}>
        {choices.data ? <KindTable kinds={choices.data.kinds} /> : <Skeleton height={420} />}
      </FormSection>
    </>
  )
}

const SINGLE = 'single'

const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const digestChoices = [
  { value: SINGLE, label: texts.digest.single },
  ...Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: say(texts.digest.daily, { hour: hourName(hour) }),
  })),
]

function DigestChoice({ digest }: { digest: Choices['digest'] }) {
  const set = useMutation(notice.setDigest, {
    changes: [notice.choices],
    onSuccess: () => toast.success(texts.digest.saved),
  })
  return (
    <Stack gap={8}>
      <Select
        label={texts.digest.label}
        data={digestChoices}
        value={digest ? String(digest.hour) : SINGLE}
        allowDeselect={false}
        disabled={set.isPending}
        maw={360}
        onChange={(value) => set.mutate({ hour: value === null || value === SINGLE ? null : Number(value) })}
      />
      {digest && <Note>{say(texts.digest.next, { time: formatTime(digest.nextAt), zone: digest.timeZone })}</Note>}
    </Stack>
  )
}

function KindTable({ kinds }: { kinds: readonly Choice[] }) {
  const byTopic = Map.groupBy(
    // a newer server knows more kinds than this tab
    kinds.filter(({ kind }) => isNoticeKind(kind)),
    ({ kind }) => noticeKindRow(kind).topic,
  )
  const topics = (Object.keys(noticeTopics) as NoticeTopic[]).filter((topic) => byTopic.has(topic))
  return (
    <PlainTable className={classes.kinds}>
      <thead>
        <tr>
          <th scope="col">{texts.kind}</th>
          {noticeChannels.map((channel) => (
            <th key={channel} scope="col" className={classes.channel}>
              {texts.names[channel]}
            </th>
          ))}
        </tr>
      </thead>
      {topics.map((topic) => (
        <tbody key={topic}>
          <tr>
            <th scope="rowgroup" colSpan={1 + noticeChannels.length} className={classes.topic}>
              {noticeTopics[topic]}
            </th>
          </tr>
          {byTopic.get(topic)?.map((choice) => (
            <KindLine key={choice.kind} choice={choice} />
          ))}
        </tbody>
      ))}
    </PlainTable>
  )
}

function KindLine({ choice: { kind, channels } }: { choice: Choice }) {
  const { label, about } = noticeKindRow(kind)
  return (
    <tr>
      <th scope="row">
        <span className={classes.kindName}>{label}</span>
        <span className={classes.kindAbout}>{about}</span>
      </th>
      {noticeChannels.map((channel) => (
        <td key={channel} className={classes.channel}>
          <ChannelSwitch kind={kind} channel={channel} isOn={channels[channel]} />
        </td>
      ))}
    </tr>
  )
}

type ChannelSwitchProps = { kind: Choice['kind']; channel: NoticeChannel; isOn: boolean }

function ChannelSwitch({ kind, channel, isOn }: ChannelSwitchProps) {
  const choose = useMutation(notice.choose, { changes: [notice.choices] })
  const { label, channels } = noticeKindRow(kind)
  const isNever = channels[channel] === 'never'
  const isFixed = channels[channel] === 'always' || isNever
  const shown = choose.isPending ? !isOn : isOn
  return (
    <Tooltip label={isNever ? texts.never : texts.always} disabled={!isFixed}>
      <Checkbox
        classNames={{ body: classes.check }}
        aria-label={say(texts.label, { kind: label, channel: texts.names[channel] })}
        checked={shown}
        disabled={isFixed || choose.isPending}
        onChange={(event) => choose.mutate({ kind, channel, isOn: event.currentTarget.checked })}
      />
    </Tooltip>
  )
}
