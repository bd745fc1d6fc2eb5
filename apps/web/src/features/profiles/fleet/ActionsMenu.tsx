import { Button, Menu } from '@mantine/core'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { CodeForm } from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import {
  type OperationKind,
  operationKinds,
  operationRow,
  operationSections,
} from '@simwright/contract/provisioning/operation-kind'
import { IconChevronDown, IconDownload, IconFileTypePdf, IconFileZip, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { isAllowed } from '../../../session/held-permission.ts'
import { useAllowed, usePermissions } from '../../../session/permission.tsx'
import { operationTexts as texts } from '../../../texts/operation.ts'
import classes from './ActionsMenu.module.css'
import { useExport } from './export.ts'

type ActionsMenuProps = {
  selection: Selection
  isMany: boolean
  /** In the drawer of a profile, where another button is the primary one; includes the files of the profile. */
  variant?: 'default'
  /** The only profile of the selection: actions that cannot change it are disabled, with the reason. */
  profileId?: string
  onChoose: (kind: OperationKind) => void
  /** Delivers the codes as a file of this form, or by e-mail. */
  onDeliver: (form: CodeForm | 'MAIL') => void
  /** Called with the id of the file that is written in the background. */
  onWriting: (id: string) => void
}

/** Menu of the actions on the selected profiles, in sections. */
export function ActionsMenu(props: ActionsMenuProps) {
  const { selection, isMany, variant, profileId, onChoose, onDeliver, onWriting } = props
  const [isOpen, setIsOpen] = useState(false)
  const permissions = usePermissions()
  const mayExport = useAllowed('Fleet_Export')
  const exporting = useExport({ selection, isMany, onWriting })
  const unfit = useAsk(
    operation.unfit,
    { profileId: profileId ?? '' },
    { enabled: isOpen && profileId !== undefined, staleMs: 0 },
  ).data
  const noCode = unfit?.delivery ?? undefined
  const offered = operationKinds
    .map((kind) => ({
      kind,
      ...operationRow(kind),
      reason: unfit?.items.find((one) => one.kind === kind)?.reason,
    }))
    .filter(({ needs }) => isAllowed(needs, permissions))
  const last = offered.filter(({ section }) => section === undefined)
  if (offered.length === 0 && !mayExport) return null
  return (
    <Menu position="bottom-start" width={260} opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <Button size="xs" variant={variant} rightSection={<IconChevronDown size={14} />} loading={exporting.isPending}>
          {texts.actions}
        </Button>
      </Menu.Target>
      <Menu.Dropdown style={{ maxHeight: 'calc(100dvh - 120px)', overflowY: 'auto' }}>
        {operationSections.map((section) => {
          const kinds = offered.filter((one) => one.section === section)
          const hasMail = section === 'code' && mayExport
          if (kinds.length === 0 && !hasMail) return null
          return (
            <div key={section}>
              <Menu.Label>{texts.sections[section]}</Menu.Label>
              {kinds.map(({ kind, name, reason }) => (
                <Item key={kind} label={name} reason={reason} onClick={() => onChoose(kind)} />
              ))}
              {hasMail && <Item label={texts.sendMails} reason={noCode} onClick={() => onDeliver('MAIL')} />}
            </div>
          )
        })}
        {mayExport && variant && <FileItems noCode={noCode} onExport={exporting.start} onDeliver={onDeliver} />}
        {last.length > 0 && <Menu.Divider />}
        {last.map(({ kind, name, reason }) => (
          <Item
            key={kind}
            color="var(--danger-text)"
            icon={<IconTrash size={15} />}
            label={name}
            reason={reason}
            onClick={() => onChoose(kind)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type FileItemsProps = Pick<ActionsMenuProps, 'onDeliver'> & {
  /** Why there is no file with the code; undefined if there can be one. */
  noCode: string | undefined
  onExport: ReturnType<typeof useExport>['start']
}

/** The files of a profile. */
function FileItems({ noCode, onExport, onDeliver }: FileItemsProps) {
  const file = (label: string, sent: Parameters<typeof onExport>[0]) => (
    <Item icon={<IconDownload size={15} />} label={label} reason={undefined} onClick={() => onExport(sent)} />
  )
  return (
    <>
      <Menu.Label>{texts.exportSection}</Menu.Label>
      {file(texts.exportProfiles, { form: 'profiles', format: 'csv' })}
      {file(texts.exportXlsx, { form: 'profiles', format: 'xlsx' })}
      {file(texts.exportCodes, { form: 'codes', format: 'csv' })}
      <Item icon={<IconFileZip size={15} />} label={texts.qrZip} reason={noCode} onClick={() => onDeliver('QR_ZIP')} />
      <Item
        icon={<IconFileTypePdf size={15} />}
        label={texts.labels}
        reason={noCode}
        onClick={() => onDeliver('LABELS')}
      />
    </>
  )
}

type ItemProps = { label: string; icon?: ReactNode; color?: string; reason: string | undefined; onClick: () => void }

/** With a reason it does nothing, and the reason is read out: the item still takes the focus. */
function Item({ label, icon, color, reason, onClick }: ItemProps) {
  if (reason === undefined) {
    return (
      <Menu.Item c={color} leftSection={icon} onClick={onClick}>
        {label}
      </Menu.Item>
    )
  }
  return (
    <Menu.Item leftSection={icon} aria-disabled closeMenuOnClick={false} className={classes.unfit}>
      {label}
      <span className="fine block muted" style={{ whiteSpace: 'normal' }}>
        {reason}
      </span>
    </Menu.Item>
  )
}
