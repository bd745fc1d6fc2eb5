import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { CodeForm } from '@simwright/contract/provisioning/delivery'
import type { OperationKind } from '@simwright/contract/provisioning/operation-kind'
import { FileDialog } from './FileDialog.tsx'
import { OperationDialog } from './OperationDialog.tsx'
import { SendDialog } from './SendDialog.tsx'

/** What was chosen for whom: a change, or a way in which codes go out. */
export type FleetAction = {
  kind?: OperationKind
  way?: CodeForm | 'MAIL'
  selection: Selection
  /** Of the profile in the drawer, whatever is ticked in the list. */
  ofOne: { notes: string | null } | undefined
}

type FleetActionsProps = {
  action: FleetAction | undefined
  onClose: () => void
  /** With what is shown while it goes on, if anything is. */
  onStarted: (begun?: { operation: string } | { file: string }) => void
}

/** The dialogs of what is done with selected profiles. */
export function FleetActions({ action, onClose, onStarted }: FleetActionsProps) {
  const { kind, way, selection } = action ?? {}
  return (
    <>
      <OperationDialog
        kind={kind}
        selection={selection}
        notes={action?.ofOne?.notes ?? ''}
        onClose={onClose}
        onStarted={(operation) => onStarted({ operation })}
      />
      <FileDialog
        form={way === 'MAIL' ? undefined : way}
        selection={selection}
        onClose={onClose}
        onStarted={(file) => onStarted({ file })}
      />
      <SendDialog selection={way === 'MAIL' ? selection : undefined} onClose={onClose} onSent={() => onStarted()} />
    </>
  )
}
