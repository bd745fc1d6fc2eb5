import { Modal, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { blockTexts } from '../../../texts/block.ts'
import { uiTexts } from '../../../texts/ui.ts'
import classes from './BlockPage.module.css'
import { FileForm } from './FileForm.tsx'
import { HandForm } from './HandForm.tsx'

const texts = blockTexts.form

type AddBlockDialogProps = { isOpen: boolean; onClose: () => void }

/** By hand, or by a list. */
export function AddBlockDialog({ isOpen, onClose }: AddBlockDialogProps) {
  const [way, setWay] = useState('hand')
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
          value={way}
          onChange={setWay}
          data={[
            { value: 'hand', label: texts.byHand },
            { value: 'file', label: texts.byFile },
          ]}
        />
        {way === 'hand' ? <HandForm onClose={onClose} /> : <FileForm onClose={onClose} />}
      </div>
    </Modal>
  )
}
