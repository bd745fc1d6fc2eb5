import type { UserPlan } from '@simwright/contract/platform/plan'
import { dollars } from '../base/money.ts'
import { subscriptionTexts as texts } from '../texts/subscription.ts'
import { say } from '../texts/text.ts'
import { Meter } from '../ui/chart/Meter.tsx'
import classes from './Usage.module.css'

/** One meter for each limit of the plan. */
export function Usage({ plan: { downloads, configurations, iccids, members } }: { plan: UserPlan }) {
  return (
    <div className={classes.meters}>
      <Meter
        label={texts.downloads}
        used={downloads.used}
        max={downloads.total}
        value={ofLimit(downloads.used, downloads.total)}
        note={downloadNote(downloads)}
      />
      <Meter
        label={texts.configurations}
        used={configurations.used}
        max={configurations.max}
        value={ofLimit(configurations.used, configurations.max)}
        note={overNote(configurations)}
      />
      <Meter label={texts.iccids} used={iccids.used} max={iccids.max} value={ofLimit(iccids.used, iccids.max)} />
      <Meter
        label={texts.members}
        used={members.used}
        max={members.max}
        value={ofLimit(members.used, members.max)}
        note={memberNote(members)}
      />
    </div>
  )
}

function ofLimit(used: number, max: number | null): string {
  if (max === null) return `${used.toLocaleString('en')} · ${texts.unlimited}`
  return say(texts.of, { used, max })
}

function downloadNote({ available, exceeded, installations, extraDownloadCents }: UserPlan['downloads']): string {
  return [
    ...(available === null ? [] : [say(texts.available, { count: available })]),
    ...(exceeded > 0 ? [exceededText(exceeded, extraDownloadCents)] : []),
    say(texts.installations, { count: installations }),
  ].join(' · ')
}

const exceededText = (count: number, extraDownloadCents: number | null) =>
  extraDownloadCents === null
    ? say(texts.exceededUnbilled, { count })
    : say(texts.exceeded, { count, price: dollars(extraDownloadCents) })

function overNote({ used, max }: UserPlan['configurations']): string | undefined {
  return max !== null && used > max ? say(texts.over, { count: used - max }) : undefined
}

/** Invitations count, but only members are frozen. */
function memberNote({ used, invited, max }: UserPlan['members']): string | undefined {
  const over = overNote({ used: used - invited, max })
  const parts = [...(invited > 0 ? [say(texts.invited, { count: invited })] : []), ...(over ? [over] : [])]
  return parts.length > 0 ? parts.join(' · ') : undefined
}
