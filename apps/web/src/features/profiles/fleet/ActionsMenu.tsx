import { Button, Menu } from '@mantine/core'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { CodeForm } from '@simwright/contract/provisioning/delivery'
import { type OperationKind, operationKinds, operationRow } from '@simwright/contract/provisioning/operation-kind'
import { IconChevronDown, IconDownload, IconFileTypePdf, IconFileZip, IconMail, IconTrash } from '@tabler/icons-react'
import { isAllowed, useAllowed, usePermissions } from '../../../session/permission.tsx'
import { operationTexts as texts } from '../../../texts/operation.ts'
import { useExport } from './export.ts'

type ActionsMenuProps = {
  selection: Selection
  isMany: boolean
  /** `default` if another button is the primary one. */
  variant?: 'default'
  onChoose: (kind: OperationKind) => void
  /** Delivers the codes as a file of this form, or by e-mail. */
  onDeliver: (form: CodeForm | 'MAIL') => void
  /** Called with the id of the file that is written in the background. */
  onWriting: (id: string) => void
}

/** Menu of the actions on the selected profiles. */
export function ActionsMenu({ selection, isMany, variant, onChoose, onDeliver, onWriting }: ActionsMenuProps) {
  const permissions = usePermissions()
  const mayExport = useAllowed('Fleet_Export')
  const exporting = useExport({ selection, isMany, onWriting })
  const offered = operationKinds
    .map((kind) => ({ kind, ...operationRow(kind) }))
    .filter(({ needs }) => isAllowed(needs, permissions))
  const last = offered.filter(({ isLast }) => isLast)
  if (offered.length === 0 && !mayExport) return null
  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <Button size="xs" variant={variant} rightSection={<IconChevronDown size={14} />} loading={exporting.isPending}>
          {texts.actions}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered
          .filter(({ isLast }) => !isLast)
          .map(({ kind, name }) => (
            <Menu.Item key={kind} onClick={() => onChoose(kind)}>
              {name}
            </Menu.Item>
          ))}
        {mayExport && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconDownload size={15} />}
              onClick={() => exporting.start({ form: 'profiles', format: 'csv' })}
            >
              {texts.exportProfiles}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDownload size={15} />}
              onClick={() => exporting.start({ form: 'profiles', format: 'xlsx' })}
            >
              {texts.exportXlsx}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDownload size={15} />}
              onClick={() => exporting.start({ form: 'codes', format: 'csv' })}
            >
              {texts.exportCodes}
            </Menu.Item>
            <Menu.Item leftSection={<IconFileZip size={15} />} onClick={() => onDeliver('QR_ZIP')}>
              {texts.qrZip}
            </Menu.Item>
            <Menu.Item leftSection={<IconFileTypePdf size={15} />} onClick={() => onDeliver('LABELS')}>
              {texts.labels}
            </Menu.Item>
            <Menu.Item leftSection={<IconMail size={15} />} onClick={() => onDeliver('MAIL')}>
              {texts.sendMails}
            </Menu.Item>
          </>
        )}
        {last.length > 0 && <Menu.Divider />}
        {last.map(({ kind, name }) => (
          <Menu.Item
            key={kind}
            c="var(--danger-text)"
            leftSection={<IconTrash size={15} />}
            onClick={() => onChoose(kind)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
