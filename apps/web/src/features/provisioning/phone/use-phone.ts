import type { InputOf } from '@simwright/contract/endpoint'
import * as phone from '@simwright/contract/provisioning/virtual-phone'
import { useEffect, useRef, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useStream } from '../../../api/shared-stream.ts'

/** What an action is started with, next to the phone. */
export type Acting = Omit<InputOf<typeof phone.act>, 'id'>

/** The open virtual phone with its changes as they happen, and what can be done with it. */
export function usePhone(profileId: string, onClosed: () => void) {
  const answer = useAsk(phone.read, {}, { staleMs: 0 })
  const [latest, setLatest] = useState<phone.VirtualPhone>()
  const read = answer.data?.phone ?? undefined
  const open = [latest, read].find((one) => one?.profileId === profileId)
  const isClosed = useRef(false)
  const leave = () => {
    if (!isClosed.current) onClosed()
    isClosed.current = true
  }
  const onEnd = async () => {
    const { data } = await answer.refetch()
    if (open && data && data.phone?.id !== open.id) leave()
  }
  const id = open?.id ?? ''
  useStream(phone.watch, { id }, { enabled: open !== undefined, onEvent: setLatest, onEnd: () => void onEnd() })
  const opening = useMutation(phone.open, { changes: [phone.read] })
  // the stream can report the end of a short action before its call is answered
  const acting = useMutation(phone.act, { onSuccess: (begun) => setLatest((now) => newer(now, begun)) })
  const next = useMutation(phone.next)
  const closing = useMutation(phone.close, { changes: [phone.read], onSuccess: leave })
  const act = (what: Acting) => {
    if (open) return acting.mutate({ id: open.id, ...what })
    opening.mutate(
      { profileId },
      {
        onSuccess: (opened) => {
          setLatest(opened)
          // the user types the confirmation code first
          if (!opened.needsConfirmationCode || what.confirmationCode !== undefined)
            acting.mutate({ id: opened.id, ...what })
        },
      },
    )
  }
  return {
    answer,
    phone: open,
    isStarting: opening.isPending || acting.isPending,
    isClosing: closing.isPending,
    act,
    next: () => open && next.mutate({ id: open.id }),
    close: () => open && closing.mutate({ id: open.id }),
  }
}

/** Each action ends with a message: the state with more of them is the later one. */
function newer(now: phone.VirtualPhone | undefined, other: phone.VirtualPhone): phone.VirtualPhone {
  return now?.id === other.id && now.messages.length > other.messages.length ? now : other
}

/** Time between two messages, so that each can be read as it appears. */
const PACE_MS = 450

const prefersCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** How many of the messages are shown: those of before at once, new ones one after the other. */
export function usePaced(count: number, id: string | undefined): number {
  const [shown, setShown] = useState({ id, count })
  if (shown.id !== id) setShown({ id, count })
  const current = shown.id !== id || prefersCalm() ? count : Math.min(shown.count, count)
  useEffect(() => {
    if (current >= count) return
    const timer = setTimeout(() => setShown({ id, count: current + 1 }), PACE_MS)
    return () => clearTimeout(timer)
  }, [id, current, count])
  return current
}
