import type { ReactNode } from 'react'

/** The first error of a list field: of the list itself or of one of its entries, by path as the form stores them. */
export function listError(errors: Readonly<Record<string, ReactNode>>, name: string): ReactNode {
  return Object.entries(errors).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1]
}
