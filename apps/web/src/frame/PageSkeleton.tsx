import { Skeleton } from '@mantine/core'
import { startTexts } from '../texts/start.ts'

/** Outline of a page while it loads. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label={startTexts.loading}>
      <Skeleton height={22} width={200} mt={3} mb={8} />
      <Skeleton height={12} width={320} maw="80%" mb={28} />
      <Skeleton height={360} radius="lg" />
    </div>
  )
}
