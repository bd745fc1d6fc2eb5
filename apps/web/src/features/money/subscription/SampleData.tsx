import { Button } from '@mantine/core'
import { useRemoveSamples } from '../../../esim/remove-samples.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { subscriptionTexts } from '../../../texts/subscription.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'

const texts = subscriptionTexts.samples

/** Explains the sample data of demo mode, with a button that removes it. */
export function SampleData() {
  const { isRemoving, ask } = useRemoveSamples()
  return (
    <Panel
      title={texts.title}
      actions={
        <Button variant="default" loading={isRemoving} onClick={ask}>
          {profileTexts.sample.remove}
        </Button>
      }
    >
      {texts.text}
    </Panel>
  )
}
