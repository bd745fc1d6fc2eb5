import { Anchor } from '@mantine/core'
import type { UserPlan } from '@simwright/contract/platform/plan'
import { Link } from '@tanstack/react-router'
import { Usage } from '../../../money/Usage.tsx'
import { pages } from '../../../paths.ts'
import { Allowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { homeTexts } from './home-texts.ts'

const texts = homeTexts.plan

/** What the plan has left: downloads, profile configurations and members against their limits. */
export function PlanLeft({ plan }: { plan: UserPlan }) {
  return (
    <Panel
      title={say(texts.title, plan)}
      actions={
        <Allowed need={pages.subscription.permissions}>
          <Anchor component={Link} to={pages.subscription.path as string} size="sm">
            {texts.open}
          </Anchor>
        </Allowed>
      }
    >
      <Usage plan={plan} />
    </Panel>
  )
}
