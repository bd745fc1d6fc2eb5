import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { planRefused } from '../api/plan-refusal.ts'
import { pages } from '../paths.ts'
import { useAllowed } from '../session/permission.tsx'
import { planStripTexts as texts } from '../texts/subscription.ts'
import { toast } from '../ui/toast.ts'

/** Shows a notice that leads to the plan table when the plan does not allow what the user wants. */
export function PlanRefusalNotice(): null {
  const navigate = useNavigate()
  const mayView = useAllowed(pages.subscription.permissions)
  useEffect(() => {
    const action = { label: texts.see, run: () => void navigate({ to: pages.subscription.path }) }
    return planRefused.listen(({ text }) => {
      if (text === undefined && !mayView) return
      toast.error(text ?? texts.refused, mayView ? { action } : {})
    })
  }, [navigate, mayView])
  return null
}
