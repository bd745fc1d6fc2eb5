import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { profileTexts } from '../texts/profile.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import classes from './SampleBadge.module.css'

/** Marks what demo mode has brought along. */
export function SampleBadge() {
  return (
    <Tooltip label={profileTexts.sample.help}>
      <span>
        <StatusBadge tone="violet">{profileTexts.sample.badge}</StatusBadge>
      </span>
    </Tooltip>
  )
}

/** What it stands beside, with the mark when it is sample data. */
export function WithSampleBadge({ sample, children }: { sample: boolean | undefined; children: ReactNode }) {
  if (!sample) return children
  return (
    <span className={classes.beside}>
      {children}
      <SampleBadge />
    </span>
  )
}
