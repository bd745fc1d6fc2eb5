import { Popover, UnstyledButton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useGroupLimit } from '../session/group-limit.ts'
import { frameTexts } from '../texts/frame.ts'
import { sayCount } from '../texts/text.ts'
import classes from './GroupLimitSign.module.css'

const texts = frameTexts.groupLimit

/** Shows a limited member how many groups the pages show, and which. */
export function GroupLimitSign() {
  const groups = useGroupLimit()
  const [isOpen, setIsOpen] = useState(false)
  if (groups === null) return null
  const label = sayCount(texts.sign, groups.length)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={280} shadow="md" radius="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.sign} aria-label={label} onClick={() => setIsOpen(!isOpen)}>
          <IconUsersGroup size={16} stroke={1.6} aria-hidden />
          <span className={classes.label}>{label}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <p className="size-text">{groups.length === 0 ? texts.none : texts.text}</p>
        {groups.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard
          <ul className={`bullets wrap ${classes.groups}`} aria-label={texts.groups} tabIndex={0}>
            {groups.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
