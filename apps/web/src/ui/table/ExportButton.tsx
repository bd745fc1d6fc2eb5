import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { uiTexts } from '../../texts/ui.ts'

type ExportButtonProps = { isPending: boolean; onClick: () => void }

/** Downloads a list as a file; in the bar above its table. */
export function ExportButton({ isPending, onClick }: ExportButtonProps) {
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={isPending} onClick={onClick}>
      {uiTexts.table.export}
    </Button>
  )
}
