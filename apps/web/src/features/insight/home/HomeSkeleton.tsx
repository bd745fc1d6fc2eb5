import { Skeleton } from '@mantine/core'
import { uiTexts } from '../../../texts/ui.ts'
import classes from './HomePage.module.css'

/** Outline of Home until its order is known. */
export function HomeSkeleton() {
  return (
    <div role="status" aria-label={uiTexts.loading} className={classes.page}>
      <Skeleton height={168} radius="lg" />
      <div className={classes.start}>
        <Skeleton height={420} radius="lg" />
        <Skeleton height={420} radius="lg" />
      </div>
    </div>
  )
}
