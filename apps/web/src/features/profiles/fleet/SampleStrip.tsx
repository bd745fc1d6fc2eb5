import { Button } from '@mantine/core'
import * as plan from '@simwright/contract/platform/plan'
import { useAsk } from '../../../api/query.ts'
import { useRemoveSamples } from '../../../esim/remove-samples.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { profileTexts } from '../../../texts/profile.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { fleetTexts } from './fleet-texts.ts'

const texts = fleetTexts.samples

/** Notice about the sample data of demo mode, with a button that removes it; renders nothing if there is none. */
export function SampleStrip({ areShown }: { areShown: boolean }) {
  const { data } = useAsk(plan.queryOrder, {}, { staleMs: 60_000 })
  const mayRemove = useAllowed('Fleet_Delete')
  const { isRemoving, ask } = useRemoveSamples()
  if (!data?.samples || !(areShown || mayRemove)) return null
  return (
    <Row
      as="section"
      gap="8 16"
      justify="between"
      mb={16}
      className="boxed size-text"
      style={{ padding: '10px 14px' }}
      aria-label={texts.label}
    >
      <span>{areShown ? texts.shown : texts.hidden}</span>
      {mayRemove && (
        <Button size="xs" variant="default" loading={isRemoving} onClick={ask}>
          {profileTexts.sample.remove}
        </Button>
      )}
    </Row>
  )
}
