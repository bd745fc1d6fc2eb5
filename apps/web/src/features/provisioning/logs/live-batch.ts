import * as batch from '@simwright/contract/provisioning/batch'
import { useState } from 'react'
import { invalidate } from '../../../api/query-client.ts'
import { useStream } from '../../../api/shared-stream.ts'

/** Streams the batches that are running, by id. */
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

/** The batch with more progress: the loaded or the streamed one. */
export function newer(loaded: batch.Batch, live: batch.Batch | undefined): batch.Batch {
  return live !== undefined && live.processed >= loaded.processed && loaded.process !== 'COMPLETE' ? live : loaded
}
