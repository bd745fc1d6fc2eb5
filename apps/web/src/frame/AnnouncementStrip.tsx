import { ActionIcon } from '@mantine/core'
import * as announcement from '@simwright/contract/platform/announcement'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '../api/mutation.ts'
import { announcementView } from '../brand/announcement-view.ts'
import { announcementTexts as texts } from '../texts/announcement.ts'
import { MessageStrip } from '../ui/page/MessageStrip.tsx'
import classes from './AnnouncementStrip.module.css'
import { useAnnouncements } from './announcements.ts'

/** The number of strips at a time; the bell lists all announcements. */
const SHOWN_MAX = 2

/** The announcements that the user has not dismissed, at the top of every page. */
export function AnnouncementStrip() {
  const open = useAnnouncements().filter(({ isDismissed }) => !isDismissed)
  if (open.length === 0) return null
  return (
    <section aria-label={texts.label}>
      {open.slice(0, SHOWN_MAX).map((one) => (
        <Strip key={one.id} announcement={one} />
      ))}
    </section>
  )
}

function Strip({ announcement: one }: { announcement: announcement.CurrentAnnouncement }) {
  const dismiss = useMutation(announcement.dismiss, { changes: [announcement.current] })
  return (
    <MessageStrip
      {...announcementView(one)}
      action={
        <ActionIcon
          size={24}
          className={classes.close}
          aria-label={texts.dismiss}
          title={texts.dismiss}
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({ id: one.id })}
        >
          <IconX size={15} />
        </ActionIcon>
      }
    />
  )
}
