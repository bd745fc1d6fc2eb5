import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { frameTexts } from '../texts/frame.ts'
import type { FrameGroup } from '../ui/AppFrame.tsx'
import classes from './PageFinder.module.css'

type PageFinderProps = { groups: readonly FrameGroup[]; isOpen: boolean; onClose: () => void }

/** Goes to a page by its name, without the mouse. */
export function PageFinder({ groups, isOpen, onClose }: PageFinderProps) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={520} yOffset="14vh">
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={frameTexts.goToLabel} radius="lg" shadow="xl">
        <Modal.Body p={0}>
          <Finder groups={groups} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Finder({ groups, onClose }: Omit<PageFinderProps, 'isOpen'>) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const words = typed.trim().toLowerCase()
  const found = groups.flatMap((group) => group.entries).filter((entry) => entry.label.toLowerCase().includes(words))
  const go = (to: string | undefined) => {
    if (to === undefined) return
    onClose()
    void navigate({ to })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setChosen((chosen + found.length - 1) % Math.max(1, found.length))
    else if (event.key === 'Enter') go(found[chosen]?.to)
    else return
    event.preventDefault()
  }
  return (
    <div>
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={found[chosen] && `${id}-${chosen}`}
          aria-label={frameTexts.goToLabel}
          placeholder={frameTexts.goTo}
          value={typed}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={frameTexts.goToLabel} className={classes.list}>
        {found.map(({ label, to, icon: Icon }, i) => (
          <div
            key={to}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            className={classes.option}
            onMouseMove={() => setChosen(i)}
            onClick={() => go(to)}
            onKeyDown={onKeyDown}
          >
            <Icon size={18} stroke={1.6} />
            {label}
          </div>
        ))}
      </div>
      {found.length === 0 && <div className={classes.none}>{frameTexts.goToNone}</div>}
    </div>
  )
}
