import type * as client from '@simwright/contract/people/client'
import { say } from '../../../texts/text.ts'
import { Meter } from '../../../ui/chart/Meter.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { clientTexts } from './client-texts.ts'

const texts = clientTexts.drawer
const names = clientTexts.columns

/** What the client uses of its plan, one meter for each limit. */
export function ClientUsage({ client: shown }: { client: client.Client }) {
  const { usage, installations, limits } = shown
  const { used, total: max, available, exceeded } = usage
  return (
    <Stack gap={12} mb={8}>
      <Meter
        label={names.downloads}
        used={used}
        max={max}
        value={ofLimit(used, max)}
        note={[
          ...(available === null ? [] : [say(texts.available, { count: available })]),
          ...(exceeded > 0 ? [say(texts.exceeded, { count: exceeded })] : []),
          say(texts.installations, { count: installations }),
        ].join(' · ')}
      />
      <Meter
        label={texts.configurations}
        used={shown.configurations}
        max={limits.configurations}
        value={ofLimit(shown.configurations, limits.configurations)}
      />
      <Meter
        label={texts.iccids}
        used={shown.iccids}
        max={limits.iccids}
        value={ofLimit(shown.iccids, limits.iccids)}
      />
      <Meter
        label={names.members}
        used={shown.members}
        max={limits.members}
        value={ofLimit(shown.members, limits.members)}
      />
    </Stack>
  )
}

const ofLimit = (used: number, max: number | null) =>
  max === null ? say(texts.noLimit, { used }) : say(clientTexts.of, { used, max })
