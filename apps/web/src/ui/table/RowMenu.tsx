import { ActionIcon, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type RowMenuProps = {
  /** Names the button for screen readers: "Actions of Berlin". */
  label: string
  width?: number
  isPending?: boolean
  /** `RowAction`s, and other items of a menu. */
  children: ReactNode
}

/** The actions of a row, behind a button with three dots. */
export function RowMenu({ label, width = 200, isPending, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={label} loading={isPending}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type RowActionProps = { icon: Icon; tone?: 'danger'; isOff?: boolean; onClick: () => void; children: ReactNode }

/** One action of a row; `danger`: it destroys something. */
export function RowAction({ icon: Picture, tone, isOff, onClick, children }: RowActionProps) {
  return (
    <Menu.Item
      color={tone === 'danger' ? 'red' : undefined}
      disabled={isOff}
      leftSection={<Picture size={16} />}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  )
}
