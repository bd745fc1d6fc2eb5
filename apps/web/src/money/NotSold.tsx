import { Alert, Anchor } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../api/query.ts'
import { usePlatform } from '../brand/platform.ts'
import { linkTo, pages } from '../paths.ts'
import { useCurrentUser } from '../session/session.ts'
import { notSoldTexts as texts } from '../texts/subscription.ts'
import { say } from '../texts/text.ts'
import { GuideLink } from '../ui/GuideLink.tsx'

/** Whether plans are sold here. False for guests, for users who may not see the subscription, and until it is known. */
export function useSold(): boolean {
  const isSignedIn = useCurrentUser() !== undefined
  const { data } = useAsk(order.subscription, {}, { enabled: isSignedIn })
  return data?.salesLack.length === 0
}

/** Says why no plan can be bought here, and what to do instead. */
export function NotSold({ lack }: { lack: readonly order.SalesNeed[] }) {
  const { hasContact } = usePlatform()
  return (
    <Alert color="gray" title={texts.title}>
      {say(texts.text, { missing: order.salesLackText(lack) })}{' '}
      {hasContact ? (
        <>
          {texts.contact}{' '}
          <Anchor component={Link} {...linkTo(pages.contact)} inherit underline="always">
            {pages.contact.title}
          </Anchor>
        </>
      ) : (
        <>
          {texts.operator}{' '}
          <GuideLink page="administration" section="before-you-sell-plans">
            {texts.guide}
          </GuideLink>
        </>
      )}
    </Alert>
  )
}
