import { Loader } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as oauth from '@simwright/contract/people/oauth'
import type { ProblemName } from '@simwright/contract/problem'
import { problemCodes } from '@simwright/contract/problem-code.gen'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { resetActivity } from '../../../api/activity.ts'
import { ask } from '../../../api/call.ts'
import { Problem } from '../../../api/problem.ts'
import { isSignedIn, notifySessionStart } from '../../../api/session.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { type Destination, linkTo, pages, publicPages } from '../../../paths.ts'
import { localTarget, takeTarget } from '../../../session/target.ts'
import { providerTexts as texts } from '../../../texts/provider.ts'
import { say } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { ProviderAccept } from './ProviderAccept.tsx'
import { ProviderCode } from './ProviderCode.tsx'
import { ProviderLink } from './ProviderLink.tsx'
import { ProviderRegister } from './ProviderRegister.tsx'
import { SecondStep } from './SecondStep.tsx'

type Answer = OutputOf<typeof oauth.finish>

/** Redirect target of the identity providers: sends their answer to the server once, then shows the next step. */
export function ProviderReturnPage() {
  const { provider } = useParams({ from: publicPages.providerReturn.path })
  const { sys } = usePlatform()
  const open = useNextPage()
  const [answer, setAnswer] = useState<Answer>()
  const platformParam = { sys: sys === 'simwright' ? undefined : sys }
  const wasSignedIn = useRef(isSignedIn())
  const finishSignIn = () => {
    resetActivity()
    notifySessionStart()
    open({ to: localTarget(takeTarget()) })
  }
  const handleAnswer = (next: Answer) => {
    if (next.linked !== undefined) {
      toast.success(say(texts.linked.done, { name: next.linked }))
      open(linkTo(pages.security))
    } else if (next.tested) {
      // the page that began the test shows the result; a window that cannot be closed shows it itself
      window.close()
      open(linkTo(pages.sso))
    } else if (next.signIn && !next.signIn.secondStep) finishSignIn()
    else setAnswer(next)
  }
  const fail = (problem: Problem) => {
    if (wasSignedIn.current && isSignedIn()) {
      toast.error(problem.message)
      return open(linkTo(pages.security))
    }
    open(linkTo(publicPages.signError, { params: platformParam, search: { reason: nameOf(problem) } }))
  }
  const isSent = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer of a provider is sent once
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const query = location.search
    // removes the code from the address bar and the history
    history.replaceState(history.state, '', location.pathname)
    ask(oauth.finish, { provider, query }, { silent: true }).then(handleAnswer, (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      fail(error)
    })
  }, [])
  const startAgain = () => open(linkTo(publicPages.login, { params: platformParam }))
  const step = answer?.signIn?.secondStep
  if (step) return <SecondStep step={step} onDone={finishSignIn} onStartAgain={startAgain} />
  const next = answer?.next
  if (next?.kind === 'REGISTER') return <ProviderRegister next={next} onAnswer={handleAnswer} />
  if (next?.kind === 'LINK') return <ProviderLink next={next} onAnswer={handleAnswer} />
  if (next?.kind === 'ACCEPT') return <ProviderAccept next={next} onAnswer={handleAnswer} />
  if (next?.kind === 'PROVE') return <ProviderCode next={next} onAnswer={handleAnswer} />
  return (
    <AccountFrame title={texts.returning.title} text={texts.returning.text}>
      <Stack className={classes.form} role="status">
        <Loader size="sm" />
      </Stack>
    </AccountFrame>
  )
}

/** Opens a page in place of this one, unless the user has left it: an answer that arrives later opens nothing. */
function useNextPage(): (to: Destination) => void {
  const navigate = useNavigate()
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return (to) => {
    if (!isLeft.current) void navigate({ ...to, replace: true })
  }
}

/** The name of the problem, by which the sign-error page chooses its text. */
function nameOf(problem: Problem): string {
  const names = Object.keys(problemCodes) as ProblemName[]
  return names.find((name) => problemCodes[name] === problem.code) ?? ''
}
