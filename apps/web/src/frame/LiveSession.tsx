import { session } from '@simwright/contract/insight/live'
import * as enterprise from '@simwright/contract/people/enterprise'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as notice from '@simwright/contract/platform/notice'
import { queryOrder } from '@simwright/contract/platform/plan'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { reloadBehavior } from '../api/behavior.ts'
import { invalidate, invalidateAll } from '../api/query-client.ts'
import { useCurrentUser } from '../api/session.ts'
import { useStream } from '../api/shared-stream.ts'
import { setGroupLimit } from '../session/group-limit.ts'
import { setPermissions } from '../session/permission.tsx'
import { setUnread } from './unread.ts'

/** Applies changed permissions, notifications and states of the enterprise account at once, without a new sign-in. */
export function LiveSession() {
  const user = useCurrentUser()
  return user ? <SessionStream key={user.sid} /> : null
}

function SessionStream() {
  const router = useRouter()
  const lastState = useRef<string>(undefined)
  useStream(
    session,
    {},
    {
      onEvent: ({ permissions, withheld, groups, unread, newestNotice, approvals, suspended, deletionAt }) => {
        if (setUnread({ count: unread, newest: newestNotice, approvals })) void invalidate([notice.list])
        const state = `${suspended} ${deletionAt}`
        const stateChanged = lastState.current !== undefined && lastState.current !== state
        lastState.current = state
        const permissionsChanged = setPermissions({ permissions, withheld })
        // every list and figure may show other profiles
        if (setGroupLimit(groups)) {
          void invalidateAll()
          reloadBehavior('palette')
        }
        if (permissionsChanged || stateChanged)
          void invalidate([enterpriseInfo, enterprise.list, enterprise.deletionPreview, queryOrder])
        if (permissionsChanged) void router.invalidate()
      },
    },
  )
  return null
}
