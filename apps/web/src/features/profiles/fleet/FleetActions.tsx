import type { ProfileRow } from '@simwright/contract/profiles/fleet'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { CodeForm } from '@simwright/contract/provisioning/delivery'
import type { OperationKind } from '@simwright/contract/provisioning/operation-kind'
import { SendDialog } from '../../../esim/SendDialog.tsx'
import { FileDialog } from './FileDialog.tsx'
import { OperationDialog } from './OperationDialog.tsx'

/** The chosen action: an operation (`kind`) or the delivery of codes (`delivery`), and the profiles it applies to. */
export type FleetAction = {
  kind?: OperationKind
  delivery?: CodeForm | 'MAIL'
  selection: Selection
  /** Set if the action is on the profile in the drawer, not on the selection in the list. */
  single: Pick<ProfileRow, 'id' | 'iccid' | 'notes'> | undefined
}

type FleetActionsProps = {
  action: FleetAction | undefined
  /** The rows of the list. */
  rows: readonly ProfileRow[] | undefined
  onClose: () => void
  /** Called with the id of the operation or file whose progress is shown, if there is one. */
  onStarted: (started?: { operation: string } | { file: string }) => void
}

/** The dialogs of the actions on selected profiles. */
export function FleetActions({ action, rows, onClose, onStarted }: FleetActionsProps) {
  const { kind, delivery, selection } = action ?? {}
  return (
    <>
      <OperationDialog
        kind={kind}
        selection={selection}
        notes={action?.single?.notes ?? ''}
        onClose={onClose}
        onStarted={(operation) => onStarted({ operation })}
      />
      <FileDialog
        form={delivery === 'MAIL' ? undefined : delivery}
        selection={selection}
        onClose={onClose}
        onStarted={(file) => onStarted({ file })}
      />
      <SendDialog
        selection={delivery === 'MAIL' ? selection : undefined}
        iccid={action?.single?.iccid ?? iccidOf(selection, rows)}
        onClose={onClose}
        onSent={() => onStarted()}
      />
    </>
  )
}

/** The ICCID of the only selected profile; undefined for several profiles. */
function iccidOf(selection: Selection | undefined, rows: readonly ProfileRow[] | undefined): string | undefined {
  if (!selection || !('ids' in selection) || selection.ids.length !== 1) return undefined
  return rows?.find(({ id }) => id === selection.ids[0])?.iccid
}
