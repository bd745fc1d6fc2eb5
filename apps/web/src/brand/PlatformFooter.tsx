import * as legal from '@simwright/contract/platform/legal-current'
import { type LegalKind, legalKinds } from '@simwright/contract/platform/legal-current'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ask } from '../api/call.ts'
import { onSessionChange } from '../api/session.ts'
import { createStore, useStore } from '../base/store.ts'
import { linkTo, publicPages } from '../paths.ts'
import { pageTexts } from '../texts/page.ts'
import { signInTexts } from '../texts/sign-in.ts'
import { legalPageOf } from './legal-page.ts'
import classes from './PlatformFooter.module.css'
import { sysParam, usePlatform } from './platform.ts'

const published = createStore<readonly legal.LegalKind[]>([])

let questions = 0

const names = signInTexts.legal

/** Links to the prices and, as far as the platform has them, to its terms, its privacy policy and its support. */
export function PlatformFooter() {
  const { supportEmail } = usePlatform()
  const published = usePublished()
  const params = sysParam()
  return (
    <footer className={classes.footer}>
      <Link {...linkTo(publicPages.prices, { params })}>{pageTexts.prices}</Link>
      {legalKinds.map((kind) =>
        published.includes(kind) ? (
          <Link key={kind} {...linkTo(legalPageOf(kind), { params })}>
            {names[kind]}
          </Link>
        ) : (
          <ElsewhereLink key={kind} kind={kind} />
        ),
      )}
      {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
    </footer>
  )
}

/** The link to a text on another website, if the platform has set one. */
function ElsewhereLink({ kind }: { kind: LegalKind }) {
  const { termsUrl, privacyUrl } = usePlatform()
  const url = kind === 'TERMS' ? termsUrl : privacyUrl
  return url && <a href={url}>{names[kind]}</a>
}

/** Only the answer to the last question counts: another session may be on another platform. */
function loadPublished(): void {
  questions += 1
  const question = questions
  ask(legal.current, {}, { background: true, silent: true }).then(
    ({ texts }) => {
      if (question === questions) published.set(texts.map(({ kind }) => kind))
    },
    // the links stay as they are; every page before the sign-in asks again
    () => {},
  )
}

/** The texts that this platform has published: those last known, until the call has returned. */
function usePublished(): readonly legal.LegalKind[] {
  useEffect(() => {
    loadPublished()
    return onSessionChange(loadPublished)
  }, [])
  return useStore(published)
}
