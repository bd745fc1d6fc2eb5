import { Link } from '@tanstack/react-router'
import { linkTo, publicPages } from '../paths.ts'
import { accountTexts } from '../texts/account.ts'
import { pageTexts } from '../texts/page.ts'
import classes from './PlatformFooter.module.css'
import { sysParam, usePlatform } from './platform.ts'

/** Links to the prices and, as far as the platform has set them, to the terms, the privacy policy and support. */
export function PlatformFooter() {
  const { termsUrl, privacyUrl, supportEmail } = usePlatform()
  const links = [
    [accountTexts.terms.terms, termsUrl],
    [accountTexts.terms.privacy, privacyUrl],
    [supportEmail, supportEmail && `mailto:${supportEmail}`],
  ].filter(([, to]) => to)
  return (
    <footer className={classes.footer}>
      <Link {...linkTo(publicPages.prices, { params: sysParam() })}>{pageTexts.prices}</Link>
      {links.map(([text, to]) => (
        <a key={text} href={to!}>
          {text}
        </a>
      ))}
    </footer>
  )
}
