import { session } from '@simwright/contract/insight/live'
import * as enterprise from '@simwright/contract/people/enterprise'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as notice from '@simwright/contract/platform/notice'
import { queryOrder } from '@simwright/contract/platform/plan'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { invalidate } from '../api/query-client.ts'
import { useStream } from '../api/shared-stream.ts'
import { holdPermissions } from '../session/permission.tsx'
import { useCurrentUser } from '../session/session.ts'
import { holdUnread } from './unread.ts'

/** Keeps the page in step with what the session holds: entries, buttons and notices come and go without a new sign-in. */
export function LiveSession() {
  const user = useCurrentUser()
  return user ? <Watch key={user.sid} /> : null
}

function Watch() {
  const router = useRouter()
  const standing = useRef<string>(undefined)
  useStream(
    session,
    {},
    {
      onEvent: ({ permissions, unread, newestNotice, suspended, deletionAt }) => {
        if (holdUnread({ count: unread, newest: newestNotice })) void invalidate([notice.list])
        const now = `${suspended} ${deletionAt}`
        const isOther = standing.current !== undefined && standing.current !== now
        standing.current = now
        const isHeld = holdPermissions(permissions)
        if (isHeld || isOther)
          void invalidate([enterpriseInfo, enterprise.list, enterprise.deletionPreview, queryOrder])
        if (isHeld) void router.invalidate()
      },
    },
  )
  return null
}
