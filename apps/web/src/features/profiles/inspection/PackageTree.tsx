import { Button, TextInput } from '@mantine/core'
import type { PackageInspection, PackagePart } from '@simwright/contract/profiles/inspection'
import { IconChevronRight, IconLock, IconSearch } from '@tabler/icons-react'
import { type CSSProperties, useMemo, useState } from 'react'
import { say, sayCount } from '../../../texts/text.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { HexDump } from './HexDump.tsx'
import classes from './Inspection.module.css'
import { inspectionTexts as texts } from './inspection-texts.ts'
import { shownRows } from './tree.ts'

/** The elements and files of a package, closed at first. A row opens to its properties, words, bytes and children. */
export function PackageTree({ inspection: { parts, length, elements } }: { inspection: PackageInspection }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [search, setSearch] = useState('')
  const rows = useMemo(() => shownRows(parts, open, search), [parts, open, search])
  const toggle = (index: number) => {
    const next = new Set(open)
    if (!next.delete(index)) next.add(index)
    setOpen(next)
  }
  return (
    <Panel
      title={texts.tree}
      text={`${sayCount(texts.elements, elements)}, ${sayCount(texts.size, length)}`}
      padding="none"
      actions={
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            setOpen(new Set(open.size > 0 ? [] : parts.flatMap(({ depth }, index) => (depth === 0 ? [index] : []))))
          }
        >
          {open.size > 0 ? texts.closeAll : texts.openAll}
        </Button>
      }
    >
      <div style={{ padding: '12px 16px' }}>
        <TextInput
          aria-label={texts.search}
          placeholder={texts.searchPlaceholder}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {rows.length === 0 && (
        <p className="muted size-text" style={{ padding: '8px 16px 16px' }}>
          {texts.noMatch}
        </p>
      )}
      <ul aria-label={texts.tree}>
        {rows.map(({ index, part, isOpen }) => (
          <li key={index} style={depthOf(part)} className="ruled">
            <button type="button" className={classes.rowButton} aria-expanded={isOpen} onClick={() => toggle(index)}>
              <IconChevronRight size={14} className={classes.chevron} data-open={isOpen || undefined} />
              <span className={classes.label}>{part.label}</span>
              {part.path && <code className={classes.path}>{part.path.toUpperCase()}</code>}
              {part.isHidden && <IconLock size={14} aria-label={texts.hidden} />}
              <span className={classes.summary}>{part.words[0] ?? part.facts[0]}</span>
            </button>
            {isOpen && <PartDetails part={part} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The depth as a CSS variable, for the indentation. */
function depthOf({ depth }: PackagePart): CSSProperties {
  const style = { '--depth': depth }
  return style as CSSProperties
}

function PartDetails({ part: { facts, words, offset, length, hex } }: { part: PackagePart }) {
  return (
    <div className={classes.details}>
      <Note>
        {offset === null ? texts.notInPackage : say(texts.offset, { offset, length })}
        {facts.map((fact) => ` · ${fact}`)}
      </Note>
      {words.length > 0 && (
        <ul className="wrap" style={{ marginTop: 4 }}>
          {words.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and never move
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
      {hex && <HexDump hex={hex} offset={offset ?? 0} />}
    </div>
  )
}
