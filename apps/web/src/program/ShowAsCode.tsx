import { Button, SegmentedControl } from '@mantine/core'
import type { Endpoint, InputOf } from '@simwright/contract/endpoint'
import { openToPrograms } from '@simwright/contract/programs/scope'
import { IconCode } from '@tabler/icons-react'
import { useState } from 'react'
import { useAllowed } from '../session/permission.tsx'
import { say } from '../texts/text.ts'
import { Note, Row, Stack } from '../ui/layout/layout.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { CopyButton } from '../ui/text/CopyButton.tsx'
import { type CodeLanguage, codeLanguages, codeOf } from './call-code.ts'
import { loginCommand } from './command-line.ts'
import { programTexts as texts } from './program-texts.ts'
import classes from './ShowAsCode.module.css'

type ShowAsCodeProps<E extends Endpoint> = {
  endpoint: E
  /** What the action of the screen would send now; `HIDDEN_VALUE` in place of secrets and of what is not entered yet. */
  input: InputOf<E>
  /** The size of the buttons next to it. */
  size?: 'xs'
}

/** A button that shows an action of the screen as a program would do it, for members who see developer settings. */
export function ShowAsCode<E extends Endpoint>({ endpoint, input, size }: ShowAsCodeProps<E>) {
  const mayDevelop = useAllowed('Developer_View')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayDevelop || !openToPrograms(endpoint)) return null
  return (
    <>
      <Button
        variant="subtle"
        {...(size ? { size } : {})}
        leftSection={<IconCode size={16} />}
        onClick={() => setIsOpen(true)}
      >
        {texts.open}
      </Button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={texts.title} size={680}>
        <Code endpoint={endpoint} input={input} />
      </Dialog>
    </>
  )
}

function Code({ endpoint, input }: { endpoint: Endpoint; input: unknown }) {
  const [language, setLanguage] = useState<CodeLanguage>('curl')
  const { origin } = globalThis.location
  const code = codeOf(language, { endpoint, input, origin })
  return (
    <Stack gap={12}>
      <Row>
        <SegmentedControl
          aria-label={texts.language}
          data={codeLanguages.map((value) => ({ value, label: texts.languages[value] }))}
          value={language}
          onChange={(value) => setLanguage(value as CodeLanguage)}
        />
        <CopyButton text={code} name={texts.title} size={28} />
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <Note>{language === 'cli' ? say(texts.signIn, { command: loginCommand(origin) }) : texts.key}</Note>
    </Stack>
  )
}
