import * as dashboard from '@simwright/contract/insight/dashboard'
import * as plan from '@simwright/contract/platform/plan'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import * as sample from '@simwright/contract/provisioning/sample'
import { useMutation } from '../api/mutation.ts'
import { profileTexts } from '../texts/profile.ts'
import { confirm } from '../ui/overlay/confirm.ts'
import { toast } from '../ui/toast.ts'

const texts = profileTexts.sample

const changes = [
  plan.queryOrder,
  fleet.list,
  fleet.count,
  fleet.profileLog,
  configuration.list,
  batch.list,
  dashboard.summary,
  dashboard.range,
  dashboard.breakdown,
]

/** Asks for confirmation, then removes the sample data of demo mode. */
export function useRemoveSamples(): { isRemoving: boolean; ask: () => void } {
  const remove = useMutation(sample.remove, { changes, onSuccess: () => toast.success(texts.removed) })
  const ask = async () => {
    const { confirmTitle: title, confirmText: text, remove: proceed } = texts
    if (await confirm({ title, text, proceed, tone: 'danger' })) remove.mutate({})
  }
  return { isRemoving: remove.isPending, ask: () => void ask() }
}
