import type { InputOf } from '@simwright/contract/endpoint'
import * as source from '@simwright/contract/profiles/source'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '../../../api/problem.ts'
import { keyOf, queryClient } from '../../../api/query-client.ts'
import { upload } from '../../../api/upload.ts'

/** `isPlain`: the file should be encrypted but is not, so it was not sent. */
type UploadState = { sending?: number; problem?: Problem; isPlain?: boolean }

const ARMOR = '-----BEGIN PGP MESSAGE'

/** An OpenPGP message, by its first bytes: armored, or a packet (RFC 9580, 4.2). */
async function isPgp(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  return (head[0] ?? 0) >= 0x80 || new TextDecoder().decode(head).trimStart().startsWith(ARMOR)
}

/** Uploads a file for preview; aborts when the page is left or another upload starts. */
export function useUpload(onStaged: (sourceId: string) => void) {
  const [state, setState] = useState<UploadState>({})
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])
  const start = async (file: File, sent: InputOf<typeof source.upload>) => {
    stopper.current?.abort()
    const stop = new AbortController()
    stopper.current = stop
    const isPlain = sent.protection === 'PGP' && !(await isPgp(file))
    if (stop.signal.aborted) return
    if (isPlain) return setState({ isPlain })
    setState({ sending: 0 })
    try {
      const staged = await upload(source.upload, sent, file, {
        silent: true,
        signal: stop.signal,
        onProgress: (sending) => setState({ sending }),
      })
      queryClient.setQueryData(keyOf(source.get, { id: staged.id }), staged)
      onStaged(staged.id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (stopper.current === stop) setState(error.transportFailure === 'aborted' ? {} : { problem: error })
    }
  }
  return {
    ...state,
    start: (file: File, sent: InputOf<typeof source.upload>) => void start(file, sent),
    stop: () => stopper.current?.abort(),
    reset: () => setState({}),
  }
}
