import { Skeleton } from '@mantine/core'
import { uiTexts } from '../../../texts/ui.ts'

/** Placeholder while a profile is loaded. */
export function DrawerSkeleton() {
  return (
    <div role="status" aria-label={uiTexts.loading}>
      <Skeleton height={92} radius="lg" mb={24} />
      <Skeleton height={14} width={120} mb={12} />
      <Skeleton height={180} radius="lg" mb={24} />
      <Skeleton height={14} width={120} mb={12} />
      <Skeleton height={180} radius="lg" />
    </div>
  )
}
