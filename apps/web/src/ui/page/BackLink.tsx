import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Destination } from '../../paths.ts'
import classes from './BackLink.module.css'

/** Where a page came from: the page above it by its name, and how to get there. */
export type Back = { label: string } & ({ to: Destination } | { onClick: () => void })

/** The way back from a page to the one above it; its header shows it above the title. */
export function BackLink(back: Back) {
  const content = (
    <>
      <IconArrowLeft size={14} stroke={1.8} aria-hidden />
      {back.label}
    </>
  )
  if ('to' in back)
    return (
      <Anchor component={Link} {...back.to} size="sm" className={classes.back}>
        {content}
      </Anchor>
    )
  return (
    <Anchor component="button" type="button" size="sm" className={classes.back} onClick={back.onClick}>
      {content}
    </Anchor>
  )
}
