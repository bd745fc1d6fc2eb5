import { Button, Menu } from '@mantine/core'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { CodeForm } from '@simwright/contract/provisioning/delivery'
import { IconChevronDown, IconDownload, IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { useAllowed } from '../../../session/permission.tsx'
import { operationTexts as texts } from '../../../texts/operation.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { useExport } from './export.ts'

type ExportMenuProps = {
  selection: Selection
  isMany: boolean
  /** Says what the files contain: the selected profiles, or all that match the filter. */
  words: string
  onDeliver: (form: CodeForm) => void
  /** Called with the id of the file that is written in the background. */
  onWriting: (id: string) => void
}

/** Menu of the files with the selected profiles or, if none is selected, with all that match the filter. */
export function ExportMenu({ words, ...props }: ExportMenuProps) {
  const mayExport = useAllowed('Fleet_Export')
  const exporting = useExport(props)
  if (!mayExport) return null
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          rightSection={<IconChevronDown size={14} />}
          loading={exporting.isPending}
        >
          {uiTexts.table.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words}</Menu.Label>
        <ExportItems start={exporting.start} onDeliver={props.onDeliver} />
      </Menu.Dropdown>
    </Menu>
  )
}

type ExportItemsProps = { start: ReturnType<typeof useExport>['start']; onDeliver: (form: CodeForm) => void }

/** The files that profiles can be exported to. */
function ExportItems({ start, onDeliver }: ExportItemsProps) {
  const icon = <IconDownload size={15} />
  return (
    <>
      <Menu.Item leftSection={icon} onClick={() => start({ form: 'profiles', format: 'csv' })}>
        {texts.exportProfiles}
      </Menu.Item>
      <Menu.Item leftSection={icon} onClick={() => start({ form: 'profiles', format: 'xlsx' })}>
        {texts.exportXlsx}
      </Menu.Item>
      <Menu.Item leftSection={icon} onClick={() => start({ form: 'codes', format: 'csv' })}>
        {texts.exportCodes}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileZip size={15} />} onClick={() => onDeliver('QR_ZIP')}>
        {texts.qrZip}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileTypePdf size={15} />} onClick={() => onDeliver('LABELS')}>
        {texts.labels}
      </Menu.Item>
    </>
  )
}
