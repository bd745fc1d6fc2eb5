import { Anchor, Skeleton } from '@mantine/core'
import * as versions from '@simwright/contract/profiles/configuration-version'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAsk } from '../../../api/query.ts'
import { batchLogPath, fleetOfPath } from '../../../esim/path.ts'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { versionTexts } from './configuration-version-texts.ts'
import { sayProfiles } from './profile-count.ts'

const texts = versionTexts.usage

/** What was made from a configuration: its profiles, newest batches and campaigns. */
export function UsagePanel({ id, profiles }: { id: string; profiles: number }) {
  const answer = useAsk(versions.usage, { id })
  const maySeeFleet = useAllowed('Fleet_View')
  const count = sayProfiles(configurationTexts.profileCount, profiles)
  const fleet = maySeeFleet && profiles > 0 ? link(fleetOfPath({ config: id }), count) : count
  return (
    <Panel title={texts.title}>
      {answer.error && <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton height={96} radius="md" />}
      {answer.data && (
        <KeyValue
          items={[
            { label: texts.profiles, value: fleet },
            { label: texts.batches, value: <Batches batches={answer.data.batches} /> },
            { label: texts.campaigns, value: <Campaigns campaigns={answer.data.campaigns} /> },
          ]}
        />
      )}
    </Panel>
  )
}

const link = (to: { to: string }, text: string) => (
  <Anchor component={Link} {...to} size="sm">
    {text}
  </Anchor>
)

function Batches({ batches }: Pick<versions.ConfigurationUsage, 'batches'>) {
  const maySeeLogs = useAllowed('Generate_AC_Log_View')
  const items = batches.items.map(({ id, code, version }) => {
    const text = say(texts.batch, { code, version })
    return { id, node: maySeeLogs ? link(batchLogPath(id), text) : text }
  })
  return <Used items={items} total={batches.total} />
}

function Campaigns({ campaigns: { total, items } }: Pick<versions.ConfigurationUsage, 'campaigns'>) {
  if (items.length === 0 && total > 0) return sayCount(texts.hidden, total)
  const links = items.map(({ id, name }) => ({
    id,
    node: link(linkTo(pages.campaigns, { search: { campaign: id } }), name),
  }))
  return <Used items={links} total={total} />
}

/** The listed ones, and how many more there are; a dash if there is none. */
function Used({ items, total }: { items: readonly { id: string; node: ReactNode }[]; total: number }) {
  if (items.length === 0) return versionTexts.comparison.none
  return (
    <Row as="ul" gap="2 12">
      {items.map(({ id, node }) => (
        <li key={id}>{node}</li>
      ))}
      {total > items.length && <li>{say(texts.more, { count: total - items.length })}</li>}
    </Row>
  )
}
