import { Loader } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as oauth from '@simwright/contract/people/oauth'
import type { ProblemName } from '@simwright/contract/problem'
import { problemCodes } from '@simwright/contract/problem-code.gen'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../../api/call.ts'
import { Problem } from '../../../api/problem.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { linkTo, pages, publicPages } from '../../../paths.ts'
import { resetActivity } from '../../../session/activity.ts'
import { isSignedIn, notifySessionStart } from '../../../session/session.ts'
import { localTarget, takeTarget } from '../../../session/target.ts'
import { providerTexts as texts } from '../../../texts/provider.ts'
import { say } from '../../../texts/text.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { ProviderCode } from './ProviderCode.tsx'
import { ProviderLink } from './ProviderLink.tsx'
import { ProviderRegister } from './ProviderRegister.tsx'
import { SecondStep } from './SecondStep.tsx'

type Answer = OutputOf<typeof oauth.finish>

/** Where identity providers send browsers back to: hands their answer over, once, and goes on with what is needed. */
export function ProviderReturnPage() {
  const { provider } = useParams({ from: publicPages.providerReturn.path })
  const { sys } = usePlatform()
  const navigate = useNavigate()
  const [answer, setAnswer] = useState<Answer>()
  const platformParam = { sys: sys === 'simwright' ? undefined : sys }
  const wasSignedIn = useRef(isSignedIn())
  const enter = () => {
    resetActivity()
    notifySessionStart()
    void navigate({ to: localTarget(takeTarget()), replace: true })
  }
  const take = (next: Answer) => {
    if (next.linked !== undefined) {
      toast.success(say(texts.linked.done, { name: next.linked }))
      void navigate({ to: pages.security.path, replace: true })
    } else if (next.signIn && !next.signIn.secondStep) enter()
    else setAnswer(next)
  }
  const fail = (problem: Problem) => {
    if (wasSignedIn.current && isSignedIn()) {
      toast.error(problem.message)
      return void navigate({ to: pages.security.path, replace: true })
    }
    const to = linkTo(publicPages.signError, { params: platformParam, search: { reason: nameOf(problem) } })
    void navigate({ ...to, replace: true })
  }
  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer of a provider is handed over once
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const query = location.search
    // the code leaves the address bar and the history
    history.replaceState(history.state, '', location.pathname)
    ask(oauth.finish, { provider, query }, { silent: true }).then(take, (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      fail(error)
    })
  }, [])
  const startAgain = () => void navigate({ ...linkTo(publicPages.login, { params: platformParam }), replace: true })
  const step = answer?.signIn?.secondStep
  if (step) return <SecondStep step={step} onDone={enter} onStartAgain={startAgain} />
  const next = answer?.next
  if (next?.kind === 'REGISTER') return <ProviderRegister next={next} onAnswer={take} />
  if (next?.kind === 'LINK') return <ProviderLink next={next} onAnswer={take} />
  if (next?.kind === 'PROVE') return <ProviderCode next={next} onAnswer={take} />
  return (
    <AccountFrame title={texts.returning.title} text={texts.returning.text}>
      <div className={classes.form} role="status">
        <Loader size="sm" />
      </div>
    </AccountFrame>
  )
}

/** The sign-error page has words of its own for each. */
function nameOf(problem: Problem): string {
  const names = Object.keys(problemCodes) as ProblemName[]
  return names.find((name) => problemCodes[name] === problem.code) ?? ''
}
