import { Button } from '@mantine/core'
import * as invitation from '@simwright/contract/people/invitation'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { giftPlan, giftTrial } from './gift.ts'
import { InvitationLinkDialog } from './InvitationLinkDialog.tsx'
import { InvitationLinkDrawer } from './InvitationLinkDrawer.tsx'
import { invitationLinkTexts as texts } from './invitation-link-texts.ts'
import { LinkStateBadge } from './LinkStateBadge.tsx'

const names = texts.columns

const filters = {
  state: {
    kind: 'choices',
    label: names.state,
    choices: invitation.linkStates.map((value) => ({ value, label: texts.states[value] })),
  },
} as const satisfies Filters

/** The invitation links of all platforms; for platform staff. */
export function InvitationLinksPage() {
  const filter = useUrlFilter(pages.invitationLinks, filters)
  const list = useList(invitation.list, { module: 'invitation-links', filter: filter.values })
  const [{ open: openId }, changeAddress] = useAddress(pages.invitationLinks)
  const [isCreating, setIsCreating] = useState(false)
  const mayEdit = useAllowed('Admin_Invitation_Edit')
  const link = usePageLink(pages.clients, texts.emptyLink)
  const create = { label: texts.add, onClick: () => setIsCreating(true) }
  useAskedDialog({ new: mayEdit && create.onClick })
  return (
    <>
      <PageHeader
        title={pageTexts.invitationLinks}
        text={texts.purpose}
        actions={
          mayEdit && (
            <Button leftSection={<IconPlus size={16} />} onClick={create.onClick}>
              {create.label}
            </Button>
          )
        }
      />
      <FilteredTable
        label={pageTexts.invitationLinks}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => changeAddress({ open: row.id }, 'push')}
        openId={openId}
        filter={filter}
        empty={{
          drawing: 'mail',
          example: exampleTexts.links,
          title: texts.emptyTitle,
          text: texts.emptyText,
          link,
          ...(mayEdit ? { button: create } : {}),
        }}
      />
      <InvitationLinkDrawer id={openId} onClose={() => changeAddress({ open: undefined }, 'push')} />
      <InvitationLinkDialog
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(id) => changeAddress({ open: id }, 'push')}
      />
    </>
  )
}

const columns: readonly DataColumn<invitation.InvitationLink>[] = [
  {
    id: 'code',
    header: names.code,
    phone: 'title',
    show: 'always',
    width: 320,
    cell: ({ code, url, state }) => (
      <Row as="span" nowrap gap={4}>
        <Mono>{code}</Mono>
        {state === 'OPEN' && <CopyButton text={url} name={texts.copy} />}
      </Row>
    ),
  },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    show: 'always',
    cell: (row) => <LinkStateBadge state={row.state} />,
  },
  {
    id: 'uses',
    header: names.uses,
    align: 'right',
    cell: (row) => say(texts.of, { used: row.uses, max: row.maxUses }),
  },
  { id: 'plan', header: names.plan, phone: 'text', cell: giftPlan },
  { id: 'trial', header: names.trial, cell: giftTrial },
  {
    id: 'until',
    header: names.until,
    phone: 'time',
    cell: (row) => (row.expiresAt ? <Time at={row.expiresAt} show="day" /> : texts.noEnd),
  },
  { id: 'note', header: names.note, cell: (row) => <LongText>{row.note || '–'}</LongText> },
  { id: 'platform', header: names.platform, cell: (row) => <LongText>{row.platform}</LongText> },
  { id: 'createdAt', header: names.createdAt, cell: (row) => <Time at={row.createdAt} show="day" /> },
]
