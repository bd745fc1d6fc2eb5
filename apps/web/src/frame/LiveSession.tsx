import * as enterprise from '@simwright/contract/enterprise'
import { session } from '@simwright/contract/live'
import { enterpriseInfo } from '@simwright/contract/session'
import { useRouter } from '@tanstack/react-router'
import { tellChanged } from '../api/do.ts'
import { useStream } from '../api/shared-stream.ts'
import { holdPermissions } from '../session/permission.tsx'
import { useCurrentUser } from '../session/session.ts'

/** Keeps the page in step with what the session holds: entries and buttons go and come without a new sign-in. */
export function LiveSession() {
  const user = useCurrentUser()
  return user ? <Watch key={user.sid} /> : null
}

function Watch() {
  const router = useRouter()
  useStream(
    session,
    {},
    {
      onEvent: ({ permissions }) => {
        if (!holdPermissions(permissions)) return
        void tellChanged([enterpriseInfo, enterprise.list])
        void router.invalidate()
      },
    },
  )
  return null
}
