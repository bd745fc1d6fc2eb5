import { Combobox, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as comment from '@simwright/contract/insight/comment'
import { useRef, useState } from 'react'
import { useAsk } from '../api/query.ts'
import { commentTexts as texts } from '../texts/comment.ts'
import { Textarea } from '../ui/form/Textarea.tsx'
import { Note } from '../ui/layout/layout.tsx'
import { nameToMention, type Person, typedMention } from './mention-text.ts'

export type Commented = { kind: comment.CommentedKind; objectId: string }

type MentionInputProps = {
  object: Commented
  label: string
  value: string
  error: string | undefined
  /** People whose names in the text are mentions. */
  known: readonly Person[]
  onChange: (text: string) => void
  onMention: (person: Person) => void
  onSubmit: () => void
}

const SEARCH_MS = 200

/** A text area in which `@` offers the people who may see the object. */
export function MentionInput(props: MentionInputProps) {
  const { object, label, value, error, known, onChange, onMention, onSubmit } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const typed = typedMention(value, caret)
  const box = useCombobox()
  const [search] = useDebouncedValue(typed?.search ?? '', SEARCH_MS)
  const { data } = useAsk(comment.people, { ...object, search }, { enabled: typed !== undefined, keepPrevious: true })
  const people = typed ? (data?.items ?? []) : []
  const change = (text: string, at: number) => {
    onChange(text)
    setCaret(at)
    if (typedMention(text, at)) box.openDropdown()
    else box.closeDropdown()
    box.updateSelectedOptionIndex()
  }
  const choose = (userId: string) => {
    const person = people.find((one) => one.userId === userId)
    if (!person || !typed) return
    const name = nameToMention(person, known)
    const before = `${value.slice(0, typed.start)}@${name} `
    onMention({ userId, name })
    change(before + value.slice(caret), before.length)
    requestAnimationFrame(() => area.current?.setSelectionRange(before.length, before.length))
  }
  return (
    <Combobox store={box} onOptionSubmit={choose} position="top-start" width={280} withinPortal>
      <Combobox.Target autoComplete="off">
        <Textarea
          ref={area}
          aria-label={label}
          placeholder={texts.placeholder}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={comment.COMMENT_MAX}
          value={value}
          error={error}
          onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => box.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
          }}
        />
      </Combobox.Target>
      <People people={people} isHidden={!typed || !data} />
    </Combobox>
  )
}

function People({ people, isHidden }: { people: OutputOf<typeof comment.people>['items']; isHidden: boolean }) {
  return (
    <Combobox.Dropdown hidden={isHidden}>
      <Combobox.Options aria-label={texts.people}>
        {people.map((person) => (
          <Combobox.Option key={person.userId} value={person.userId}>
            <span className="wrap">{person.name}</span>
            <Note as="div" size="small" className="wrap">
              {person.email}
            </Note>
          </Combobox.Option>
        ))}
        {people.length === 0 && <Combobox.Empty>{texts.noPeople}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}
