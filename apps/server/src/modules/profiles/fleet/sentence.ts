import { type EventText, eventSentence } from '@simwright/contract/profiles/event-text'
import type { EventRecord } from './queries.ts'

type Worded = Pick<EventRecord, 'detail' | 'text_id' | 'text_values'>

/** What the timeline says of an event. Events of earlier versions stored the sentence itself. */
export const sentenceOf = ({ detail, text_id: id, text_values: values }: Worded): string =>
  id === null ? (detail ?? '') : eventSentence({ id, ...(values ? { values } : {}) } as EventText)
