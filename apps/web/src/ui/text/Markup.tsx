import { Fragment, type ReactNode, useMemo } from 'react'
import classes from './Markup.module.css'
import { type Block, type Inline, parseMarkup } from './markup.ts'

/** Shows a text with the markup of `parseMarkup`. Nothing of it is treated as HTML. */
export function Markup({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkup(text), [text])
  return <div className={classes.text}>{blocks.map((block, index) => keyed(index, blockView(block)))}</div>
}

/** Blocks have no identity other than their position. */
const keyed = (index: number, view: ReactNode) => <Fragment key={index}>{view}</Fragment>

/** The page's own title is its `h1`. */
const tags = { 1: 'h2', 2: 'h3', 3: 'h4' } as const

function blockView(block: Block): ReactNode {
  if (block.kind === 'heading') {
    const Tag = tags[block.level]
    return <Tag>{lineView(block.text)}</Tag>
  }
  if (block.kind === 'paragraph') {
    return (
      <p>
        {block.lines.map((line, index) =>
          keyed(
            index,
            <>
              {index > 0 && <br />}
              {lineView(line)}
            </>,
          ),
        )}
      </p>
    )
  }
  const items = block.items.map((item, index) => keyed(index, <li>{lineView(item)}</li>))
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
}

function lineView(line: readonly Inline[]): ReactNode {
  return line.map((part, index) => keyed(index, inlineView(part)))
}

function inlineView(part: Inline): ReactNode {
  if (typeof part === 'string') return part
  if (part.kind === 'strong') return <strong>{part.text}</strong>
  return (
    <a href={part.href} target="_blank" rel="noopener noreferrer">
      {part.text}
    </a>
  )
}
