import type { EventType, ProfileEvent } from '@simwright/contract/profiles/fleet'
import { statusCodeName } from '@simwright/contract/profiles/refusal-text'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCloudDownload,
  IconDeviceMobile,
  IconDeviceMobileCheck,
  IconDropletExclamation,
  IconHourglassEmpty,
  IconKeyOff,
  IconLockOpen,
  IconMessageX,
  IconPencil,
  IconPlayerStop,
  IconPower,
  IconQrcode,
  IconRecycle,
  IconRecycleOff,
  IconRefresh,
  IconReload,
  IconRestore,
  IconSend,
  IconShoppingCart,
  IconShoppingCartOff,
  IconSpeakerphone,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { profileTexts } from '../texts/profile.ts'
import { say } from '../texts/text.ts'
import { solidOf, type Tone } from '../ui/tone.ts'
import classes from './profile-event.module.css'

type EventMark = { tone: Tone; icon: ComponentType<{ size?: number; stroke?: number }> }

/** Tone and icon of each event type. */
export const eventMarks: Record<EventType, EventMark> = {
  GENERATED: { tone: 'accent', icon: IconQrcode },
  GENERATED_AGAIN: { tone: 'accent', icon: IconReload },
  ORDERED: { tone: 'accent', icon: IconShoppingCart },
  ORDER_CONFIRMED: { tone: 'accent', icon: IconCircleCheck },
  ORDER_RELEASED: { tone: 'info', icon: IconLockOpen },
  ORDER_CANCELED: { tone: 'warning', icon: IconShoppingCartOff },
  OPENED: { tone: 'neutral', icon: IconWorld },
  AUTHENTICATED: { tone: 'neutral', icon: IconDeviceMobile },
  DOWNLOADED: { tone: 'info', icon: IconCloudDownload },
  INSTALLED: { tone: 'info', icon: IconDeviceMobileCheck },
  INSTALL_FAILED: { tone: 'danger', icon: IconAlertTriangle },
  ENABLED: { tone: 'success', icon: IconCircleCheck },
  DISABLED: { tone: 'warning', icon: IconPower },
  DELETED: { tone: 'neutral', icon: IconTrash },
  AVAILABLE_AGAIN: { tone: 'accent', icon: IconRefresh },
  PUSHED: { tone: 'accent', icon: IconSend },
  PUSH_FAILED: { tone: 'warning', icon: IconSend },
  CAMPAIGN_JOINED: { tone: 'accent', icon: IconSpeakerphone },
  CAMPAIGN_LEFT: { tone: 'neutral', icon: IconSpeakerphone },
  SET_FREE: { tone: 'neutral', icon: IconRefresh },
  REFUSED: { tone: 'danger', icon: IconBan },
  SESSION_CANCELED: { tone: 'warning', icon: IconPlayerStop },
  ERROR: { tone: 'danger', icon: IconAlertTriangle },
  EXPIRED: { tone: 'neutral', icon: IconHourglassEmpty },
  NOTIFICATION_REFUSED: { tone: 'danger', icon: IconMessageX },
  EDITED: { tone: 'neutral', icon: IconPencil },
  REMOVED: { tone: 'neutral', icon: IconTrash },
  RESTORED: { tone: 'accent', icon: IconRestore },
  RECYCLE_SET: { tone: 'info', icon: IconRecycle },
  RECYCLE_BEGUN: { tone: 'warning', icon: IconRecycle },
  RECYCLED: { tone: 'success', icon: IconRecycle },
  RECYCLE_FAILED: { tone: 'danger', icon: IconRecycleOff },
  KEYS_ERASED: { tone: 'neutral', icon: IconKeyOff },
  LEAK_SUSPECTED: { tone: 'danger', icon: IconDropletExclamation },
}

export function eventLabel(type: EventType): string {
  return profileTexts.events[type]
}

/** The type of an event with its icon, for a table cell. */
export function EventLabel({ type }: { type: EventType }) {
  const { tone, icon: Icon } = eventMarks[type]
  return (
    <span className={classes.label}>
      <span className={classes.icon} style={{ color: solidOf(tone) }} aria-hidden>
        <Icon size={16} stroke={1.8} />
      </span>
      {eventLabel(type)}
    </span>
  )
}

/** Name of the actor of an event, or the rule that acted. `labels` name a device of unknown model and the system. */
export function eventActor(event: ProfileEvent, labels: { device: string; system: string }) {
  const { actor, actorName, ruleName, device } = event
  if (ruleName !== null) return say(profileTexts.byRule, { name: ruleName })
  if (actor === 'user') return actorName
  return actor === 'device' ? device || labels.device : labels.system
}

/** Removes the `::ffff:` prefix of an IPv4 address from an IPv6 socket. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Subject and reason code sent to the device, and their meaning: "8.2.7 / 3.8", "Confirmation code: refused". */
export function statusCode({ subjectCode, reasonCode }: Pick<ProfileEvent, 'subjectCode' | 'reasonCode'>) {
  if (subjectCode === null || reasonCode === null) return undefined
  return { code: `${subjectCode} / ${reasonCode}`, meaning: statusCodeName(subjectCode, reasonCode) }
}
