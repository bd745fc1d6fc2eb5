import { type RouteComponent, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Page } from '../paths.ts'
import { isAllowed } from '../session/held-permission.ts'
import { usePermissions } from '../session/permission.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

const NoPermission = lazy(() =>
  import('../membership/NoPermission.tsx').then((module) => ({ default: module.NoPermission })),
)
const NotFound = lazy(() => import('./NotFound.tsx').then((module) => ({ default: module.NotFound })))

/** Whether a page exists under this address: its `$operation` may have few values. */
const isOperation = (page: Page, operation: string | undefined): boolean =>
  page.operations?.includes(operation ?? '') ?? true

/**
 * A page behind the sign-in, or in its place, in the same frame and under the same address, what says that it does not
 * exist or that the user's role does not open it. Follows a change of the permissions at once.
 */
export function guardedPage(page: Page, Content: RouteComponent): RouteComponent {
  function GuardedPage() {
    const held = usePermissions()
    const operation = useRouterState({ select: ({ location }) => location.pathname.split('/').filter(Boolean).at(-1) })
    if (isOperation(page, operation) && isAllowed(page.permissions, held)) return <Content />
    return (
      <Suspense fallback={<PageSkeleton />}>
        {isOperation(page, operation) ? <NoPermission page={page} /> : <NotFound />}
      </Suspense>
    )
  }
  return Object.assign(GuardedPage, { preload: Content.preload })
}
