import * as source from '@simwright/contract/source'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { keyOf, queryClient } from '../../api/query.ts'
import { upload } from '../../api/upload.ts'

type Course = { sending?: number; problem?: Problem }

/** Sends a file to be staged. It is given up when the page is left. */
export function useUpload(onStaged: (sourceId: string) => void) {
  const [course, setCourse] = useState<Course>({})
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])
  const start = async (file: File, configurationId: string) => {
    const stop = new AbortController()
    stopper.current = stop
    setCourse({ sending: 0 })
    try {
      const staged = await upload(source.upload, { configurationId }, file, {
        silent: true,
        signal: stop.signal,
        onProgress: (sending) => setCourse({ sending }),
      })
      queryClient.setQueryData(keyOf(source.get, { id: staged.id }), staged)
      onStaged(staged.id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setCourse(error.breakdown === 'aborted' ? {} : { problem: error })
    }
  }
  return {
    ...course,
    start: (file: File, configurationId: string) => void start(file, configurationId),
    stop: () => stopper.current?.abort(),
    reset: () => setCourse({}),
  }
}
