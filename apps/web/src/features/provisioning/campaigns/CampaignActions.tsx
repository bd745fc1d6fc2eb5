import { ActionIcon, Button, Menu } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as campaign from '@simwright/contract/provisioning/campaign'
import {
  IconDots,
  IconDownload,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRecycle,
  IconTicket,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useSave } from '../../../api/save.ts'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { sayCount } from '../../../texts/text.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { CampaignDialog } from './CampaignDialog.tsx'
import { campaignTexts } from './campaign-texts.ts'

const texts = campaignTexts.actions

type CampaignActionsProps = { one: campaign.Campaign; mayEdit: boolean; onDeleted: () => void }

/** The actions that the state of the campaign allows. */
export function CampaignActions({ one, mayEdit, onDeleted }: CampaignActionsProps) {
  const [isEditing, setIsEditing] = useState(false)
  const actions = useCampaignActions(one, onDeleted)
  const mayExport = useAllowed('Fleet_Export') && one.state !== 'DRAFT'
  if (!mayEdit && !mayExport) return null
  return (
    <>
      <CampaignMenu
        one={one}
        actions={actions}
        mayEdit={mayEdit}
        mayExport={mayExport}
        onEdit={() => setIsEditing(true)}
      />
      {mayEdit && <StateButton one={one} actions={actions} />}
      {mayEdit && <CampaignDialog isOpen={isEditing} onClose={() => setIsEditing(false)} current={one} />}
    </>
  )
}

const isOpen = (state: campaign.Campaign['state']) => state === 'ACTIVE' || state === 'SCHEDULED'

type CampaignMenuProps = {
  one: campaign.Campaign
  actions: ReturnType<typeof useCampaignActions>
  mayEdit: boolean
  mayExport: boolean
  onEdit: () => void
}

/** What can be done less often: reports, the end, and what follows it. */
function CampaignMenu({ one, actions, mayEdit, mayExport, onEdit }: CampaignMenuProps) {
  const report = useSave(campaign.report)
  const refusals = useSave(campaign.refusalReport)
  const { state } = one
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={34} variant="default" aria-label={texts.more}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && state !== 'ENDED' && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
            {texts.edit}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          leftSection={<IconTicket size={16} />}
          {...linkTo(pages.vouchers, { search: { campaign: one.id } })}
        >
          {texts.vouchers}
        </Menu.Item>
        {mayExport && (
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => report.start({ id: one.id })}>
            {texts.report}
          </Menu.Item>
        )}
        {mayExport && one.counts.refused > 0 && (
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => refusals.start({ id: one.id })}>
            {texts.refusalReport}
          </Menu.Item>
        )}
        {mayEdit && (isOpen(state) || state === 'PAUSED') && (
          <Menu.Item
            c="var(--danger-text)"
            leftSection={<IconPlayerStop size={16} />}
            onClick={() => void actions.end()}
          >
            {texts.end}
          </Menu.Item>
        )}
        {mayEdit && state === 'ENDED' && (
          <Menu.Item leftSection={<IconRecycle size={16} />} onClick={() => void actions.recycle()}>
            {texts.recycle}
          </Menu.Item>
        )}
        {mayEdit && (state === 'DRAFT' || state === 'ENDED') && (
          <Menu.Item c="var(--danger-text)" leftSection={<IconTrash size={16} />} onClick={() => void actions.remove()}>
            {texts.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

type StateButtonProps = { one: campaign.Campaign; actions: ReturnType<typeof useCampaignActions> }

/** The button for the next state: start, pause or resume. */
function StateButton({ one, actions }: StateButtonProps) {
  const { state } = one
  const whyNotId = useId()
  const whyNot = whyNotStart(one)
  return (
    <>
      {isOpen(state) && (
        <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={actions.pause}>
          {texts.pause}
        </Button>
      )}
      {state === 'PAUSED' && (
        <Button leftSection={<IconPlayerPlay size={16} />} onClick={actions.resume}>
          {texts.resume}
        </Button>
      )}
      {state === 'DRAFT' && (
        <>
          {whyNot && (
            <Note as="span" id={whyNotId}>
              {whyNot}
            </Note>
          )}
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            disabled={whyNot !== undefined}
            aria-describedby={whyNot && whyNotId}
            onClick={actions.start}
          >
            {texts.start}
          </Button>
        </>
      )}
    </>
  )
}

/** Why a draft cannot start; undefined if it can. */
function whyNotStart({ counts, endsAt }: campaign.Campaign): string | undefined {
  if (counts.profiles === 0) return texts.startNeedsProfiles
  return endsAt !== null && Date.parse(endsAt) <= Date.now() ? texts.startIsOver : undefined
}

/** The actions of a campaign, with their confirmation dialogs and success messages. */
function useCampaignActions(one: campaign.Campaign, onDeleted: () => void) {
  const changes = [campaign.list, campaign.get]
  const start = useMutation(campaign.start, { changes })
  const pause = useMutation(campaign.pause, { changes })
  const resume = useMutation(campaign.resume, { changes })
  const end = useMutation(campaign.end, { changes })
  const recycle = useMutation(campaign.recycle, { changes: [campaign.get, campaign.outcome, fleet.list, fleet.detail] })
  const remove = useMutation(campaign.remove, { changes: [campaign.list] })
  const { id, version } = one
  const showSuccess = (text: string) => ({ onSuccess: () => toast.success(text) })
  return {
    start: () => {
      const isLater = one.startsAt !== null && Date.parse(one.startsAt) > Date.now()
      start.mutate({ id, version }, showSuccess(isLater ? texts.scheduled : texts.started))
    },
    pause: () => pause.mutate({ id, version }, showSuccess(texts.paused)),
    resume: () => resume.mutate({ id, version }, showSuccess(texts.resumed)),
    end: async () => {
      const text = one.atEnd === 'RECYCLE' ? `${texts.endText} ${texts.endRecycles}` : texts.endText
      const question = { title: texts.endTitle, text, proceed: texts.endProceed, tone: 'danger' } as const
      if (await confirm(question)) end.mutate({ id, version }, showSuccess(texts.ended))
    },
    recycle: async () => {
      const { recycleTitle: title, recycleText: text, recycleProceed: proceed } = texts
      if (!(await confirm({ title, text, proceed, tone: 'danger' }))) return
      recycle.mutate({ id }, { onSuccess: ({ profiles }) => toast.success(sayCount(texts.recycled, profiles)) })
    },
    remove: async () => {
      const { removeTitle: title, removeText: text, removeProceed: proceed } = texts
      if (!(await confirm({ title, text, proceed, tone: 'danger' }))) return
      const done = () => {
        toast.success(texts.removed)
        onDeleted()
      }
      remove.mutate({ id, version }, { onSuccess: done })
    },
  }
}
