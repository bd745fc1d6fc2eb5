import { useComputedColorScheme } from '@mantine/core'
import type { EndUserLook } from '@simwright/contract/provisioning/end-user-page'
import type { CSSProperties } from 'react'
import { accentOf } from '../brand/accent.ts'
import { accentVariables } from '../brand/theme.ts'

/** The style of an element in which the enterprise account's color replaces the platform's. */
export function useAccentStyle(accent: EndUserLook['accent'] | undefined): CSSProperties | undefined {
  const scheme = useComputedColorScheme('light')
  return accent ? accentVariables(accentOf(accent.palette, accent.shade, scheme)) : undefined
}
