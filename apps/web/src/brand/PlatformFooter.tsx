import { type LegalKind, legalKinds } from '@simwright/contract/platform/legal-current'
import { Link } from '@tanstack/react-router'
import { linkTo, publicPages } from '../paths.ts'
import { pageTexts } from '../texts/page.ts'
import { signInTexts } from '../texts/sign-in.ts'
import { legalPageOf } from './legal-page.ts'
import classes from './PlatformFooter.module.css'
import { sysParam, usePlatform } from './platform.ts'
import { usePublished } from './published.ts'

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
