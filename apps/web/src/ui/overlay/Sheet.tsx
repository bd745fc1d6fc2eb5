import { Drawer } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { uiTexts } from '../../texts/ui.ts'
import { Row, Title } from '../layout/layout.tsx'
import { useOpening } from '../opening.ts'
import classes from './Sheet.module.css'

type SheetProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  children?: ReactNode
  /** The element below `children`, into which other components render their controls. Exists while the sheet is closed. */
  slotRef?: Ref<HTMLDivElement>
  foot?: ReactNode
}

/** A panel that rises from the lower edge of a phone's screen, above the page. */
export function Sheet({ isOpen, onClose, title, children, slotRef, foot }: SheetProps) {
  const { key, ref, isMounted, isOpen: isShown, close } = useOpening(isOpen, onClose)
  const hasSlot = slotRef !== undefined
  if (!isMounted && !hasSlot) return null
  return (
    <Drawer.Root
      // the slot keeps its place
      key={hasSlot ? undefined : key}
      ref={ref}
      opened={isShown}
      onClose={close}
      position="bottom"
      keepMounted={hasSlot}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content aria-label={title} classNames={{ content: classes.sheet }}>
        <Row gap={0} justify="between" nowrap className="fixed" style={{ padding: '12px 12px 4px 16px' }}>
          <Title as="h2" size="lead">
            {title}
          </Title>
          <Drawer.CloseButton aria-label={uiTexts.close} />
        </Row>
        <div className={classes.body}>
          {children}
          {slotRef && <div className={classes.slot} ref={slotRef} />}
        </div>
        {foot && <div className={classes.foot}>{foot}</div>}
      </Drawer.Content>
    </Drawer.Root>
  )
}
