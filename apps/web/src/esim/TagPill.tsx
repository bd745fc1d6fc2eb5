import { CloseButton } from '@mantine/core'
import type { ProfileTag } from '@simwright/contract/profiles/tag'
import { Row } from '../ui/layout/layout.tsx'
import { GroupDot } from './GroupTag.tsx'
import classes from './TagPill.module.css'

type TagPillProps = {
  tag: Pick<ProfileTag, 'name' | 'color'>
  /** Adds a button that removes the tag. */
  remove?: { label: string; isPending: boolean; onClick: () => void }
}

/** A tag as a pill with its color. */
export function TagPill({ tag: { name, color }, remove }: TagPillProps) {
  return (
    <span className={classes.pill} data-removable={remove !== undefined || undefined}>
      <GroupDot color={color} />
      <span className={classes.name} title={name}>
        {name}
      </span>
      {remove && (
        <CloseButton
          size={18}
          iconSize={13}
          aria-label={remove.label}
          disabled={remove.isPending}
          onClick={remove.onClick}
        />
      )}
    </span>
  )
}

const SHOWN_IN_CELL = 3

/** Tags in a cell of a table: the first few, and how many more with their names as a tip. */
export function TagCell({ tags }: { tags: readonly ProfileTag[] }) {
  if (tags.length === 0) return '–'
  const shown = tags.length > SHOWN_IN_CELL ? tags.slice(0, SHOWN_IN_CELL - 1) : tags
  const rest = tags.slice(shown.length)
  return (
    <Row as="span" gap={4} nowrap>
      {shown.map((tag) => (
        <TagPill key={tag.id} tag={tag} />
      ))}
      {rest.length > 0 && (
        <span className={classes.more} title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </span>
      )}
    </Row>
  )
}
