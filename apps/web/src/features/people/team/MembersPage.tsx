import { Button, Menu } from '@mantine/core'
import { canBeLimited } from '@simwright/contract/people/group-limit'
import * as team from '@simwright/contract/people/team'
import {
  IconMail,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserShield,
  IconUsersGroup,
} from '@tabler/icons-react'
import { use, useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { useNow } from '../../../base/now.ts'
import { formatDate } from '../../../base/time.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { teamTexts } from '../../../texts/team.ts'
import { say } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Narrow } from '../../../ui/phone.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { ExportButton } from '../../../ui/table/ExportButton.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
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

/** The open dialog about members; that of invitations is in the page address. */
type OpenDialog = { changing: team.Member } | { limiting: team.Member } | { bulk: BulkAction }

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
  const [, changeAddress] = useAddress(pages.members)
  const [open, setOpen] = useState<OpenDialog>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const columns = useColumns(mayEdit, setOpen)
  const save = useSave(team.exportCsv)
  const onInvite = () => changeAddress({ invite: 'on' }, 'push')
  const isEmpty = list.rows?.length === 0 && !filter.isOn
  const actions = <BulkActionMenu ids={ticked} onChoose={(action) => setOpen({ bulk: { action, ids: ticked } })} />
  return (
    <>
      <Head isEmpty={isEmpty} onInvite={onInvite} />
      <FilteredTable
        label={pageTexts.members}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        selection={mayEdit ? { selected: ticked, onChange: setTicked, actions } : undefined}
        filter={filter}
        search={{ name: 'search', placeholder: texts.searchPlaceholder }}
        hasViews
        exporting={
          <ExportButton
            isPending={save.isPending}
            onClick={() =>
              save.start(ticked.length > 0 ? { ids: [...ticked] } : { filter: filter.values as StateFilter })
            }
          />
        }
        empty={{
          drawing: 'people',
          example: exampleTexts.members,
          title: texts.emptyTitle,
          text: texts.emptyText,
          button: mayEdit ? { label: texts.invite, onClick: onInvite } : undefined,
          link,
        }}
      />
      {mayEdit && (
        <Dialogs open={open} roles={roles} onClose={() => setOpen(undefined)} onBulkDone={() => setTicked([])} />
      )}
    </>
  )
}

/** The columns, with the actions that the user has on a row. */
function useColumns(mayEdit: boolean, onOpen: (open: OpenDialog) => void) {
  return useMemo(() => {
    if (!mayEdit) return dataColumns
    return editColumns({
      onChangeRole: (changing) => onOpen({ changing }),
      onLimit: (limiting) => onOpen({ limiting }),
    })
  }, [mayEdit, onOpen])
}

type DialogsProps = {
  open: OpenDialog | undefined
  roles: readonly team.Role[]
  onClose: () => void
  onBulkDone: () => void
}

function Dialogs({ open, roles, onClose, onBulkDone }: DialogsProps) {
  const [{ invite }, changeAddress] = useAddress(pages.members)
  return (
    <>
      <InviteDialog
        isOpen={invite !== undefined}
        onClose={() => changeAddress({ invite: undefined }, 'push')}
        roles={roles}
      />
      <BulkActionDialog
        bulk={open && 'bulk' in open ? open.bulk : undefined}
        roles={roles}
        onClose={onClose}
        onDone={onBulkDone}
      />
      <GroupLimitDialog member={open && 'limiting' in open ? open.limiting : undefined} onClose={onClose} />
      <RoleChangeDialog
        member={open && 'changing' in open ? open.changing : undefined}
        onClose={onClose}
        roles={roles}
      />
    </>
  )
}

type HeadProps = { isEmpty: boolean; onInvite: () => void }

function Head({ isEmpty, onInvite }: HeadProps) {
  return (
    <PageHeader
      title={pageTexts.members}
      text={texts.purpose}
      actions={
        !isEmpty && (
          <Allowed need="Member_Edit">
            <Button leftSection={<IconPlus size={16} />} onClick={onInvite}>
              {texts.invite}
            </Button>
          </Allowed>
        )
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
    phone: 'title',
    sortBy: 'name',
    show: 'always',
    width: 240,
    cell: (row) => <Person member={row} />,
  },
  { id: 'state', header: names.state, phone: 'status', cell: (row) => <State member={row} /> },
  {
    id: 'role',
    header: names.role,
    phone: 'text',
    cell: (row) => <LongText>{row.role?.name ?? texts.noRole}</LongText>,
  },
  { id: 'email', header: names.email, show: 'extra', cell: (row) => <LongText>{row.email}</LongText> },
  { id: 'groups', header: names.groups, cell: (row) => <LongText>{groupsOf(row)}</LongText> },
  {
    id: 'secondFactor',
    header: names.secondFactor,
    cell: (row) => (row.state === 'INVITED' ? '–' : row.secondFactor ? texts.on : texts.off),
  },
  {
    id: 'lastSeenAt',
    header: names.lastSeenAt,
    phone: 'time',
    sortBy: 'lastSeenAt',
    cell: ({ lastSeenAt }) => (lastSeenAt ? <Time at={lastSeenAt} show="ago" /> : texts.never),
  },
  { id: 'since', header: names.since, sortBy: 'since', cell: (row) => <Time at={row.since} show="day" /> },
]

/** What a member sees. Names of groups that the signed-in user does not see are missing. */
function groupsOf({ groups, manageable }: team.Member): string {
  if (groups === null) return texts.allProfiles
  if (groups.length > 0) return groups.map(({ name }) => name).join(', ')
  return manageable ? texts.noGroup : texts.otherGroups
}

type Choosing = { onChangeRole: (member: team.Member) => void; onLimit: (member: team.Member) => void }

/** The columns with actions. The view of a member can be changed where it is shown, too. */
const editColumns = (choosing: Choosing) => [
  ...dataColumns.map((column) =>
    column.id === 'groups'
      ? { ...column, cell: (row: team.Member) => <GroupsButton member={row} onLimit={choosing.onLimit} /> }
      : column,
  ),
  actionsColumn(choosing),
]

const mayLimit = ({ self, manageable, role }: team.Member) => !self && manageable && canBeLimited(role?.id ?? '')

function GroupsButton({ member, onLimit }: { member: team.Member; onLimit: Choosing['onLimit'] }) {
  const groups = groupsOf(member)
  if (!mayLimit(member)) return <LongText>{groups}</LongText>
  const label = say(texts.groupsOf, { groups, name: member.name || member.email })
  return (
    <button type="button" className={classes.groups} title={groups} aria-label={label} onClick={() => onLimit(member)}>
      <span>{groups}</span>
      <IconPencil size={14} aria-hidden />
    </button>
  )
}

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
  // on a phone, the e-mail address is one of the further values
  const isNarrow = use(Narrow)
  return (
    <Stack as="span" gap={0} className={classes.person} data-narrow={isNarrow || undefined}>
      <span className={classes.name} title={member.name || member.email}>
        {member.name || member.email}
        {member.self && <span className={classes.you}>{texts.you}</span>}
      </span>
      {!isNarrow && member.name !== '' && (
        <span className={classes.email} title={member.email}>
          {member.email}
        </span>
      )}
    </Stack>
  )
}

function State({ member: { state, invitationExpiresAt } }: { member: team.Member }) {
  const nowMs = useNow(60_000)
  const isNarrow = use(Narrow)
  const badge = <StatusBadge tone={tones[state]}>{texts.state[state]}</StatusBadge>
  if (!invitationExpiresAt || isNarrow) return badge
  const hasEnded = Date.parse(invitationExpiresAt) < nowMs
  return (
    <span className={classes.state}>
      {badge}
      <Time at={invitationExpiresAt} className="fine muted">
        {hasEnded ? texts.invitationEnded : say(texts.invitationEnds, { time: formatDate(invitationExpiresAt) })}
      </Time>
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
    <RowMenu label={say(texts.actionsOf, { name: member.name || member.email })} width={220}>
      <RowAction icon={IconUserShield} onClick={() => onChangeRole(member)}>
        {texts.changeRole}
      </RowAction>
      {canBeLimited(member.role?.id ?? '') && (
        <RowAction icon={IconUsersGroup} onClick={() => onLimit(member)}>
          {texts.changeGroups}
        </RowAction>
      )}
      {state === 'INVITED' && (
        <RowAction icon={IconMail} onClick={() => actions.resend(member)}>
          {texts.resend}
        </RowAction>
      )}
      {state === 'ACTIVE' && (
        <RowAction icon={IconUserOff} onClick={() => void actions.deactivate(member)}>
          {texts.deactivate.entry}
        </RowAction>
      )}
      {state === 'INACTIVE' && (
        <RowAction icon={IconUserCheck} onClick={() => actions.reactivate(member)}>
          {texts.reactivate.entry}
        </RowAction>
      )}
      <Menu.Divider />
      <RowAction icon={IconTrash} tone="danger" onClick={() => void actions.remove(member)}>
        {state === 'INVITED' ? texts.withdraw.entry : texts.remove.entry}
      </RowAction>
    </RowMenu>
  )
}
