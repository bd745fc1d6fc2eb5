import * as enterprise from '@simwright/contract/people/enterprise'
import { useNavigate } from '@tanstack/react-router'
import { useDo } from '../api/query.ts'
import { pages } from '../paths.ts'
import { sessionBegun } from '../session/session.ts'

/** Goes on in another enterprise account, in all tabs: the session is a new one. */
export function useEnterpriseSwitch(): { go: (id: string) => void; isPending: boolean } {
  const navigate = useNavigate()
  const change = useDo(enterprise.switchTo)
  return {
    isPending: change.isPending,
    go: (id) =>
      change.mutate(
        { id },
        {
          onDone: () => {
            sessionBegun()
            void navigate({ to: pages.home.path as string })
          },
        },
      ),
  }
}
