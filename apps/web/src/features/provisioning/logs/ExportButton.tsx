import { Button } from '@mantine/core'
import type { InputOf } from '@simwright/contract/endpoint'
import type { exportLog as exportEvents } from '@simwright/contract/profiles/fleet'
import type { exportLog as exportBatches } from '@simwright/contract/provisioning/batch'
import type { exportLog as exportRecycles } from '@simwright/contract/provisioning/recycle'
import { IconDownload } from '@tabler/icons-react'
import { useSave } from '../../../api/save.ts'
import { logTexts } from '../../../texts/logs.ts'

type LogExport = typeof exportBatches | typeof exportEvents | typeof exportRecycles

type ExportButtonProps<E extends LogExport> = { endpoint: E; filter: NonNullable<InputOf<E>['filter']> }

/** Downloads the filtered log as CSV. */
export function ExportButton<E extends LogExport>({ endpoint, filter }: ExportButtonProps<E>) {
  const save = useSave<LogExport>(endpoint)
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={save.isPending}
      onClick={() => save.start({ filter } as InputOf<LogExport>)}
    >
      {logTexts.export}
    </Button>
  )
}
