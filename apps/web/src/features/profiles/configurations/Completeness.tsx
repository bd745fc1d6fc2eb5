import * as plan from '@simwright/contract/platform/plan'
import { useDeferredValue, useMemo } from 'react'
import { useAsk } from '../../../api/query.ts'
import { completenessOf } from './completeness.ts'
import type { ConfigurationValues } from './form-values.ts'

type CompletenessProps = { values: ConfigurationValues; isCodeStored: boolean }

/** Says whether codes can be generated with the entered values. Computed after the input that changed them is drawn. */
export function Completeness({ values, isCodeStored }: CompletenessProps) {
  const limits = useAsk(plan.queryOrder, {}, { staleMs: 60_000 }).data?.limits
  const later = useDeferredValue(values)
  return useMemo(() => completenessOf(later, { isCodeStored, limits }), [later, isCodeStored, limits])
}
