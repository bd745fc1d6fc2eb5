import * as voucher from '@simwright/contract/provisioning/voucher'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { loadPlatform, usePlatform } from '../../../brand/platform.ts'
import { EndUserPage } from '../../../end-user/EndUserPage.tsx'
import { LoadingContent } from '../../../end-user/LoadingContent.tsx'
import { ClosedNotice, FailedNotice } from '../../../end-user/Notice.tsx'
import { type VoucherRefusal, VoucherView } from '../../../end-user/VoucherView.tsx'
import { voucherSecret } from '../../../end-user/voucher-secret.ts'
import { linkTo, publicPages } from '../../../paths.ts'

const POLL_MS = 60_000

/** The public page where the vouchers of a batch are redeemed. The fragment of its address may contain a code. */
export function PublicVouchersPage() {
  const { slug } = useParams({ from: publicPages.publicVouchers.path })
  const { data, error, refetch } = useAsk(voucher.publicVouchers, { slug }, { pollMs: POLL_MS })
  const { hash } = useLocation()
  const redemption = useRedemption(slug)
  const { sys, byHost } = usePlatform()
  const wanted = data?.sys
  useEffect(() => {
    if (wanted !== undefined && wanted !== sys && !byHost) void loadPlatform(wanted)
  }, [wanted, sys, byHost])
  const isClosed = isProblem(error, 'voucher_page_gone') || isProblem(error, 'invalid')
  return (
    <EndUserPage page={publicPages.publicVouchers} isKnown={byHost || wanted === sys} look={data?.page}>
      <meta name="robots" content="noindex, nofollow" />
      {isClosed ? (
        <ClosedNotice />
      ) : data ? (
        <VoucherView key={hash} page={data} initialCode={hash} {...redemption} />
      ) : error ? (
        <FailedNotice problem={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingContent />
      )}
    </EndUserPage>
  )
}

/** Redeems a voucher and leads to the page of its profile. */
function useRedemption(slug: string) {
  const [{ lang }] = useAddress(publicPages.publicVouchers)
  const [refusal, setRefusal] = useState<VoucherRefusal>()
  const navigate = useNavigate()
  const redeem = useMutation(voucher.redeem, { silent: true })
  const onRedeem = (code: string) => {
    setRefusal(undefined)
    redeem.mutate(
      { slug, voucherCode: code, secret: voucherSecret() },
      {
        onSuccess: (answer) => {
          if (answer.outcome !== 'redeemed') return setRefusal(answer.outcome)
          void navigate(linkTo(publicPages.publicCode, { params: { slug: answer.slug ?? '' }, search: { lang } }))
        },
        onError: (problem: Problem) => setRefusal(isProblem(problem, 'too_many') ? 'limited' : 'unanswered'),
      },
    )
  }
  return { onRedeem, refusal, isPending: redeem.isPending, onChange: () => setRefusal(undefined) }
}
