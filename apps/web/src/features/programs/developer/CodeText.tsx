import { useMasks } from '../../../esim/privacy.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'

type CodeTextProps = { title: string; text: string; note?: string }

/** A text of a request or answer as it was sent; JSON is indented. The privacy switch masks identifiers. */
export function CodeText({ title, text, note }: CodeTextProps) {
  const masks = useMasks()
  return (
    <Section title={title} text={note} actions={<CopyButton text={text} name={title} />}>
      <CodeBlock>{masks.text(indented(text))}</CodeBlock>
    </Section>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

export const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
