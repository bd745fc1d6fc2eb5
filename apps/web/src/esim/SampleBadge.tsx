import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { profileTexts } from '../texts/profile.ts'
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

/** Renders its children, followed by the badge if they are sample data. */
export function WithSampleBadge({ sample, children }: { sample: boolean | undefined; children: ReactNode }) {
  if (!sample) return children
  return (
    <span className={classes.row}>
      {children}
      <SampleBadge />
    </span>
  )
}
