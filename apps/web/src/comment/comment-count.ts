import * as comment from '@simwright/contract/insight/comment'
import { useAsk } from '../api/query.ts'
import type { Commented } from './MentionInput.tsx'

/** The label of comments with their number; the label alone while there are none. */
export function useCommentLabel(label: string, object: Commented | undefined): string {
  const sent = { kind: 'PROFILE', objectId: '', ...object, limit: 1 } as const
  const { data } = useAsk(comment.list, sent, { enabled: object !== undefined })
  return data && data.total > 0 ? `${label} (${data.total.toLocaleString('en')})` : label
}
