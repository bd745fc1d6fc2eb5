import * as legal from '@simwright/contract/platform/legal'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../api/query.ts'
import { linkTo, publicPages } from '../paths.ts'
import { legalTexts } from '../texts/legal.ts'
import { pageTexts } from '../texts/page.ts'
import { legalPageOf } from './legal-page.ts'
import classes from './PlatformFooter.module.css'
import { sysParam, usePlatform } from './platform.ts'

/** Links to the prices and, as far as the platform has them, to its terms, its privacy policy and its support. */
export function PlatformFooter() {
  const { supportEmail } = usePlatform()
  const { data } = useAsk(legal.current, {}, { staleMs: 5 * 60_000 })
  const params = sysParam()
  return (
    <footer className={classes.footer}>
      <Link {...linkTo(publicPages.prices, { params })}>{pageTexts.prices}</Link>
      {legal.legalKinds.map((kind) =>
        data?.texts.some((text) => text.kind === kind) ? (
          <Link key={kind} {...linkTo(legalPageOf(kind), { params })}>
            {legalTexts.names[kind]}
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
function ElsewhereLink({ kind }: { kind: legal.LegalKind }) {
  const { termsUrl, privacyUrl } = usePlatform()
  const url = kind === 'TERMS' ? termsUrl : privacyUrl
  return url && <a href={url}>{legalTexts.names[kind]}</a>
}
