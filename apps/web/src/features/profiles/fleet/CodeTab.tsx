import { Alert, Anchor, Button, Menu } from '@mantine/core'
import type { Profile, ProfileStatus } from '@simwright/contract/profiles/fleet'
import * as delivery from '@simwright/contract/provisioning/delivery'
import {
  IconBrandAndroid,
  IconBrandApple,
  IconBrandWindows,
  IconCheck,
  IconChevronDown,
  IconCopy,
  IconExternalLink,
  IconFileTypePdf,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSave } from '../../../api/save.ts'
import { CodePicture } from '../../../esim/CodePicture.tsx'
import { type CopyForm, copyForms } from '../../../esim/copy-as.ts'
import { ManualFields } from '../../../esim/ManualFields.tsx'
import { type OneTapPlatform, oneTapLink, oneTapPlatforms } from '../../../esim/one-tap.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { canBeTried, TryPhone } from '../../../esim/TryPhone.tsx'
import { WhereItWorks } from '../../../esim/WhereItWorks.tsx'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Note, Row, Title } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { CopyButton, copyText } from '../../../ui/text/CopyButton.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './CodeTab.module.css'
import { FailurePanel } from './FailurePanel.tsx'
import { fleetTexts } from './fleet-texts.ts'
import { GenerateAgain } from './GenerateAgain.tsx'
import { MailSection } from './MailSection.tsx'
import { PageState } from './PageState.tsx'

const texts = fleetTexts.code
const delivering = deliveryTexts.code

type CodeTabProps = { profile: Profile; pollMs: number; onTimeline: () => void }

/** The activation code as QR code, text, links and files; above it why its last download failed. */
export function CodeTab({ profile, pollMs, onTimeline }: CodeTabProps) {
  const { activationCode: code, link } = profile
  return (
    <>
      {profile.status === 'AVAILABLE' && <FailurePanel profile={profile} pollMs={pollMs} onTimeline={onTimeline} />}
      <Usability profile={profile} />
      <Row gap="16 24" align="start">
        <div className={classes.qr}>
          <CodePicture
            code={code}
            name={profile.iccid}
            size={248}
            more={hasLabel(profile) ? (look) => <LabelButton profileId={profile.id} look={look} /> : undefined}
          />
        </div>
        <CodeText profile={profile} />
      </Row>
      {!profile.sample && (
        <Section title={texts.link} text={link === null ? texts.linkNone : texts.linkText}>
          {link !== null && <PublicLink link={link} />}
          {link !== null && <PageState profileId={profile.id} />}
        </Section>
      )}
      <Section title={texts.oneTap} text={texts.oneTapText}>
        <ul className={classes.links}>
          {oneTapPlatforms.map((platform) => (
            <OneTapLine key={platform} platform={platform} code={code} />
          ))}
        </ul>
      </Section>
      {!profile.sample && <MailSection profile={profile} />}
      <Section title={texts.manual}>
        <ManualFields smdpAddress={profile.smdpAddress} matchingId={profile.matchingId} />
      </Section>
    </>
  )
}

/** The code as a text, and what a device needs to use it. */
function CodeText({ profile }: { profile: Profile }) {
  const masks = useMasks()
  return (
    <div style={{ flex: '1 1 240px', minWidth: 0 }}>
      <Title mb={6}>{texts.string}</Title>
      <code className={classes.string}>{masks.code(profile.activationCode)}</code>
      <CopyButtons code={profile.activationCode} />
      {profile.testDevicesOnly && canBeTried(profile) && (
        <Row mt={12}>
          <TryPhone profileId={profile.id} variant="default" />
        </Row>
      )}
      {profile.confirmationCodeRequired && <Note mt={12}>{texts.confirmation}</Note>}
      {!profile.sample && <WhereItWorks />}
    </div>
  )
}

function LabelButton({ profileId, look }: { profileId: string; look: string }) {
  const save = useSave(delivery.label)
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconFileTypePdf size={14} />}
      aria-label={delivering.labelOf}
      loading={save.isPending}
      onClick={() => save.start({ profileId, look: look as 'standard' })}
    >
      {delivering.label}
    </Button>
  )
}

function PublicLink({ link }: { link: string }) {
  const masks = useMasks()
  return (
    <Row className={classes.link}>
      <CopyField label={texts.link} labelIs="spoken" value={link} shown={masks.code(link)} />
      {!masks.isOn && (
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} />}
        >
          {texts.linkOpen}
        </Button>
      )}
    </Row>
  )
}

const inUse: readonly ProfileStatus[] = ['DOWNLOADED', 'INSTALLED', 'ENABLED', 'DISABLED']

/** Labels exist for the code of a single profile, not of a campaign, while it is available or in use. */
const hasLabel = ({ status, campaignId }: Profile) =>
  campaignId === null && (status === 'AVAILABLE' || inUse.includes(status))

/** Explains why no further device can use the code; renders nothing if one can. */
function Usability({ profile: { id, status, sample } }: { profile: Profile }) {
  if (sample) {
    return (
      <Alert color="gray" variant="light" mb="md" title={profileTexts.sample.title}>
        {profileTexts.sample.code}
      </Alert>
    )
  }
  if (status === 'AVAILABLE') return null
  const meaning = profileTexts.statuses[status].text
  const isInUse = inUse.includes(status)
  return (
    <Alert color="gray" variant="light" mb="md" title={isInUse ? texts.usedTitle : texts.deadTitle}>
      {say(isInUse ? texts.usedText : texts.deadText, { meaning })}
      {!isInUse && status !== 'REMOVED' && <GenerateAgain profileId={id} />}
    </Alert>
  )
}

const COPIED_MS = 1600

function CopyButtons({ code }: { code: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copyAs = async (form: CopyForm) => {
    if (await copyText(copyForms[form](code))) toast.success(say(texts.copiedAs, { form: texts.forms[form] }))
  }
  return (
    <Row mt={12}>
      <Button
        leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => void copyText(code).then(setCopied)}
      >
        {copied ? uiTexts.copied : texts.copy}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            {texts.copyAs}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(copyForms) as CopyForm[]).map((form) => (
            <Menu.Item key={form} onClick={() => void copyAs(form)}>
              {texts.forms[form]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Row>
  )
}

const platformIcons = { apple: IconBrandApple, android: IconBrandAndroid, windows: IconBrandWindows }

function OneTapLine({ platform, code }: { platform: OneTapPlatform; code: string }) {
  const { isOn: isMasked } = useMasks()
  const Icon = platformIcons[platform]
  const name = profileTexts.oneTap[platform]
  const link = oneTapLink(platform, code)
  return (
    <li>
      <Icon size={18} stroke={1.6} aria-hidden />
      <Row as="span" gap="0 8" align="baseline" className="grow">
        {name}
        <Note as="span" size="small" tone="faint">
          {texts.oneTapNeeds[platform]}
        </Note>
      </Row>
      <CopyButton text={link} name={say(texts.copyLink, { platform: name })} size={28} />
      {!isMasked && (
        <Anchor
          href={link}
          target="_blank"
          rel="noreferrer"
          size="sm"
          aria-label={say(texts.open, { platform: name })}
          className={classes.open}
        >
          <IconExternalLink size={16} aria-hidden />
        </Anchor>
      )}
    </li>
  )
}
