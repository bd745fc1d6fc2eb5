import { type EventText, eventSentence } from '@simwright/contract/profiles/event-text'
import type { EventRecord } from './log-queries.ts'

type StoredText = Pick<EventRecord, 'detail' | 'text_id' | 'text_values'>

/** The sentence of an event in the timeline. Events of earlier versions stored the sentence itself. */
export const sentenceOf = ({ detail, text_id: id, text_values: values }: StoredText): string =>
  id === null ? (detail ?? '') : eventSentence({ id, ...(values ? { values } : {}) } as EventText)
