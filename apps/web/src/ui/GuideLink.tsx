import { Anchor, useComputedColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { guideAddress } from './guide-address.ts'

/** A link to a page of the guide. */
export function GuideLink({ page, children }: { page?: string; children: ReactNode }) {
  const scheme = useComputedColorScheme('light')
  return (
    <Anchor href={guideAddress(page, scheme)} size="sm">
      {children}
    </Anchor>
  )
}
