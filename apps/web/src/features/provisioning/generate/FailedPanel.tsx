import * as batch from '@simwright/contract/provisioning/batch'
import { useAsk } from '../../../api/query.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { generateTexts } from '../../../texts/generate.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './ProgressView.module.css'

const texts = generateTexts.progress
const SHOWN = 10

/** The first rows that failed, each with its reason. */
export function FailedPanel({ batchId }: { batchId: string }) {
  const masks = useMasks()
  const mayRead = useAllowed('Generate_AC_Log_View')
  const failed = useAsk(batch.rows, { id: batchId, only: 'failed', limit: SHOWN }, { enabled: mayRead })
  if (!failed.data || failed.data.items.length === 0) return null
  return (
    <Panel title={texts.failedTitle} text={failed.data.next === null ? undefined : texts.failedText} padding="none">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={texts.failedTable} tabIndex={0}>
        <PlainTable className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{generateTexts.preview.line}</th>
              <th scope="col">{texts.iccid}</th>
              <th scope="col">{texts.reason}</th>
            </tr>
          </thead>
          <tbody>
            {failed.data.items.map((row) => (
              <tr key={row.line}>
                <td>{row.line}</td>
                <td>{masks.number(row.iccid)}</td>
                <td>{row.reason && masks.text(row.reason)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </section>
    </Panel>
  )
}
