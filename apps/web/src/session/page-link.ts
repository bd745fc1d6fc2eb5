import type { Page } from '../paths.ts'
import { useAllowed } from './permission.tsx'

/** A link to another page; undefined if the user may not open it. */
export function usePageLink({ path, permissions }: Page, label: string): { label: string; to: string } | undefined {
  return useAllowed(permissions) ? { label, to: path } : undefined
}
