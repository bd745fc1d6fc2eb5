import * as home from '@simwright/contract/insight/home'
import { useAsk } from '../../../api/query.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { useCurrentUser } from '../../../session/session.ts'
import { homeTexts as texts } from '../../../texts/home.ts'
import { say } from '../../../texts/text.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { BatchMode } from './BatchMode.tsx'
import { Guide } from './Guide.tsx'
import classes from './HomePage.module.css'
import { LearnMore } from './LearnMore.tsx'
import { Offers } from './Offers.tsx'
import { QuickGenerate } from './QuickGenerate.tsx'
import { Week } from './Week.tsx'

/** The start page: quick generate, the link to file import, the getting-started guide, figures of the last seven days. */
export function HomePage() {
  const user = useCurrentUser()
  const overview = useAsk(home.overview, {}, { pollMs: 15_000 })
  const mayCreate = useAllowed('Generate_Ac_Create')
  return (
    <>
      <PageHeader
        title={say(texts.welcome, { name: user?.firstName ?? '' })}
        text={mayCreate ? texts.text : texts.textView}
      />
      <Offers steps={overview.data?.steps} />
      <div className={classes.start} data-alone={mayCreate ? undefined : true}>
        {mayCreate && <QuickGenerate />}
        <div className={classes.aside}>
          <Guide steps={overview.data?.steps} />
          <BatchMode />
          <LearnMore />
        </div>
      </div>
      <Week overview={overview} />
    </>
  )
}
