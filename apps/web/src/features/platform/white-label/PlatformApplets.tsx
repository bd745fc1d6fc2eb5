import { Skeleton } from '@mantine/core'
import * as applets from '@simwright/contract/profiles/platform-applet'
import { useAsk } from '../../../api/query.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PlatformAppletInput } from './PlatformAppletInput.tsx'
import { platformAppletTexts as texts } from './platform-applet-texts.ts'

/** The applets whose code staff supply for a platform. Each change is saved at once. */
export function PlatformApplets({ platformId }: { platformId: string }) {
  const { data, error, refetch } = useAsk(applets.list, { platformId }, { staleMs: 0 })
  const reload = () => void refetch()
  return (
    <FormSection title={texts.title} text={texts.text}>
      {data?.items.map((item) => (
        <PlatformAppletInput key={item.applet} platformId={platformId} item={item} onStale={reload} />
      ))}
      {!data && (error ? <ErrorState problem={error} onRetry={reload} /> : <Skeleton height={240} radius="lg" />)}
    </FormSection>
  )
}
