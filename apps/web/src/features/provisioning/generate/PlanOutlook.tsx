import type { PlanOutlook as Outlook } from '@simwright/contract/profiles/source'
import { generateTexts } from '../../../texts/generate.ts'
import { say, sayCount } from '../../../texts/text.ts'
import classes from './PreviewView.module.css'

const texts = generateTexts.preview.plan

/** The downloads that the plan has left, compared with those that `count` codes would use: one each. */
export function PlanOutlook({ plan, count }: { plan: Outlook; count: number }) {
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
