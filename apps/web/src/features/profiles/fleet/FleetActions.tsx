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
  single: { id: string; notes: string | null } | undefined
}

type FleetActionsProps = {
  action: FleetAction | undefined
  onClose: () => void
  /** Called with the id of the operation or file whose progress is shown, if there is one. */
  onStarted: (started?: { operation: string } | { file: string }) => void
}

/** The dialogs of the actions on selected profiles. */
export function FleetActions({ action, onClose, onStarted }: FleetActionsProps) {
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
        onClose={onClose}
        onSent={() => onStarted()}
      />
    </>
  )
}
