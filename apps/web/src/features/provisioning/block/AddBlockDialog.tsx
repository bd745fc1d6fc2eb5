import { Modal, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { blockTexts } from '../../../texts/block.ts'
import { uiTexts } from '../../../texts/ui.ts'
import classes from './BlockPage.module.css'
import { FileForm } from './FileForm.tsx'
import { TypedForm } from './TypedForm.tsx'

const texts = blockTexts.form

type AddBlockDialogProps = { isOpen: boolean; onClose: () => void }

/** Adds block rules: typed ones, or those of a file. */
export function AddBlockDialog({ isOpen, onClose }: AddBlockDialogProps) {
  const [source, setSource] = useState('typed')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={texts.title}
      size={520}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      <div className={classes.form}>
        <SegmentedControl
          aria-label={texts.way}
          value={source}
          onChange={setSource}
          data={[
            { value: 'typed', label: texts.byHand },
            { value: 'file', label: texts.byFile },
          ]}
        />
        {source === 'typed' ? <TypedForm onClose={onClose} /> : <FileForm onClose={onClose} />}
      </div>
    </Modal>
  )
}
