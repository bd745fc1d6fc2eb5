import * as batch from '@simwright/contract/provisioning/batch'
import { useState } from 'react'
import { invalidate } from '../../../api/query-client.ts'
import { useStream } from '../../../api/shared-stream.ts'

/** Batches by id as the server's events report them: newer than any list that was read before. */
export function useLiveBatches(isRunning: boolean): ReadonlyMap<string, batch.Batch> {
  const [live, setLive] = useState<ReadonlyMap<string, batch.Batch>>(new Map())
  useStream(
    batch.progress,
    {},
    {
      enabled: isRunning,
      onEvent: (event) => setLive((before) => new Map(before).set(event.id, event)),
      onEnd: () => void invalidate([batch.list, batch.get, batch.rows]),
    },
  )
  return live
}

/** The newer of two views of a batch: one that has gone further. */
export function newer(read: batch.Batch, live: batch.Batch | undefined): batch.Batch {
  return live !== undefined && live.processed >= read.processed && read.process !== 'COMPLETE' ? live : read
}
