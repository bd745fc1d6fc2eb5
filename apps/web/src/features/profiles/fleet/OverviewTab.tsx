import { Anchor, Tooltip } from '@mantine/core'
import type { Profile } from '@simwright/contract/profiles/fleet'
import * as fleet from '@simwright/contract/profiles/fleet'
import type { Explanation } from '@simwright/contract/profiles/refusal-text'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { batchLogPath, configurationPath } from '../../../esim/path.ts'
import { OrderStateBadge, ProfileStatusBadge, shownStatus } from '../../../esim/profile-state.tsx'
import { regionName } from '../../../esim/region.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { erasureTexts } from '../../../texts/erasure.ts'
import { orderExplanations, statusExplanations } from '../../../texts/explain.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { tagTexts } from '../../../texts/tag.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Grid, Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { AttributeValues } from './AttributeValues.tsx'
import { BlockDevice } from './BlockDevice.tsx'
import { BlockedNotice, useBlockOf } from './Blocked.tsx'
import { GroupValue, NotesValue } from './EditableValue.tsx'
import { ExplanationDisclosure } from './EventDetails.tsx'
import { FailurePanel } from './FailurePanel.tsx'
import { fleetTexts } from './fleet-texts.ts'
import { LeakNotice } from './LeakNotice.tsx'
import { OutstandingNotice } from './OutstandingNotice.tsx'
import classes from './OverviewTab.module.css'
import { ReleaseFromDevice } from './ReleaseFromDevice.tsx'
import { StockNotice } from './StockNotice.tsx'
import { TagsValue } from './TagsValue.tsx'

const texts = fleetTexts.overview
const { names } = profileTexts

type OverviewTabProps = { profile: Profile; pollMs: number; onTimeline: () => void }

/** Both states with their times, the subscriber, the bound device, the counters and the origin of a profile. */
export function OverviewTab({ profile, pollMs, onTimeline }: OverviewTabProps) {
  const rule = useBlockOf(profile)
  return (
    <>
      {rule && <BlockedNotice rule={rule} />}
      <LeakNotice profile={profile} pollMs={pollMs} />
      <StockNotice profile={profile} />
      <OutstandingNotice profile={profile} />
      {profile.status !== 'AVAILABLE' && <FailurePanel profile={profile} pollMs={pollMs} onTimeline={onTimeline} />}
      <Grid min={200} gap={12}>
        <State
          name={texts.device}
          badge={<ProfileStatusBadge status={profile.status} orderState={profile.orderState} />}
          at={profile.statusAt}
          text={profileTexts.statuses[shownStatus(profile)].text}
          explanation={statusExplanations[shownStatus(profile)]}
        />
        <State
          name={texts.order}
          badge={<OrderStateBadge state={profile.orderState} />}
          at={profile.orderStateAt}
          text={profileTexts.orderStates[profile.orderState].text}
          explanation={orderExplanations[profile.orderState]}
        />
      </Grid>
      <Subscriber profile={profile} />
      <AttributeValues profile={profile} />
      <Section title={texts.binding}>
        <KeyValue
          items={[
            {
              label: texts.boundTo,
              value: profile.eid ? <Identifier copyAs={names.eid}>{profile.eid}</Identifier> : texts.boundToNone,
            },
            { label: texts.imei, value: <Imei profile={profile} /> },
            { label: texts.brand, value: profile.deviceBrand },
            { label: texts.model, value: profile.deviceModel },
            {
              label: texts.release,
              value: profile.deviceRelease && say(texts.releaseOf, { release: profile.deviceRelease }),
            },
            { label: erasureTexts.keys, value: keysText(profile) },
            { label: texts.region, value: regionName(profile.region) },
          ]}
        />
        <Row mt={10}>
          {profile.eid && rule?.kind !== 'EID' && <BlockDevice profileId={profile.id} />}
          <ReleaseFromDevice profile={profile} />
        </Row>
      </Section>
      <Section title={texts.counters}>
        <KeyValue items={countersOf(profile)} />
      </Section>
      <Section title={texts.origin}>
        <Origin profile={profile} />
      </Section>
    </>
  )
}

/** The IMEI of the bound device, if its LPA sent it. */
function Imei({ profile: { id, eid } }: { profile: Profile }) {
  const device = useAsk(fleet.device, { id }, { enabled: eid !== null }).data
  if (!device?.imei) return texts.noImei
  return device.imeiMasked ? (
    <>
      {device.imei} <Note size="small">{texts.imeiMasked}</Note>
    </>
  ) : (
    <Identifier copyAs={texts.imei}>{device.imei}</Identifier>
  )
}

/** Whether a new code can be generated from the stored keys. */
const keysText = ({ keysErasedAt: at }: Profile) =>
  at === null ? erasureTexts.present : say(erasureTexts.erased, { time: formatTime(at) })

function Subscriber({ profile }: { profile: Profile }) {
  return (
    <Section title={texts.subscriber}>
      <KeyValue
        items={[
          { label: names.iccid, value: <Identifier copyAs={names.iccid}>{profile.iccid}</Identifier> },
          { label: names.imsi, value: <Identifier copyAs={names.imsi}>{profile.imsi}</Identifier> },
          {
            label: names.msisdn,
            value: profile.msisdn && <Identifier copyAs={names.msisdn}>{profile.msisdn}</Identifier>,
          },
          { label: texts.spn, value: profile.spn },
          { label: texts.group, value: <GroupValue key={profile.id} profile={profile} /> },
          { label: tagTexts.title, value: <TagsValue key={profile.id} profile={profile} /> },
          { label: texts.notes, value: <NotesValue key={profile.id} profile={profile} /> },
        ]}
      />
    </Section>
  )
}

type StateProps = { name: string; badge: ReactNode; at: string; text: string; explanation: Explanation }

function State({ name, badge, at, text, explanation }: StateProps) {
  return (
    <Stack gap={0} className="boxed" style={{ padding: '12px 14px' }}>
      <Row justify="between" nowrap>
        <Note as="span" size="small">
          {name}
        </Note>
        {badge}
      </Row>
      <p className={classes.text}>{text}</p>
      <Time at={at} className="fine faint">
        {say(texts.since, { time: formatTime(at) })}
      </Time>
      <div style={{ marginTop: 4 }}>
        <ExplanationDisclosure explanation={explanation} />
      </div>
    </Stack>
  )
}

function countersOf(profile: Profile) {
  const of = (count: number, max: number) => say(texts.of, { count, max })
  const confirmationText =
    profile.confirmationFailures > 0
      ? sayCount(texts.confirmationFailures, profile.confirmationFailures)
      : texts.confirmationAsked
  return [
    { label: texts.downloads, value: sayCount(texts.times, profile.downloads) },
    { label: texts.attempts, value: of(profile.attempts, profile.maxAttempts) },
    { label: texts.redownloads, value: of(profile.redownloads, profile.maxRedownloads) },
    {
      label: texts.confirmationCode,
      value: profile.confirmationCodeRequired ? confirmationText : texts.confirmationNone,
    },
    { label: texts.expires, value: profile.expiresAt ? <Time at={profile.expiresAt} /> : texts.expiresNever },
  ]
}

function Origin({ profile }: { profile: Profile }) {
  const maySeeConfiguration = useAllowed('Profile_Config_View')
  const maySeeBatch = useAllowed('Generate_AC_Log_View')
  const { configurationId, configurationName, configurationVersion: version, createdBy } = profile
  const { createdAt } = profile
  const created = createdBy
    ? say(texts.createdBy, { time: formatTime(createdAt), name: createdBy })
    : formatTime(createdAt)
  return (
    <KeyValue
      items={[
        {
          label: texts.configuration,
          value: (
            <>
              {maySeeConfiguration ? (
                <Anchor component={Link} {...configurationPath('view', configurationId)} inherit>
                  {configurationName}
                </Anchor>
              ) : (
                configurationName
              )}
              , {say(texts.version, { version })}
            </>
          ),
        },
        ...(profile.batchCode === ''
          ? []
          : [
              {
                label: texts.batch,
                value: maySeeBatch ? (
                  <Anchor component={Link} {...batchLogPath(profile.batchId)} inherit>
                    {profile.batchCode}
                  </Anchor>
                ) : (
                  profile.batchCode
                ),
              },
            ]),
        ...(profile.campaignName ? [{ label: texts.campaign, value: profile.campaignName }] : []),
        {
          label: texts.source,
          value: profile.protection ? profileTexts.protections[profile.protection] : texts.sourceHere,
        },
        { label: fleetTexts.columns.acFormat, value: profileTexts.acFormats[profile.acFormat] },
        { label: texts.created, value: <Time at={createdAt}>{created}</Time> },
        ...(profile.testDevicesOnly ? [{ label: texts.devices, value: <TestOnly /> }] : []),
      ]}
    />
  )
}

function TestOnly() {
  return (
    <Tooltip label={texts.testOnlyText} multiline w={280}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tip must be reachable by keyboard */}
      <span tabIndex={0}>
        <StatusBadge tone="violet">{texts.testOnly}</StatusBadge>
      </span>
    </Tooltip>
  )
}
