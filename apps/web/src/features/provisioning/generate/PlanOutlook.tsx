import type { PlanOutlook as Outlook } from '@simwright/contract/profiles/source'
import { generateTexts } from '../../../texts/generate.ts'
import { say, sayCount } from '../../../texts/text.ts'
import classes from './PreviewView.module.css'

const texts = generateTexts.preview.plan

type PlanOutlookProps = {
  plan: Outlook
  /** The codes that would be generated. */
  count: number
  /** Of these, the codes with new ICCIDs. */
  fresh: number
}

/** What the plan has left, compared with what the codes would use: a download each, and room for new ICCIDs. */
export function PlanOutlook({ plan, count, fresh }: PlanOutlookProps) {
  const { iccidsLeft } = plan
  return (
    <>
      <Downloads plan={plan} count={count} />
      {iccidsLeft !== null && fresh > iccidsLeft && (
        <p className={classes.plan} data-over>
          {sayCount(texts.iccids, iccidsLeft)}
        </p>
      )}
    </>
  )
}

function Downloads({ plan, count }: Omit<PlanOutlookProps, 'fresh'>) {
  const { left, downloads, extraDownloadCents: cents } = plan
  if (left === null || downloads === null) return null
  const isOver = count > left
  const price = `$${((cents ?? 0) / 100).toFixed(2)}`
  const over = cents === null ? texts.refused : say(texts.billed, { price })
  return (
    <p className={classes.plan} data-over={isOver || undefined}>
      {say(texts.left, { plan: plan.name, left, downloads })} {sayCount(texts.use, count)} {isOver && over}
    </p>
  )
}
