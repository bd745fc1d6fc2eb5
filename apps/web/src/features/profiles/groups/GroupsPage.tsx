import { Anchor, Button, Skeleton, TextInput } from '@mantine/core'
import * as group from '@simwright/contract/profiles/group'
import { IconFilterCog, IconPlus, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { GroupTag } from '../../../esim/GroupTag.tsx'
import { OperationStrip } from '../../../esim/OperationStrip.tsx'
import { fleetOfPath } from '../../../esim/path.ts'
import { pages } from '../../../paths.ts'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { groupTexts as texts } from '../../../texts/group.ts'
import { groupRuleTexts } from '../../../texts/group-rule.ts'
import { pageTexts } from '../../../texts/page.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LongText } from '../../../ui/LongText.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { formatTime } from '../../../ui/time.ts'
import { useAddress } from '../../../ui/url.ts'
import { GroupDialog } from './GroupDialog.tsx'
import { GroupRules } from './GroupRules.tsx'
import classes from './GroupsPage.module.css'
import { GroupView } from './GroupView.tsx'

const POLL_MS = 20_000

/** The list of all groups, or the group that the page address names. */
export function GroupsPage() {
  const [search, change] = useAddress(pages.group)
  const open = (id: string | undefined) => change({ group: id, by: undefined }, 'push')
  const shown = search.group === 'new' ? undefined : search.group
  return (
    <>
      {search.operation && (
        <OperationStrip
          id={search.operation}
          onUndo={(operation) => change({ operation })}
          onClose={() => change({ operation: undefined })}
        />
      )}
      {shown === undefined ? (
        <GroupList isAdding={search.group === 'new'} onOpen={open} />
      ) : (
        <GroupView
          key={shown}
          id={shown}
          onBack={() => open(undefined)}
          onOperation={(operation) => change({ operation })}
        />
      )}
    </>
  )
}

function GroupList({ isAdding, onOpen }: { isAdding: boolean; onOpen: (id: string | undefined) => void }) {
  const { data, error, refetch } = useAsk(group.list, {}, { pollMs: POLL_MS })
  const isLimited = useGroupLimit() !== null
  const mayAdd = useAllowed('Group_Edit') && !isLimited
  const [search, change] = useAddress(pages.group)
  const add = () => onOpen('new')
  return (
    <>
      <PageHeader
        title={pageTexts.group}
        text={texts.purpose}
        actions={
          data &&
          data.items.length > 0 && (
            <>
              <Button
                variant="default"
                leftSection={<IconFilterCog size={16} />}
                onClick={() => change({ rules: 'on' }, 'push')}
              >
                {groupRuleTexts.title}
              </Button>
              {!isLimited && (
                <Allowed need="Group_Edit">
                  <Button leftSection={<IconPlus size={16} />} onClick={add}>
                    {texts.add}
                  </Button>
                </Allowed>
              )}
            </>
          )
        }
      />
      <div className={classes.panel}>
        {error && !data && <ErrorState problem={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={200} radius={0} />}
        {data?.items.length === 0 && (
          <EmptyState
            drawing="card"
            title={texts.emptyTitle}
            text={mayAdd ? texts.emptyText : texts.emptyTextView}
            button={mayAdd ? { label: texts.add, onClick: add } : undefined}
          />
        )}
        {data && data.items.length > 0 && <SearchableGroups groups={data.items} onOpen={onOpen} />}
      </div>
      {mayAdd && <GroupDialog isOpen={isAdding} onClose={() => onOpen(undefined)} onSaved={onOpen} />}
      <GroupRules isOpen={search.rules !== undefined} onClose={() => change({ rules: undefined }, 'push')} />
    </>
  )
}

type GroupTableProps = { groups: readonly group.Group[]; onOpen: (id: string) => void }

/** Searches in the browser, because all groups are loaded. */
function SearchableGroups({ groups, onOpen }: GroupTableProps) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = groups.filter(({ name, notes }) => `${name}\n${notes}`.toLowerCase().includes(wanted))
  return (
    <>
      <div className={classes.search}>
        <TextInput
          type="search"
          aria-label={texts.searchLabel}
          placeholder={texts.searchPlaceholder}
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState
          drawing="search"
          title={texts.noMatch}
          text={texts.noMatchText}
          button={{ label: texts.clear, onClick: () => setTyped('') }}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes.scroll} aria-label={pageTexts.group} tabIndex={0}>
          <GroupTable groups={found} onOpen={onOpen} />
        </section>
      )}
    </>
  )
}

function GroupTable({ groups, onOpen }: GroupTableProps) {
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
              <Anchor component={Link} {...fleetOfPath({ group: id })} inherit>
                {number(profiles)}
              </Anchor>
            </td>
            <td data-align="right">{number(statuses.AVAILABLE)}</td>
            <td data-align="right">{number(statuses.ENABLED)}</td>
            <td>{notes ? <LongText>{notes}</LongText> : '–'}</td>
            <td>{formatTime(updatedAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
