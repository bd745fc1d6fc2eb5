import { Anchor, useComputedColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { guideAddress } from './guide-address.ts'

type GuideLinkProps = {
  page?: string
  /** The id of a heading of the page. */
  section?: string | undefined
  children: ReactNode
}

/** A link to a page of the guide. */
export function GuideLink({ page, section, children }: GuideLinkProps) {
  const scheme = useComputedColorScheme('light')
  const address = guideAddress(page, scheme)
  return (
    <Anchor href={section === undefined ? address : `${address}#${section}`} size="sm">
      {children}
    </Anchor>
  )
}
