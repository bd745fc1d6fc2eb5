import * as fleet from '@simwright/contract/profiles/fleet'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { useMutation } from '../../../api/mutation.ts'
import { useSave } from '../../../api/save.ts'
import { runningFiles } from '../../../esim/running.ts'
import { toast } from '../../../ui/toast.ts'

type Exporting = {
  selection: Selection
  /** The selection may be larger than what is downloaded directly. */
  isMany: boolean
  /** Called with the id of the file that is written in the background. */
  onWriting: (id: string) => void
}

type ExportFormat = { form: 'profiles' | 'codes'; format: 'csv' | 'xlsx' }

const forms = { profiles: 'PROFILES', codes: 'CODES' } as const

/** Downloads few profiles directly; for many, starts a file that is written in the background. */
export function useExport({ selection, isMany, onWriting }: Exporting) {
  const save = useSave(fleet.exportCsv)
  const write = useMutation(delivery.startFile, {
    silent: true,
    changes: [delivery.files],
    onSuccess: ({ id }) => {
      runningFiles.noteStart()
      onWriting(id)
    },
  })
  const start = ({ form, format }: ExportFormat) => {
    if (!isMany) return save.start({ form, format, selection })
    write.mutate(
      { given: { form: forms[form], format }, selection },
      { onError: ({ faults, message }) => toast.error(faults[0]?.text ?? message) },
    )
  }
  return { start, isPending: save.isPending || write.isPending }
}
