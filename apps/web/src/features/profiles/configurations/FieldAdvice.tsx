import { AdviceLine } from '../../../esim/AdviceLine.tsx'
import { useAdviceAt } from './use-advice.ts'

/** The advice about these fields, under their inputs. */
export function FieldAdvice({ paths }: { paths: readonly string[] }) {
  return useAdviceAt(paths).map(({ id, severity, text, reason }) => (
    <div key={id} style={{ marginTop: -8 }}>
      <AdviceLine severity={severity} text={text} reason={reason} />
    </div>
  ))
}
