import { ActionIcon, Button, Menu } from '@mantine/core'
import { canBeLimited } from '@simwright/contract/people/group-limit'
import * as team from '@simwright/contract/people/team'
import {
  IconDots,
  IconDownload,
  IconMail,
  IconPlus,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserShield,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { teamTexts } from '../../../texts/team.ts'
import { say } from '../../../texts/text.ts'
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx'
import { FilterBar } from '../../../ui/FilterBar.tsx'
import { LongText } from '../../../ui/LongText.tsx'
import { useNow } from '../../../ui/now.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { formatAgo, formatDate, formatTime } from '../../../ui/time.ts'
import type { Tone } from '../../../ui/tone.ts'
import { useAddress } from '../../../ui/url.ts'
import { type Filters, useUrlFilter } from '../../../ui/url-filter.ts'
import { ViewsMenu } from '../../../views/ViewsMenu.tsx'
import { type BulkAction, BulkActionDialog } from './BulkActionDialog.tsx'
import { BulkActionMenu } from './BulkActionMenu.tsx'
import { GroupLimitDialog } from './GroupLimitDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import classes from './MembersPage.module.css'
import { useMemberActions } from './member-actions.ts'
import { RoleChangeDialog } from './RoleChangeDialog.tsx'

const texts = teamTexts.member

const states = team.memberStates.map((state) => ({ value: state, label: texts.state[state] }))

type StateFilter = { state?: team.MemberState[] }

/** The filter of the list, stored in the page address. */
function useMemberFilter(roles: readonly team.Role[]) {
  const filters = useMemo(
    () =>
      ({
        search: { kind: 'text', label: texts.columns.name },
        state: { kind: 'choices', label: texts.columns.state, choices: states },
        role: {
          kind: 'choice',
          label: texts.columns.role,
          choices: roles.map(({ id, name }) => ({ value: id, label: name })),
        },
      }) as const satisfies Filters,
    [roles],
  )
  return useUrlFilter(pages.members, filters)
}

const none: readonly team.Role[] = []

/** The members of the enterprise account, and its open invitations. */
export function MembersPage() {
  const roles = useAsk(team.roles, {}, { staleMs: 60_000 }).data?.items ?? none
  const filter = useMemberFilter(roles)
  const list = useList(team.list, {
    module: 'members',
    sortInAddress: true,
    filter: filter.values as StateFilter,
    sort: { by: 'name', direction: 'asc' },
  })
  const mayEdit = useAllowed('Member_Edit')
  const link = usePageLink(pages.roles, texts.emptyLink)
  const [{ invite: inviting }, changeAddress] = useAddress(pages.members)
  const [changing, setChanging] = useState<team.Member>()
  const [limiting, setLimiting] = useState<team.Member>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [bulk, setBulk] = useState<BulkAction>()
  const columns = useMemo(
    () =>
      mayEdit ? [...dataColumns, actionsColumn({ onChangeRole: setChanging, onLimit: setLimiting })] : dataColumns,
    [mayEdit],
  )
  const onInvite = () => changeAddress({ invite: 'on' }, 'push')
  const isEmpty = list.rows?.length === 0 && !filter.isOn
  const actions = <BulkActionMenu ids={ticked} onChoose={(action) => setBulk({ action, ids: ticked })} />
  return (
    <>
      <Head filter={filter.values as StateFilter} isEmpty={isEmpty} onInvite={onInvite} />
      <DataTable
        label={pageTexts.members}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        selection={mayEdit ? { selected: ticked, onChange: setTicked, actions } : undefined}
        filters={
          <FilterBar
            after={<ViewsMenu module="members" names={Object.keys(filter.filters)} />}
            filter={filter}
            search={{ name: 'search', placeholder: texts.searchPlaceholder }}
          />
        }
        onClearFilters={filter.isOn ? filter.clear : undefined}
        empty={{
          drawing: 'card',
          title: texts.emptyTitle,
          text: texts.emptyText,
          button: mayEdit ? { label: texts.invite, onClick: onInvite } : undefined,
          link,
        }}
      />
      {mayEdit && (
        <>
          <InviteDialog
            isOpen={inviting !== undefined}
            onClose={() => changeAddress({ invite: undefined }, 'push')}
            roles={roles}
          />
          <BulkActionDialog bulk={bulk} roles={roles} onClose={() => setBulk(undefined)} onDone={() => setTicked([])} />
          <GroupLimitDialog member={limiting} onClose={() => setLimiting(undefined)} />
          <RoleChangeDialog member={changing} onClose={() => setChanging(undefined)} roles={roles} />
        </>
      )}
    </>
  )
}

type HeadProps = { filter: StateFilter; isEmpty: boolean; onInvite: () => void }

function Head({ filter, isEmpty, onInvite }: HeadProps) {
  const save = useSave(team.exportCsv)
  return (
    <PageHeader
      title={pageTexts.members}
      text={texts.purpose}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            loading={save.isPending}
            onClick={() => save.start({ filter })}
          >
            {teamTexts.many.exportAll}
          </Button>
          {!isEmpty && (
            <Allowed need="Member_Edit">
              <Button leftSection={<IconPlus size={16} />} onClick={onInvite}>
                {texts.invite}
              </Button>
            </Allowed>
          )}
        </>
      }
    />
  )
}

const { columns: names } = texts
const tones: Record<team.MemberState, Tone> = { INVITED: 'info', ACTIVE: 'success', INACTIVE: 'neutral' }

const dataColumns: readonly DataColumn<team.Member>[] = [
  {
    id: 'name',
    header: names.name,
    sortBy: 'name',
    show: 'always',
    width: 240,
    cell: (row) => <Person member={row} />,
  },
  { id: 'state', header: names.state, cell: (row) => <State member={row} /> },
  { id: 'role', header: names.role, cell: (row) => <LongText>{row.role?.name ?? texts.noRole}</LongText> },
  { id: 'groups', header: names.groups, cell: (row) => <LongText>{groupsOf(row)}</LongText> },
  {
    id: 'secondFactor',
    header: names.secondFactor,
    cell: (row) => (row.state === 'INVITED' ? '–' : row.secondFactor ? texts.on : texts.off),
  },
  {
    id: 'lastSeenAt',
    header: names.lastSeenAt,
    sortBy: 'lastSeenAt',
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? <span title={formatTime(lastSeenAt)}>{formatAgo(lastSeenAt)}</span> : texts.never,
  },
  { id: 'since', header: names.since, sortBy: 'since', cell: (row) => formatDate(row.since) },
]

/** What a member sees. Names of groups that the signed-in user does not see are missing. */
function groupsOf({ groups, manageable }: team.Member): string {
  if (groups === null) return texts.allProfiles
  if (groups.length > 0) return groups.map(({ name }) => name).join(', ')
  return manageable ? texts.noGroup : texts.otherGroups
}

type Choosing = { onChangeRole: (member: team.Member) => void; onLimit: (member: team.Member) => void }

function actionsColumn(choosing: Choosing): DataColumn<team.Member> {
  return {
    id: 'actions',
    header: names.actions,
    show: 'always',
    align: 'right',
    cell: (row) => <MemberActions member={row} {...choosing} />,
  }
}

function Person({ member }: { member: team.Member }) {
  return (
    <span className={classes.person}>
      <span className={classes.name} title={member.name || member.email}>
        {member.name || member.email}
        {member.self && <span className={classes.you}>{texts.you}</span>}
      </span>
      {member.name !== '' && (
        <span className={classes.email} title={member.email}>
          {member.email}
        </span>
      )}
    </span>
  )
}

function State({ member: { state, invitationExpiresAt } }: { member: team.Member }) {
  const nowMs = useNow(60_000)
  const badge = <StatusBadge tone={tones[state]}>{texts.state[state]}</StatusBadge>
  if (!invitationExpiresAt) return badge
  const hasEnded = Date.parse(invitationExpiresAt) < nowMs
  return (
    <span className={classes.state}>
      {badge}
      <span className={classes.note}>
        {hasEnded ? texts.invitationEnded : say(texts.invitationEnds, { time: formatDate(invitationExpiresAt) })}
      </span>
    </span>
  )
}

type MemberActionsProps = Choosing & { member: team.Member }

/** The actions on a member; none for the user's own row and for members with more permissions. */
function MemberActions({ member, onChangeRole, onLimit }: MemberActionsProps) {
  const actions = useMemberActions()
  if (member.self || !member.manageable) return null
  const { state } = member
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={say(texts.actionsOf, { name: member.name || member.email })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserShield size={16} />} onClick={() => onChangeRole(member)}>
          {texts.changeRole}
        </Menu.Item>
        {canBeLimited(member.role?.id ?? '') && (
          <Menu.Item leftSection={<IconUsersGroup size={16} />} onClick={() => onLimit(member)}>
            {texts.changeGroups}
          </Menu.Item>
        )}
        {state === 'INVITED' && (
          <Menu.Item leftSection={<IconMail size={16} />} onClick={() => actions.resend(member)}>
            {texts.resend}
          </Menu.Item>
        )}
        {state === 'ACTIVE' && (
          <Menu.Item leftSection={<IconUserOff size={16} />} onClick={() => void actions.deactivate(member)}>
            {texts.deactivate.entry}
          </Menu.Item>
        )}
        {state === 'INACTIVE' && (
          <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => actions.reactivate(member)}>
            {texts.reactivate.entry}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          c="var(--danger-text)"
          leftSection={<IconTrash size={16} />}
          onClick={() => void actions.remove(member)}
        >
          {state === 'INVITED' ? texts.withdraw.entry : texts.remove.entry}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
