import { Alert, Anchor } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../api/query.ts'
import { useCurrentUser } from '../api/session.ts'
import { linkTo, pages } from '../paths.ts'
import { notSoldTexts as texts } from '../texts/subscription.ts'
import { say } from '../texts/text.ts'
import { GuideLink } from '../ui/text/GuideLink.tsx'

/** What the platform lacks to sell plans; empty: it sells them. Undefined until it is known, and for those who may not know. */
export function useSalesLack(): readonly order.SalesNeed[] | undefined {
  const isSignedIn = useCurrentUser() !== undefined
  const { data } = useAsk(order.subscription, {}, { enabled: isSignedIn })
  return isSignedIn ? data?.salesLack : undefined
}

/** Says why no plan can be bought here, and what to do instead. */
export function NotSold({ lack }: { lack: readonly order.SalesNeed[] }) {
  return (
    <Alert color="gray" title={texts.title}>
      {say(texts.text, { missing: order.salesLackText(lack) })}{' '}
      {lack.includes('CONTACT') ? (
        <>
          {texts.operator}{' '}
          <GuideLink page="administration" section="before-you-sell-plans">
            {texts.guide}
          </GuideLink>
        </>
      ) : (
        <Anchor component={Link} {...linkTo(pages.contact)} inherit underline="always">
          {texts.contact}
        </Anchor>
      )}
    </Alert>
  )
}
