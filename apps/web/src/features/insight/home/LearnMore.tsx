import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFrameAddress } from '../../../base/url.ts'
import { linkTo, publicPages } from '../../../paths.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { GuideLink } from '../../../ui/text/GuideLink.tsx'
import { homeTexts } from './home-texts.ts'

const texts = homeTexts.learn

/** Links to the quick start, the guide, the developer docs, the comparison of plans and the feedback form. */
export function LearnMore() {
  const [, change] = useFrameAddress()
  return (
    <Panel title={texts.title}>
      <Row as="ul" gap="8 24">
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
        <li>
          <Anchor component="button" type="button" size="sm" onClick={() => change({ feedback: 'new' })}>
            {texts.feedback}
          </Anchor>
        </li>
      </Row>
    </Panel>
  )
}
