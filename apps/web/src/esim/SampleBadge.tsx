import { Tooltip } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { profileTexts } from '../texts/profile.ts'
import { Narrow } from '../ui/phone.ts'
import { RowMark } from '../ui/RowMark.tsx'
import classes from './SampleBadge.module.css'

/** Marks sample data of demo mode. */
export function SampleBadge() {
  return (
    <Tooltip label={profileTexts.sample.help}>
      <span>
        <RowMark tone="violet">{profileTexts.sample.badge}</RowMark>
      </span>
    </Tooltip>
  )
}

/** Renders its children, followed by the badge if they are sample data. The first line of a row on a phone has no room for it. */
export function WithSampleBadge({ sample, children }: { sample: boolean | undefined; children: ReactNode }) {
  if (useContext(Narrow) || !sample) return children
  return (
    <span className={classes.row}>
      {children}
      <SampleBadge />
    </span>
  )
}

/** The badge in the second line of a row on a phone; a dash elsewhere. */
export const PhoneSampleBadge = () => (useContext(Narrow) ? <SampleBadge /> : '–')
