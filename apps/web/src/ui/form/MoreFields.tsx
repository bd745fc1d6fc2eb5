import { Collapse } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Stack } from '../layout/layout.tsx'
import classes from './MoreFields.module.css'

type MoreFieldsProps = {
  more: string
  fewer: string
  /** Whether one of the fields has an error: they are shown then. */
  isFaulty: boolean
  children: ReactNode
}

/** Optional fields, collapsed. */
export function MoreFields({ more, fewer, isFaulty, children }: MoreFieldsProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isShown = isOpen || isFaulty
  return (
    <div>
      <button
        type="button"
        className={classes.more}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setIsOpen(!isShown)}
      >
        <IconChevronDown size={16} aria-hidden />
        {isShown ? fewer : more}
      </button>
      <Collapse id={id} expanded={isShown}>
        <Stack style={{ paddingTop: 12 }}>{children}</Stack>
      </Collapse>
    </div>
  )
}
