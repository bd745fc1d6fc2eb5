import { Skeleton } from '@mantine/core'
import { uiTexts } from '../texts/ui.ts'

/** Outline of a page while it loads. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label={uiTexts.loading}>
      <Skeleton height={22} width={200} mt={3} mb={8} />
      <Skeleton height={12} width={320} maw="80%" mb={28} />
      <Skeleton height={360} radius="lg" />
    </div>
  )
}
