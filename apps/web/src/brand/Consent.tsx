import { Anchor, Checkbox } from '@mantine/core'
import type { LegalKind } from '@simwright/contract/platform/legal'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { linkTo } from '../paths.ts'
import { legalTexts } from '../texts/legal.ts'
import type { ConsentState } from './consent.ts'
import { legalPageOf } from './legal-page.ts'
import { sysParam } from './platform.ts'

const texts = legalTexts.consent

type ConsentProps = {
  consent: ConsentState
  /** The server's refusal. */
  error?: ReactNode
}

/** Asks the user to accept the texts of the platform, which open in a new tab. Shows nothing if there are none. */
export function Consent({ consent: { kinds, isGiven, error: missing, give }, error }: ConsentProps) {
  if (kinds.length === 0) return null
  return (
    <Checkbox
      name="accepted"
      checked={isGiven}
      error={missing ?? error}
      onChange={(event) => give(event.currentTarget.checked)}
      label={
        <>
          {texts.before}
          {kinds.map((kind, index) => (
            <Fragment key={kind}>
              {index > 0 && texts.between}
              <TextLink kind={kind} />
            </Fragment>
          ))}
          {texts.after}
        </>
      }
    />
  )
}

function TextLink({ kind }: { kind: LegalKind }) {
  return (
    <Anchor
      component={Link}
      {...linkTo(legalPageOf(kind), { params: sysParam() })}
      target="_blank"
      inherit
      underline="always"
    >
      {legalTexts.words[kind]}
    </Anchor>
  )
}
