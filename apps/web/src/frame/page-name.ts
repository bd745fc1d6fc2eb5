import { useRouterState } from '@tanstack/react-router'
import { pages } from '../paths.ts'

type PageName = keyof typeof pages

const names = Object.keys(pages) as PageName[]

/** The current page, from the matched route. */
export function usePageName(): PageName {
  const paths = useRouterState({ select: ({ matches }) => matches.map(({ fullPath }) => fullPath as string) })
  return names.find((name) => paths.includes(pages[name].path)) ?? 'home'
}
