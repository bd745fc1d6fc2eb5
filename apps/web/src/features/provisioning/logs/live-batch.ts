import * as batch from '@simwright/contract/provisioning/batch'
import { useState } from 'react'
import { invalidate } from '../../../api/query-client.ts'
import { useStream } from '../../../api/shared-stream.ts'

/** Batches as the server tells their progress, by id: newer than any list that was read before. */
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
export function newer(read: batch.Batch, told: batch.Batch | undefined): batch.Batch {
  return told !== undefined && told.processed >= read.processed && read.process !== 'COMPLETE' ? told : read
}
