import { Button, Skeleton } from '@mantine/core'
import * as notice from '@simwright/contract/platform/notice'
import { noticeKindNames, noticeKindRow } from '@simwright/contract/platform/notice-kind'
import { useMutation } from '../../../api/mutation.ts'
import { usePages } from '../../../api/pages.ts'
import { NoticeLine } from '../../../notice/NoticeLine.tsx'
import { pages } from '../../../paths.ts'
import { noticeTexts as texts } from '../../../texts/notice.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import classes from './Notifications.module.css'

const filters = {
  kind: {
    kind: 'choices',
    label: texts.filters.kind,
    choices: noticeKindNames.map((kind) => ({ value: kind, label: noticeKindRow(kind).label })),
  },
  unread: { kind: 'choice', label: texts.filters.unread, choices: [{ value: 'yes', label: texts.filters.unreadOnly }] },
} as const satisfies Filters

/** The notifications of the last 90 days, by kind or unread only. */
export function NoticeList() {
  const filter = useUrlFilter(pages.notifications, filters)
  const { kind: kinds, unread } = filter.values
  const list = usePages(notice.list, {
    ...(kinds && kinds.length > 0 ? { kinds } : {}),
    ...(unread === 'yes' ? { unread: true } : {}),
  })
  const read = useMutation(notice.read, { changes: [notice.list], silent: true })
  const hasUnread = list.items?.some(({ isRead }) => !isRead) ?? false
  return (
    <Stack gap={12} style={{ maxWidth: 860 }}>
      <FilterBar
        filter={filter}
        after={
          hasUnread && (
            <Button variant="default" onClick={() => read.mutate({})}>
              {texts.readAll}
            </Button>
          )
        }
      />
      {list.items && list.items.length > 0 ? (
        <ul className={classes.list} aria-label={texts.title}>
          {list.items.map((one) => (
            <li key={one.id}>
              <NoticeLine notice={one} onOpen={() => !one.isRead && read.mutate({ id: one.id })} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyOrError list={list} filter={filter} />
      )}
      {list.more && (
        <Button variant="subtle" fullWidth onClick={list.more} loading={list.isReadingMore}>
          {texts.more}
        </Button>
      )}
    </Stack>
  )
}

type EmptyListProps = {
  list: ReturnType<typeof usePages<typeof notice.list>>
  filter: { isOn: boolean; clear: () => void }
}

/** Shown without a notification: while the list loads, when it failed, and when it is empty. */
function EmptyOrError({ list, filter }: EmptyListProps) {
  if (list.problem) return <ErrorState problem={list.problem} onRetry={list.refresh} />
  if (!list.items)
    return (
      <div aria-busy="true" role="status" aria-label={texts.loading}>
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} height={66} mb={6} radius={7} />
        ))}
      </div>
    )
  if (filter.isOn)
    return (
      <EmptyState
        drawing="mail"
        title={texts.emptyFilteredTitle}
        text={texts.emptyFilteredText}
        button={{ label: texts.clearFilters, onClick: filter.clear }}
      />
    )
  return <EmptyState drawing="mail" title={texts.noneTitle} text={texts.noneText} />
}
