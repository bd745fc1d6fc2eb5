import { Tooltip } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { profileTexts } from '../texts/profile.ts'
import { Narrow } from '../ui/phone.ts'
import { RowMark } from '../ui/table/RowMark.tsx'
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

type WithSampleBadgeProps = {
  sample: boolean | undefined
  /** The row of a phone has no room for it here, and shows `PhoneSampleBadge`. */
  isElsewhereOnPhone?: boolean
  children: ReactNode
}

/** Renders its children, followed by the badge if they are sample data. */
export function WithSampleBadge({ sample, isElsewhereOnPhone = false, children }: WithSampleBadgeProps) {
  const isNarrow = useContext(Narrow)
  if (!sample || (isNarrow && isElsewhereOnPhone)) return children
  return (
    <span className={classes.row}>
      {children}
      <SampleBadge />
    </span>
  )
}

/** The badge in the second line of a row on a phone, after its children; elsewhere only these, or a dash. */
export function PhoneSampleBadge({ children }: { children?: ReactNode }) {
  if (!useContext(Narrow)) return children ?? '–'
  return (
    <span className={classes.row}>
      {children}
      <SampleBadge />
    </span>
  )
}
