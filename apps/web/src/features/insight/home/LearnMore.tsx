import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { linkTo, publicPages } from '../../../paths.ts'
import { homeTexts } from '../../../texts/home.ts'
import { GuideLink } from '../../../ui/GuideLink.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import classes from './HomePage.module.css'

const texts = homeTexts.learn

/** Links to the quick start, the guide, the developer docs and the comparison of plans. */
export function LearnMore() {
  return (
    <Panel title={texts.title}>
      <ul className={classes.links}>
        <li>
          <GuideLink page="quick-start">{texts.quickStart}</GuideLink>
        </li>
        <li>
          <GuideLink>{texts.guide}</GuideLink>
        </li>
        <li>
          <GuideLink page="api-keys">{texts.developers}</GuideLink>
        </li>
        <li>
          <Anchor component={Link} {...linkTo(publicPages.prices)} size="sm">
            {texts.plans}
          </Anchor>
        </li>
      </ul>
    </Panel>
  )
}
