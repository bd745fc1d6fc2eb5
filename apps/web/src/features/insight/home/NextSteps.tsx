import { Anchor } from '@mantine/core'
import type { UserPlan } from '@simwright/contract/platform/plan'
import { Link } from '@tanstack/react-router'
import { type Destination, linkTo, type Page, pages } from '../../../paths.ts'
import { isAllowed } from '../../../session/held-permission.ts'
import { usePermissions } from '../../../session/permission.tsx'
import { sayCount } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { homeTexts } from './home-texts.ts'

const texts = homeTexts.next

/** Share of the downloads below which few are left. */
const LOW_SHARE = 0.1

type Step = { id: keyof typeof texts; text: string; link: string; to: Destination; need: Page['permissions'] }

/** What needs attention next, with a link to do it; nothing when nothing does. */
export function NextSteps({ plan }: { plan: UserPlan }) {
  const held = usePermissions()
  const steps = stepsOf(plan).filter(({ need }) => isAllowed(need, held))
  if (steps.length === 0) return null
  return (
    <Panel title={texts.title}>
      <Stack as="ul" gap={8}>
        {steps.map(({ id, text, link, to }) => (
          <li key={id}>
            {text}{' '}
            <Anchor component={Link} {...to} size="sm" fw={550}>
              {link}
            </Anchor>
          </li>
        ))}
      </Stack>
    </Panel>
  )
}

function stepsOf({ frozen, trial, downloads, configurations, members }: UserPlan): Step[] {
  const choosing = { to: linkTo(pages.subscription), need: pages.subscription.permissions }
  const { total, available } = downloads
  const isLow = total !== null && available !== null && available <= total * LOW_SHARE
  const isFull = configurations.max !== null && configurations.used >= configurations.max
  const isAlone = members.used === 1 && (members.max === null || members.max > 1)
  const inviting = { to: linkTo(pages.members, { search: { invite: 'on' } }), need: ['Member_Edit'] as const }
  return [
    ...(frozen ? [{ id: 'frozen' as const, ...texts.frozen, ...choosing }] : []),
    ...(trial.state === 'running'
      ? [{ id: 'trial' as const, ...texts.trial, text: sayCount(texts.trial.text, trial.daysLeft), ...choosing }]
      : []),
    ...(isLow
      ? [{ id: 'downloads' as const, ...texts.downloads, text: sayCount(texts.downloads.text, available), ...choosing }]
      : []),
    ...(isFull ? [{ id: 'configurations' as const, ...texts.configurations, ...choosing }] : []),
    ...(isAlone ? [{ id: 'members' as const, ...texts.members, ...inviting }] : []),
  ]
}
