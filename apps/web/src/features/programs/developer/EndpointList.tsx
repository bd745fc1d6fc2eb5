import { Button, Skeleton } from '@mantine/core'
import { type Webhook, webhookKindNames } from '@simwright/contract/programs/webhook'
import { IconActivity, IconPlus, IconWebhook } from '@tabler/icons-react'
import { formatAgo } from '../../../base/time.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { ItemList } from '../../../ui/layout/ItemList.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { EndpointState } from './EndpointState.tsx'
import { webhookTexts as texts } from './webhook-texts.ts'

type EndpointListProps = {
  /** Undefined while it loads. */
  endpoints: readonly Webhook[] | undefined
  max: number | undefined
  onAdd: () => void
  onOpen: (endpoint: Webhook) => void
}

/** The endpoints, with their state and how their last call ended. */
export function EndpointList({ endpoints, max, onAdd, onOpen }: EndpointListProps) {
  const mayEdit = useAllowed('Developer_Edit')
  const link = usePageLink(pages.subscription, texts.emptyLink)
  if (!endpoints || max === undefined) return <Skeleton height={180} />
  if (endpoints.length === 0)
    return (
      <Panel>
        <EmptyState
          drawing="log"
          title={texts.emptyTitle}
          text={mayEdit ? texts.emptyText : texts.emptyTextView}
          {...(mayEdit ? { button: { label: texts.add, onClick: onAdd } } : {})}
          {...(link ? { link } : {})}
        />
      </Panel>
    )
  const items = endpoints.map((endpoint) => ({
    id: endpoint.id,
    icon: endpoint.url === null ? IconActivity : IconWebhook,
    title: (
      <Row as="span" gap="4 10">
        <span className="wrap">{endpoint.name}</span> <EndpointState endpoint={endpoint} />
      </Row>
    ),
    note: <EndpointNote endpoint={endpoint} />,
    actions: (
      <Button
        size="xs"
        variant="default"
        aria-label={`${texts.details}: ${endpoint.name}`}
        onClick={() => onOpen(endpoint)}
      >
        {texts.details}
      </Button>
    ),
  }))
  return (
    <Panel
      title={texts.title}
      text={max === 0 ? texts.frozen : say(texts.text, { used: endpoints.length, max })}
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={16} />} disabled={endpoints.length >= max} onClick={onAdd}>
            {texts.add}
          </Button>
        )
      }
    >
      <ItemList label={texts.title} items={items} />
    </Panel>
  )
}

/** Waiting events are counted up to here. */
const WAITING_MAX = 1_000

function EndpointNote({ endpoint: { url, kinds, waiting, lastDelivery: last } }: { endpoint: Webhook }) {
  const result = last && (last.status === null ? (last.fault ?? '') : String(last.status))
  return (
    <>
      <div className="wrap">{url ?? texts.bench}</div>
      <div>{kinds.map((kind) => webhookKindNames[kind]).join(', ')}</div>
      <Row gap="4 10">
        {last ? (
          <Time at={last.at} show="ago">
            {say(texts.last, { time: formatAgo(last.at), result: result ?? '' })}
          </Time>
        ) : (
          <span>{texts.noCall}</span>
        )}
        {waiting > 0 && <span>{waitingText(waiting)}</span>}
      </Row>
    </>
  )
}

const waitingText = (waiting: number) =>
  waiting >= WAITING_MAX ? say(texts.manyWaiting, { count: WAITING_MAX }) : sayCount(texts.waiting, waiting)
