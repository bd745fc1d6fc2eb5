import { useState } from 'react'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { useNow } from '../../../base/now.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { sayCount } from '../../../texts/text.ts'

const texts = signInTexts.slowed

/** Why a sign-in was refused. After too many attempts it counts down the seconds to wait. */
export function RefusalText({ problem }: { problem: Problem }) {
  const { seconds } = problem.detail
  if (!isProblem(problem, 'sign_in_slowed') || typeof seconds !== 'number') return problem.message
  return <Countdown key={problem.requestId} text={problem.message} seconds={seconds} />
}

/** Screen readers announce the text once instead of every second. */
function Countdown({ text, seconds }: { text: string; seconds: number }) {
  const [endMs] = useState(() => Date.now() + seconds * 1000)
  const left = Math.max(0, Math.ceil((endMs - useNow(1000)) / 1000))
  return (
    <>
      <span className="visually-hidden">{text}</span>
      <span aria-hidden>{left === 0 ? texts.over : sayCount(texts.left, left)}</span>
    </>
  )
}
