import type { InputOf } from '@simwright/contract/endpoint'
import type { exportLog as exportEvents } from '@simwright/contract/profiles/fleet'
import type { exportLog as exportBatches } from '@simwright/contract/provisioning/batch'
import type { exportLog as exportRecycles } from '@simwright/contract/provisioning/recycle'
import { useSave } from '../../../api/save.ts'
import { ExportButton } from '../../../ui/table/ExportButton.tsx'

type LogEndpoint = typeof exportBatches | typeof exportEvents | typeof exportRecycles

type LogExportProps<E extends LogEndpoint> = { endpoint: E; filter: NonNullable<InputOf<E>['filter']> }

/** Downloads the filtered log as CSV. */
export function LogExport<E extends LogEndpoint>({ endpoint, filter }: LogExportProps<E>) {
  const save = useSave<LogEndpoint>(endpoint)
  return <ExportButton isPending={save.isPending} onClick={() => save.start({ filter } as InputOf<LogEndpoint>)} />
}
