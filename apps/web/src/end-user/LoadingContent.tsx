import { Skeleton } from '@mantine/core'
import { Stack } from '../ui/layout/layout.tsx'
import { useSpeech } from './speech.ts'

/** Shown until the answer arrives. */
export function LoadingContent() {
  const { texts } = useSpeech()
  return (
    <div role="status" aria-label={texts.loading}>
      <h1 className="visually-hidden">{texts.titleNone}</h1>
      <ContentOutline />
    </div>
  )
}

/** The outline of the content, without a text. */
export function ContentOutline() {
  return (
    <Stack gap={12} align="center" style={{ paddingTop: 24 }}>
      <Skeleton width={160} height={100} radius="lg" />
      <Skeleton width={220} height={28} />
      <Skeleton width={280} height={18} />
      <Skeleton height={300} radius="lg" mt={24} />
    </Stack>
  )
}
