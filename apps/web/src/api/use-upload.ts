import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { useState } from 'react'
import { type MutationOptions, useTask } from './mutation.ts'
import { upload } from './upload.ts'

type FileSent<E extends Endpoint> = { file: File; fields: InputOf<E> }

/** Sends a file when `mutate` is called. `share` is the share of bytes sent, 0 to 1; undefined when idle. */
export function useUpload<E extends Endpoint>(
  endpoint: E,
  {
    silent,
    changes,
    onSuccess,
  }: Pick<MutationOptions<E>, 'silent' | 'changes'> & {
    onSuccess: (answer: OutputOf<E>) => void
  },
) {
  const [share, setShare] = useState(0)
  const send = ({ file, fields }: FileSent<E>): Promise<OutputOf<E>> => {
    setShare(0)
    return upload(endpoint, fields, file, { silent, onProgress: setShare })
  }
  const task = useTask(send, { changes, onSuccess })
  return { ...task, share: task.isPending ? share : undefined }
}
