import { Loader } from '@mantine/core'
import type { VirtualPhone } from '@simwright/contract/provisioning/virtual-phone'
import {
  IconAntennaBars1,
  IconAntennaBars5,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconDeviceMobileOff,
  IconDeviceSim,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMasks } from '../../../esim/privacy.ts'
import { type PhonePhase, virtualPhoneTexts } from '../../../texts/virtual-phone.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import classes from './PhonePicture.module.css'

const texts = virtualPhoneTexts.picture

type PhonePictureProps = {
  phone: VirtualPhone | undefined
  /** What the phone does; null if nothing. */
  phase: PhonePhase | null
}

/** The picture of the phone: its status bar, and the eSIM on its screen. */
export function PhonePicture({ phone, phase }: PhonePictureProps) {
  const masks = useMasks()
  const isOn = phone !== undefined
  const provider = phone?.profile?.isEnabled ? phone.profile.provider : undefined
  return (
    <figure className={classes.phone} aria-label={texts.name}>
      <div className={classes.screen} data-on={isOn || undefined}>
        <div className={classes.bar}>
          <span className="ellipsis" style={{ maxWidth: 84 }}>
            {isOn ? (provider ?? texts.noService) : ''}
          </span>
          {isOn && (provider === undefined ? <IconAntennaBars1 size={16} /> : <IconAntennaBars5 size={16} />)}
        </div>
        <div className={classes.content} aria-live="polite">
          {phase ? <Busy phase={phase} /> : <Content phone={phone} />}
        </div>
        {phone && (
          <div className={classes.foot}>
            {texts.eid} {masks.number(phone.eid)}
          </div>
        )}
      </div>
    </figure>
  )
}

function Busy({ phase }: { phase: PhonePhase }) {
  return (
    <div className={classes.center}>
      <Loader size={36} />
      <strong className={classes.title}>{texts.busy[phase]}</strong>
    </div>
  )
}

function Content({ phone }: { phone: VirtualPhone | undefined }) {
  if (!phone)
    return <Message icon={<IconDeviceMobileOff size={40} stroke={1.4} />} title={texts.off} text={texts.offText} />
  if (!phone.profile)
    return (
      <Message
        icon={<IconDeviceSim size={40} stroke={1.4} />}
        title={texts.empty}
        text={phone.needsConfirmationCode ? texts.emptyTextCode : texts.emptyText}
      />
    )
  return <Esim phone={phone} profile={phone.profile} />
}

function Message({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className={classes.center}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <strong className={classes.title}>{title}</strong>
      <span className={classes.text}>{text}</span>
    </div>
  )
}

type EsimProps = { phone: VirtualPhone; profile: NonNullable<VirtualPhone['profile']> }

function Esim({ phone: { card }, profile }: EsimProps) {
  const masks = useMasks()
  const state = profile.isEnabled ? texts.enabled : texts.disabled
  return (
    <div className={classes.esim}>
      <div className={classes.card} data-enabled={profile.isEnabled || undefined}>
        <Row gap={0} justify="between" nowrap style={{ marginBottom: 18 }}>
          <span className="compact wrap">{texts.esim}</span>
          <span className={classes.switch} role="img" aria-label={state} />
        </Row>
        <strong className={classes.provider}>{profile.provider}</strong>
        <span className="compact wrap">{profile.name}</span>
        <span className={classes.number}>{masks.number(profile.iccid)}</span>
      </div>
      {card && (
        <dl className={classes.facts}>
          <dt>{texts.imsi}</dt>
          <dd>{masks.number(card.imsi)}</dd>
          <dt>{texts.provider}</dt>
          <dd>{card.provider}</dd>
          <dt>{texts.network}</dt>
          <dd className={classes.network} data-passed={card.isAuthenticated ?? undefined}>
            {card.isAuthenticated === true && <IconCircleCheckFilled size={15} aria-hidden />}
            {card.isAuthenticated === false && <IconCircleXFilled size={15} aria-hidden />}
            {card.isAuthenticated === null
              ? texts.notTested
              : card.isAuthenticated
                ? texts.authenticated
                : texts.notAuthenticated}
          </dd>
        </dl>
      )}
    </div>
  )
}
