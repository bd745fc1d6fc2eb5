import { Skeleton } from '@mantine/core'
import { uiTexts } from '../../../texts/ui.ts'

/** The outline of a profile that is on its way. */
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
