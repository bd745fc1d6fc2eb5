import type { Group } from '@simwright/contract/profiles/group'
import { groupTexts as texts } from '../../../texts/group.ts'
import { useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { GroupForm } from './GroupForm.tsx'

type GroupDialogProps = {
  isOpen: boolean
  /** Undefined for a new group. */
  group?: Group
  onClose: () => void
  onSaved: (id: string) => void
}

/** Dialog with the form of a group. */
export function GroupDialog({ isOpen, group, onClose, onSaved }: GroupDialogProps) {
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={group ? texts.editTitle : texts.addTitle} size={480}>
      <GroupForm key={group?.version ?? 'new'} group={group} guard={guard} onSaved={onSaved} />
    </Dialog>
  )
}
