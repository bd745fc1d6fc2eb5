import { Anchor, Button, Skeleton } from '@mantine/core'
import * as group from '@simwright/contract/group'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../api/query.ts'
import { GroupTag } from '../../esim/GroupTag.tsx'
import { OperationStrip } from '../../esim/OperationStrip.tsx'
import { pages } from '../../paths.ts'
import { useAllowed } from '../../session/permission.tsx'
import { groupTexts as texts } from '../../texts/group.ts'
import { pageTexts } from '../../texts/page.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { formatTime } from '../../ui/time.ts'
import { useUrlSearch } from '../../ui/url.ts'
import { GroupDrawer } from './GroupDrawer.tsx'
import classes from './GroupsPage.module.css'

const POLL_MS = 20_000

/** All groups with their counts; one of them in a drawer, or a new one. */
export function GroupsPage() {
  const { data, error, refetch } = useAsk(group.list, {}, { pollMs: POLL_MS })
  const [search, change] = useUrlSearch()
  const mayEdit = useAllowed('Group_Edit')
  const open = data?.items.find(({ id }) => id === search.group)
  const add = () => change({ group: 'new' }, 'push')
  return (
    <>
      <PageHeader
        title={pageTexts.group}
        text={texts.purpose}
        actions={
          mayEdit &&
          data &&
          data.items.length > 0 && (
            <Button leftSection={<IconPlus size={16} />} onClick={add}>
              {texts.add}
            </Button>
          )
        }
      />
      {search.operation && (
        <OperationStrip
          id={search.operation}
          onOther={(operation) => change({ operation })}
          onClose={() => change({ operation: undefined })}
        />
      )}
      <div className={classes.panel}>
        {error && !data && <ErrorState problem={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={200} radius={0} />}
        {data?.items.length === 0 && (
          <EmptyState
            drawing="card"
            title={texts.emptyTitle}
            text={mayEdit ? texts.emptyText : texts.emptyTextView}
            button={mayEdit ? { label: texts.add, onClick: add } : undefined}
          />
        )}
        {data && data.items.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section className={classes.scroll} aria-label={pageTexts.group} tabIndex={0}>
            <GroupTable groups={data.items} onOpen={(id) => change({ group: id }, 'push')} />
          </section>
        )}
      </div>
      <GroupDrawer
        isOpen={search.group !== undefined}
        group={open}
        onClose={() => change({ group: undefined }, 'push')}
        onSaved={(id) => change({ group: id })}
        onOperation={(operation) => change({ operation, group: undefined })}
      />
    </>
  )
}

function GroupTable({ groups, onOpen }: { groups: readonly group.Group[]; onOpen: (id: string) => void }) {
  const names = texts.columns
  const number = (count: number | undefined) => (count ?? 0).toLocaleString('en')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{names.name}</th>
          <th scope="col" data-align="right">
            {names.profiles}
          </th>
          <th scope="col" data-align="right">
            {names.available}
          </th>
          <th scope="col" data-align="right">
            {names.enabled}
          </th>
          <th scope="col">{names.notes}</th>
          <th scope="col">{names.updatedAt}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ id, name, color, profiles, statuses, notes, updatedAt }) => (
          <tr key={id}>
            <td>
              <Anchor component="button" type="button" onClick={() => onOpen(id)} inherit>
                <GroupTag name={name} color={color} />
              </Anchor>
            </td>
            <td data-align="right">
              <Anchor component={Link} to={pages.fleet.path} search={{ groupId: id } as never} inherit>
                {number(profiles)}
              </Anchor>
            </td>
            <td data-align="right">{number(statuses.AVAILABLE)}</td>
            <td data-align="right">{number(statuses.ENABLED)}</td>
            <td>{notes || '–'}</td>
            <td>{formatTime(updatedAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
