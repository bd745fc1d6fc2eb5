import { Skeleton } from '@mantine/core'
import { uiTexts } from '../../../texts/ui.ts'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'

/** Outline of Home until its order is known. */
export function HomeSkeleton() {
  return (
    <Stack role="status" aria-label={uiTexts.loading}>
      <Skeleton height={168} radius="lg" />
      <Grid columns="minmax(0, 1fr) 380px" singleBelow="75em" align="stretch">
        <Skeleton height={420} radius="lg" />
        <Skeleton height={420} radius="lg" />
      </Grid>
    </Stack>
  )
}
