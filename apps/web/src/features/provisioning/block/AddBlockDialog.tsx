import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { blockTexts } from '../../../texts/block.ts'
import { useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { FileForm } from './FileForm.tsx'
import { TypedForm } from './TypedForm.tsx'

const texts = blockTexts.form

type AddBlockDialogProps = { isOpen: boolean; onClose: () => void }

/** Adds block rules: typed ones, or those of a file. */
export function AddBlockDialog({ isOpen, onClose }: AddBlockDialogProps) {
  const [source, setSource] = useState('typed')
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={texts.title} size={520}>
      <Stack>
        <SegmentedControl
          aria-label={texts.way}
          value={source}
          onChange={setSource}
          data={[
            { value: 'typed', label: texts.byHand },
            { value: 'file', label: texts.byFile },
          ]}
        />
        {source === 'typed' ? <TypedForm guard={guard} /> : <FileForm onClose={onClose} />}
      </Stack>
    </Dialog>
  )
}
