import type { AnnouncementKind } from '@simwright/contract/platform/announcement'
import { IconAlertTriangle, IconInfoCircle, IconTool } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { announcementTexts as texts } from '../texts/announcement.ts'

type View = {
  tone: 'info' | 'warning'
  icon: ComponentType<{ size?: number; stroke?: number }>
  label: string
  text: string
  link: { to: string; label: string } | undefined
}

const icons = { INFO: IconInfoCircle, WARNING: IconAlertTriangle, MAINTENANCE: IconTool } as const

/** How an announcement looks in the strip, the bell and the preview. */
export function announcementView(one: { kind: AnnouncementKind; text: string; link: string | null }): View {
  const { kind, text, link } = one
  return {
    tone: kind === 'INFO' ? 'info' : 'warning',
    icon: icons[kind],
    label: texts.kinds[kind],
    text,
    link: link === null ? undefined : { to: link, label: texts.more },
  }
}
