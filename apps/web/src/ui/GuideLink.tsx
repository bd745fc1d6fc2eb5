import { Anchor, useComputedColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'

/** A link to a page of the guide (`docs/guide`), which cannot read the chosen scheme: the address has it. */
export function GuideLink({ page, children }: { page?: string; children: ReactNode }) {
  const scheme = useComputedColorScheme('light')
  return (
    <Anchor href={`${page === undefined ? '/docs' : `/docs/${page}`}?theme=${scheme}`} size="sm">
      {children}
    </Anchor>
  )
}
