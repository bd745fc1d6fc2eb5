import * as enterprise from '@simwright/contract/people/enterprise'
import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '../api/mutation.ts'
import { notifySessionStart } from '../api/session.ts'
import { pages } from '../paths.ts'

/** Switches all tabs to another enterprise account by starting a new session, then opens the home page. */
export function useEnterpriseSwitch(): { go: (id: string) => void; isPending: boolean } {
  const navigate = useNavigate()
  const change = useMutation(enterprise.switchTo)
  return {
    isPending: change.isPending,
    go: (id) =>
      change.mutate(
        { id },
        {
          onSuccess: () => {
            notifySessionStart()
            void navigate({ to: pages.home.path as string })
          },
        },
      ),
  }
}
